"""Graph networks that score edges, run in NumPy alone."""
