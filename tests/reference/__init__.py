"""The paper's search in plain Python: slow, and short enough to be read against the paper.

Equation and algorithm numbers are those of the paper. What the paper leaves to the implementation
follows the native search: the random stream of each ant, single precision in the transition
weights, and the order of sums, so that the two can be compared iteration by iteration. Instances
are explicit matrices, whose node numbers the native search keeps. Local search is a black box.
"""
