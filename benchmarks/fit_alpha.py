"""Fit the map from alpha and frequency to probability; print it and its calibration.

Protocol: `labels.py` makes the sets; the even instances of each are fitted, the odd ones tested.
The fit is a logistic regression (Newton's method, a slight ridge) on a hat function for each knot
of the frequency and of alpha; symmetric and asymmetric sets apart. Where the coefficients of a
function are not in order, which noise does to knots that few edges are near, they are made so.

    python benchmarks/fit_alpha.py LABELS/*_500.npz LABELS/uniform_1000.npz LABELS/asymmetric_*.txt
"""

import argparse
from itertools import pairwise
from pathlib import Path

import numpy as np

import heataco as ha
from heataco.predictors import Alpha
from heataco.predictors.alpha_odds import ALPHA_KNOTS, FREQUENCY_KNOTS

RIDGE = 0.1
BANDS = (0, 0.003, 0.01, 0.03, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 0.99, 1)


def features(alpha: np.ndarray, frequency: np.ndarray) -> np.ndarray:
    """One column for each coefficient: the hat function of each knot."""
    return np.concatenate((hats(frequency, FREQUENCY_KNOTS), hats(alpha, ALPHA_KNOTS)), axis=1)


def hats(values: np.ndarray, knots: tuple[float, ...]) -> np.ndarray:
    """Weight of each knot in linear interpolation."""
    return np.stack([np.interp(values, knots, unit) for unit in np.eye(len(knots))], axis=1)


def measured(item: ha.LabelledInstance) -> tuple[np.ndarray, np.ndarray]:
    """Features of the edges of an instance, and whether its tour holds them."""
    nearness = Alpha().measure(item.instance)
    return features(nearness.alpha, nearness.frequency), in_tour(item, nearness)


def in_tour(item: ha.LabelledInstance, nearness: "ha.predictors.AlphaNearness") -> np.ndarray:
    """Tell which of the edges the labelled tour holds."""
    n, tour = item.instance.n, np.asarray(item.tour, np.int64)
    sources, targets = nearness.sources.astype(np.int64), nearness.targets.astype(np.int64)
    held = [tour * n + np.roll(tour, -1)]
    if item.instance.symmetric:
        held.append(np.roll(tour, -1) * n + tour)
    return np.isin(sources * n + targets, np.concatenate(held))


def fit(columns: np.ndarray, held: np.ndarray) -> np.ndarray:
    """Coefficients of largest likelihood."""
    coefficients = np.zeros(columns.shape[1])
    for _ in range(50):
        probability = 1 / (1 + np.exp(-columns @ coefficients))
        gradient = columns.T @ (held - probability) - RIDGE * coefficients
        weighted = columns * (probability * (1 - probability))[:, np.newaxis]
        change = np.linalg.solve(columns.T @ weighted + RIDGE * np.eye(len(gradient)), gradient)
        coefficients += change
        if np.abs(change).max() < 1e-8:
            break
    by_frequency, by_alpha = np.split(coefficients, [len(FREQUENCY_KNOTS)])
    return np.concatenate((ascending(by_frequency), -ascending(-by_alpha)))


def ascending(values: np.ndarray) -> np.ndarray:
    """Half-way between the lowest ascending curve above the values and the highest below."""
    above = np.maximum.accumulate(values)
    below = np.minimum.accumulate(values[::-1])[::-1]
    return (above + below) / 2


def bands(
    coefficients: np.ndarray, columns: np.ndarray, held: np.ndarray
) -> list[tuple[float, float, int]]:
    """Predicted and observed share of tour edges, and their number, band by band."""
    probability = 1 / (1 + np.exp(-columns @ coefficients))
    rows = []
    for low, high in pairwise(BANDS):
        inside = (probability >= low) & (probability < high)
        if inside.any():
            rows.append((probability[inside].mean(), held[inside].mean(), int(inside.sum())))
    return rows


def print_table(rows: list[tuple[float, float, int]]) -> None:
    """Print the bands of a set."""
    print("| predicted | observed | edges |\n|---|---|---|")
    for predicted, observed, edges in rows:
        print(f"| {predicted:.4f} | {observed:.4f} | {edges} |")


def print_coefficients(coefficients: np.ndarray) -> None:
    """Print the two functions. Only their sum counts: the second one starts at 0."""
    by_frequency, by_alpha = np.split(coefficients, [len(FREQUENCY_KNOTS)])
    print("by frequency", np.round(by_frequency + by_alpha[0], 2).tolist())
    print("by alpha", np.round(by_alpha - by_alpha[0], 2).tolist())


def draw(curves: dict[str, list[tuple[float, float, int]]], path: Path) -> None:
    """Draw the calibration curve of every set, on axes of log-odds."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(5.5, 5), layout="constrained")
    axes.axline((0.5, 0.5), (0.9, 0.9), color="0.6", linewidth=1)
    for (name, rows), marker in zip(curves.items(), "osD^vPX", strict=False):
        shown = [(x, y) for x, y, _ in rows if 0 < y < 1]
        axes.plot(*zip(*shown, strict=True), marker=marker, markersize=4, linewidth=1, label=name)
    axes.set(xscale="logit", yscale="logit", xlim=(2e-4, 0.9985), ylim=(1e-4, 0.9995))
    axes.set(xlabel="predicted probability", ylabel="share in the reference tour")
    axes.legend(frameon=False)
    figure.savefig(path, dpi=150)


def main() -> None:
    """Fit on every second instance of the sets and test on the others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--plot", type=Path)
    given = parser.parse_args()
    sets = {path.stem: ha.read_labelled_set(path) for path in given.sets}
    curves = {}
    for symmetric in (True, False):
        data = {
            name: [measured(item) for item in items]
            for name, items in sets.items()
            if items[0].instance.symmetric == symmetric
        }
        if not data:
            continue
        parts = [pair for pairs in data.values() for pair in pairs[::2]]
        coefficients = fit(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))
        print(f"# {'symmetric' if symmetric else 'asymmetric'}: {', '.join(data)}")
        print_coefficients(coefficients)
        for name, pairs in data.items():
            tested = (np.concatenate(arrays) for arrays in zip(*pairs[1::2], strict=True))
            curves[name] = bands(coefficients, *tested)
            print(f"\n{name}, {len(pairs[1::2])} instances not fitted on")
            print_table(curves[name])
    if given.plot is not None:
        draw(curves, given.plot)


if __name__ == "__main__":
    main()
