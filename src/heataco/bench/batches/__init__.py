"""A whole set, decoded one way: what is run, what is kept on the way, and what is written."""
