"""Scores of a few nodes."""

import numpy as np

DENSE = np.array([[9, 0, 0.5], [0.25, 0, 0], [1, 2, 9]], np.float32)
CLEAN = np.array([[0, 0, 0.5], [0.25, 0, 0], [1, 2, 0]], np.float32)
SCORES = {"logit": lambda x: 1 / (1 + np.exp(-x)), "log-probability": np.exp}
