"""Points in the plane, placed: lattices, boards, curves and a country."""

import math

import numpy as np

from heataco._arrays import FloatArray
from heataco.bench.generators import planar
from heataco.instances import Instance, Metric

HARMONICS = 6  # of the border of a country
ROW = 16  # holes in a drilled row


def lattice(rng: np.random.Generator, n: int) -> Instance:
    """Take the first n places of a square lattice, which has very many optimal tours."""
    side = math.ceil(math.sqrt(n))
    return planar(rng, np.stack(np.divmod(np.arange(n), side), axis=1))


def lattice_with_holes(rng: np.random.Generator, n: int) -> Instance:
    """Cut discs out of a lattice twice as large, and go on with the n places that stay."""
    side = math.ceil(math.sqrt(2 * n))
    places = np.stack(np.divmod(np.arange(side * side), side), axis=1).astype(np.float64)
    while True:
        radius = rng.uniform(0.02, 0.15) * side
        kept = np.hypot(*(places - rng.random(2) * side).T) > radius
        if kept.sum() < n:
            return planar(rng, rng.permutation(places)[:n])
        places = places[kept]


def drilling_rows(rng: np.random.Generator, n: int) -> Instance:
    """Drill a board: rows of sixteen holes at a fine pitch, far from each other."""
    rows = math.ceil(n / ROW)
    side = math.ceil(math.sqrt(4 * rows))
    places = rng.choice(side * side, rows, replace=False)
    starts = 1_000 * np.stack(np.divmod(places, side), axis=1)
    upright = rng.integers(2, size=rows)
    steps = 10 * np.stack((1 - upright, upright), axis=1)
    holes = starts[:, np.newaxis] + np.arange(ROW)[:, np.newaxis] * steps[:, np.newaxis]
    return planar(rng, holes.reshape(-1, 2)[:n], Metric.EUC_2D)


def rings(rng: np.random.Generator, n: int) -> Instance:
    """Draw five circles around one centre, each as dense as the others."""
    radii = rng.choice(np.arange(1.0, 6.0), size=n, p=np.arange(1.0, 6.0) / 15)
    angles = rng.uniform(0, 2 * np.pi, n)
    return planar(rng, radii[:, np.newaxis] * np.stack((np.cos(angles), np.sin(angles)), axis=1))


def spirals(rng: np.random.Generator, n: int) -> Instance:
    """Draw two spirals into each other, where a tour must change from one to the other."""
    turns = 6 * np.pi * np.sqrt(rng.random(n))
    angles = turns + np.pi * (np.arange(n) % 2)
    return planar(rng, turns[:, np.newaxis] * np.stack((np.cos(angles), np.sin(angles)), axis=1))


def lines(rng: np.random.Generator, n: int) -> Instance:
    """Draw nodes on ten parallel lines, much nearer to each other than the lines are."""
    return planar(rng, np.stack((rng.random(n), rng.integers(10, size=n) / 10), axis=1))


def diagonal(rng: np.random.Generator, n: int) -> Instance:
    """Draw nodes on one line; every way there and back is optimal."""
    return planar(rng, np.repeat(rng.random((n, 1)), 2, axis=1))


def country(rng: np.random.Generator, n: int) -> Instance:
    """Draw cities, towns and villages within a ragged border, at latitudes and longitudes."""
    phases, heights = rng.uniform(0, 2 * np.pi, HARMONICS), rng.uniform(0, 0.3, HARMONICS)
    order = np.arange(1, HARMONICS + 1)

    def within(places: FloatArray) -> FloatArray:
        """Keep what lies inside the border, at most 1 + Σ height / order from the middle."""
        angles = np.arctan2(*places.T)[:, np.newaxis]
        border = 1 + (heights / order * np.sin(order * angles + phases)).sum(axis=1)
        inside: FloatArray = places[np.hypot(*places.T) < border]
        return inside

    cities = within(rng.uniform(-1.7, 1.7, (60, 2)))[:25]
    shares = 1 / np.arange(1, len(cities) + 1)
    owners = rng.choice(len(cities), size=4 * n, p=shares / shares.sum())
    spread = 0.15 * rng.exponential(size=(4 * n, 1)) * np.sqrt(shares)[owners, np.newaxis]
    near = within(cities[owners] + spread * rng.normal(size=(4 * n, 2)))[: n // 2]
    wide = within(rng.uniform(-1.7, 1.7, (16 * n, 2)))
    degrees = (48, 12) + np.concatenate((near, wide))[:n] * (5, 7)
    whole = np.floor(degrees)
    return planar(rng, whole + 0.6 * (degrees - whole), Metric.GEO)  # degrees.minutes
