"""A small instance with its heatmap, and decoders that search."""

import numpy as np

import heataco as ha

N = 40
INSTANCE = ha.Instance.from_coordinates(np.random.default_rng(0).random((N, 2)))
HEATMAP = ha.predictors.SoftDist(neighbours=8).predict(INSTANCE)
PLAIN = [ha.MMAS("none"), ha.MMAS("2opt"), ha.HeatACO("3opt"), ha.MCTS(), ha.MCTS(chains=3)]
SEARCHES = [*PLAIN, ha.Focused()]


def solve(decoder, instance=INSTANCE, heatmap=HEATMAP, **options):
    return ha.decode(instance, heatmap, decoder, **options)


def label(decoder):
    return decoder.label
