"""Tables of results: layout, cells, notes and the forms they are written in."""
