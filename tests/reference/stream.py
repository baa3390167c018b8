"""The random stream of an ant, the same as that of the native search."""

import numpy as np

WORD = 2**64 - 1


def mixed(z):
    """Scramble a word: the output function of SplitMix64."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & WORD
    return z ^ (z >> 31)


class Stream:
    """SplitMix64, keyed by the work item."""

    def __init__(self, seed, iteration, ant):
        self.state = mixed(mixed(mixed(seed) ^ iteration) ^ ant)

    def word(self):
        self.state = self.state + 0x9E3779B97F4A7C15 & WORD
        return mixed(self.state)

    def uniform_float(self):
        return np.float32((self.word() >> 40) * 2.0**-24)

    def uniform(self):
        return (self.word() >> 11) * 2.0**-53

    def below(self, bound):
        return (self.word() >> 32) * bound >> 32
