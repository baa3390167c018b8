"""The probability of an edge, given its alpha-nearness and its share of 1-trees."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

# The logarithm of the odds is the sum of two piecewise linear functions, one of the frequency and
# one of alpha, by their values at these knots. Fitted by `benchmarks/fit_alpha.py`.
FREQUENCY_KNOTS = (0.0, 0.02, 0.05, 0.1, 0.25, 0.46, 0.54, 0.75, 0.9, 0.95, 0.98, 0.995, 1.0)
ALPHA_KNOTS = (0.0, 0.1, 0.3, 1.0)
MIN_PROBABILITY = 5e-4
_SYMMETRIC = (
    (-3.39, -2.18, -1.8, -1.36, -1.09, -1.01, 0.84, 0.87, 1.3, 1.53, 2.22, 3.36, 5.2),
    (0.0, -0.37, -1.82, -6.49),
)
_DIRECTED = (
    (-5.15, -4.13, -3.3, -2.32, -1.26, -0.38, 0.61, 1.6, 4.48, 5.47, 5.47, 6.6, 6.6),
    (0.0, -2.95, -2.95, -6.19),
)


def probabilities(alpha: Any, frequency: Any, symmetric: bool) -> NDArray[np.float32]:
    """Map alpha and frequency to the probability that an optimal tour contains the edge."""
    by_frequency, by_alpha = _SYMMETRIC if symmetric else _DIRECTED
    log_odds = np.interp(frequency, FREQUENCY_KNOTS, by_frequency).astype(np.float32)
    log_odds += np.interp(alpha, ALPHA_KNOTS, by_alpha).astype(np.float32)
    # What the fit has seen too little of to tell apart is not told apart.
    return np.asarray(np.maximum(1.0 / (1.0 + np.exp(-log_odds)), MIN_PROBABILITY), np.float32)
