"""The equations of the paper, one function each."""

import math

import numpy as np

LANES = 8
LEADERS = 3
LEADERS = 3


def confidences(heat, symmetric, threshold):
    """c_ij (eq. 9) of a dense heatmap; P_i (eq. 3) is where it is positive."""
    h = np.asarray(heat, np.float32).astype(np.float64)
    if symmetric:
        h = (h + h.T) / 2
    h = np.where(h > threshold, h, 0.0)
    np.fill_diagonal(h, 0.0)
    return h


def candidate_lists(d, c, k):
    """C_i (section III-A): P_i cut to its k nearest, or filled up with the nearest others."""
    n = len(d)
    lists = []
    for i in range(n):
        by_distance = sorted((d[i, j], j) for j in range(n) if j != i)
        supported = [pair for pair in by_distance if c[i, pair[1]] > 0]
        others = [pair for pair in by_distance if c[i, pair[1]] <= 0]
        lists.append([j for _, j in sorted((supported + others)[:k])])
    return lists


def evidence(c, lists, symmetric, floor):
    """e_ij (eqs. 10, 11) of every candidate arc, in the order of the lists."""
    degree = 2 if symmetric else 1
    rows = []
    for i, row in enumerate(lists):
        positive = sorted((c[i, j] for j in row if c[i, j] > 0), reverse=True)
        baseline = max(positive[degree] if len(positive) > degree else 0.0, floor)
        rows.append([max(max(c[i, j], floor) / baseline, 1.0) for j in row])
    return rows


def margin_quantile(rows, share):
    """q (eq. 12): the quantile of log e over all e > 1, with linear interpolation."""
    margins = sorted(math.log(e) for row in rows for e in row if e > 1.0)
    if not margins:
        return 0.0
    rank = share * (len(margins) - 1)
    below = int(rank)
    above = min(below + 1, len(margins) - 1)
    return margins[below] + (rank - below) * (margins[above] - margins[below])


def trail_range(n, k, improving, p_best):
    """τ_max/τ_min (eq. 13): by eq. 5 with local search, by eq. 6 without, and never below 1."""
    if improving:
        return 2.0 * n
    p_x = p_best ** (1.0 / n)
    return max((k - 1) / 2 * p_x / (1.0 - p_x), 1.0)


def evidence_scale(q, ratio, alpha, cap, kappa):
    """κ (eq. 14) and its two ablations: a fixed one, and 1/q without a cap."""
    if kappa is not None:
        return kappa
    if not q > 0:
        return 0.0
    if cap is None:
        return 1.0 / q
    return cap * alpha * math.log(ratio) / q if ratio > 1 else 0.0


def fixed_weights(d, lists, beta, rows, kappa):
    """η^β·e^κ (eq. 4), relative to the row's largest η^β, in single precision.

    Distances below a millionth of the row's longest count as that, logarithms are cut at 60.
    """
    fixed = []
    for i, row in enumerate(lists):
        longest = d[i, row[-1]]
        shortest = 1e-6 * longest if longest > 0 else 1.0
        lengths = [max(d[i, j], shortest) for j in row]
        heuristic = [max(beta * math.log(lengths[0] / length), -60.0) for length in lengths]
        bias = [min(kappa * math.log(e), 60.0) for e in rows[i]]
        fixed.append([math.exp(h + b) for h, b in zip(heuristic, bias, strict=True)])
    return np.array(fixed, np.float32)


def draw(weights, u):
    """Roulette wheel (eq. 4) in the order of sums that roulette.h lays down; -1: no weight."""
    padded = np.zeros(-(-len(weights) // LANES) * LANES, np.float32)
    padded[: len(weights)] = weights
    lane_sums = np.zeros(LANES, np.float32)
    for block in padded.reshape(-1, LANES):
        lane_sums += block
    prefix = lane_sums
    for shift in (1, 2, 4):
        prefix = prefix + np.concatenate((np.zeros(shift, np.float32), prefix[:-shift]))
    stop = u * prefix[-1]
    lanes = np.flatnonzero(lane_sums > 0)
    if not len(lanes):
        return -1
    beyond = lanes[prefix[lanes] > stop]
    lane = beyond[0] if len(beyond) else lanes[-1]
    rest = stop - (prefix[lane] - lane_sums[lane])
    slots = [slot for slot in range(lane, len(padded), LANES) if padded[slot] > 0]
    total = np.float32(0)
    for slot in slots:
        total += padded[slot]
        if total > rest:
            return slot
    return slots[-1]


def choose(weights, unvisited, stream):
    """Draw a slot (eq. 4) by the leaders of a row, as leaders.h and ant.cpp lay it down."""
    leaders = [slot for slot in np.argsort(-weights, kind="stable")[:LEADERS] if weights[slot] > 0]
    sums = np.cumsum([weights[slot] * unvisited[slot] for slot in leaders], dtype=np.float32)
    others = [s for s, weight in enumerate(weights) if weight > 0 and s not in leaders]
    rest = np.cumsum([weights[slot] for slot in others], dtype=np.float32)
    total = rest[-1] if others else np.float32(0)
    u = stream.uniform_float()
    if leaders and sums[-1] > 0:
        stop = u * (sums[-1] + total)
        if stop < sums[-1]:
            return leaders[np.flatnonzero(sums > stop)[0]]
        stop = stream.uniform_float() * total
        if others:
            slot = others[[*np.flatnonzero(rest > stop), -1][0]]
            if unvisited[slot]:
                return slot
        u = stream.uniform_float()
    return draw(weights * unvisited, u)


def deposit_interval(improving, iterations_since_restart):
    """u_gb (section III-B): every how many iterations a best tour deposits."""
    if not improving:
        return 25
    for below, interval in ((25, 25), (75, 5), (125, 3), (250, 2)):
        if iterations_since_restart < below:
            return interval
    return 1


def branching_factor(trails, band, symmetric):
    """Mean number of open candidates, halved where an edge counts from both its ends."""
    low = trails.min(axis=1, keepdims=True)
    high = trails.max(axis=1, keepdims=True)
    mean = (trails > low + band * (high - low)).sum() / len(trails)
    return mean / 2 if symmetric else mean
