"""Random heatmaps for the soak test: of predictors, of chance, and adversarial ones."""

from collections.abc import Callable

import numpy as np
from numpy.random import Generator
from parameters import ALWAYS, PREDICTORS, random_parameters

import heataco as ha
from heataco import predictors

PREDICTED_SHARE = 0.4
LARGEST_FLOAT32 = 3.4e38


def random_heat(
    rng: Generator, instance: ha.Instance, note: Callable[[str], None]
) -> tuple[str, ha.Heatmap]:
    """Draw a heatmap and what it is called; a predictor is noted before it is asked."""
    if rng.random() < PREDICTED_SHARE:
        name = str(rng.choice(list(PREDICTORS)))
        ways = random_parameters(rng, PREDICTORS[name], ALWAYS.get(name))
        predictor = predictors.PREDICTORS[name](**ways)
        note(str(predictor))
        return str(predictor), predictor.predict(instance)
    name = str(rng.choice(list(DRAWN)))
    scores = DRAWN[name](rng, instance.n)
    return name, ha.Heatmap.from_dense(np.abs(scores).astype(np.float32))


def _sparse(rng: Generator, n: int) -> np.ndarray:
    return rng.random((n, n)) * (rng.random((n, n)) < rng.random())


def _empty_rows(rng: Generator, n: int) -> np.ndarray:
    return _sparse(rng, n) * (rng.random((n, 1)) < 0.5)


def _one_column(rng: Generator, n: int) -> np.ndarray:
    scores = np.zeros((n, n))
    scores[:, rng.integers(n)] = 1
    return scores


def _powers(rng: Generator, n: int) -> np.ndarray:
    return 10.0 ** rng.uniform(-45, 38, (n, n))


def _a_tour(rng: Generator, n: int) -> np.ndarray:
    scores, tour = np.zeros((n, n)), rng.permutation(n)
    scores[tour, np.roll(tour, 1)] = 1
    return scores


DRAWN: dict[str, Callable[[Generator, int], np.ndarray]] = {
    "random": lambda rng, n: rng.random((n, n)),
    "sparse": _sparse,
    "empty rows": _empty_rows,
    "nothing": lambda rng, n: np.zeros((n, n)),
    "all equal": lambda rng, n: np.full((n, n), rng.random()),
    "all huge": lambda rng, n: np.full((n, n), LARGEST_FLOAT32),
    "all tiny": lambda rng, n: np.full((n, n), 1e-45),
    "one column": _one_column,
    "powers": _powers,
    "a tour": _a_tour,
}
