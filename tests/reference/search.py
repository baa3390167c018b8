"""The search itself: algorithms 1 and 2 of the paper."""

from itertools import pairwise

import numpy as np
from tests.reference import equations
from tests.reference.stream import Stream

import heataco as ha


class Search:
    """Algorithm 1, with the parameters of a `MMAS` or `HeatACO` value."""

    def __init__(self, matrix, heat, decoder, seed):
        self.instance = ha.Instance.from_matrix(matrix)
        self.decoder, self.seed = decoder, seed
        self.d, self.n = np.asarray(matrix, np.float64), len(matrix)
        self.symmetric = self.instance.symmetric
        self.improving = decoder.local_search != "none"
        self.rho = decoder.evaporation or (0.8 if self.symmetric else 0.2)
        self.prepare(heat)
        self.start()

    def prepare(self, heat):
        p = self.decoder
        heated = isinstance(p, ha.HeatACO)
        c = equations.confidences(heat, self.symmetric, p.heat_threshold) if heated else 0 * self.d
        k = min(p.candidates, self.n - 1)
        self.lists = equations.candidate_lists(self.d, c, k)
        self.slots = [{j: s for s, j in enumerate(row)} for row in self.lists]
        self.ratio = equations.trail_range(self.n, k, self.improving, p.p_best)
        self.kappa, rows = 0.0, np.ones((self.n, k))
        if heated:
            rows = equations.evidence(c, self.lists, self.symmetric, p.confidence_floor)
            q = equations.margin_quantile(rows, p.evidence_quantile)
            self.kappa = equations.evidence_scale(q, self.ratio, p.alpha, p.evidence_cap, p.kappa)
        self.fixed = equations.fixed_weights(self.d, self.lists, p.beta, rows, self.kappa)

    def start(self):
        first = Stream(self.seed, 0, 0).below(self.n)
        tour, unvisited = [first], set(range(self.n)) - {first}
        while unvisited:
            tour.append(self.nearest(tour[-1], unvisited))
            unvisited.remove(tour[-1])
        self.best = self.improved(tour, "2opt") if self.improving else tour
        self.tau_max = 1.0 / (self.rho * self.cost(self.best))  # eq. 5
        self.trails = np.full(self.fixed.shape, self.tau_max)
        self.restart_best, self.restart_best_found, self.last_restart = None, 0, 0
        self.iteration_bests = [self.cost(self.best)]
        self.intervals, self.elites, self.restarts = [], [], []

    def run(self, iterations):
        for t in range(1, iterations + 1):
            weights = self.weights()
            streams = [Stream(self.seed, t, ant) for ant in range(self.decoder.ants)]
            tours = [self.ant_tour(weights, stream) for stream in streams]
            if self.improving:
                tours = [self.improved(tour, self.decoder.local_search) for tour in tours]
            iteration_best = min(tours, key=self.cost)
            self.iteration_bests.append(self.cost(iteration_best))
            if self.restart_best is None or self.shorter(iteration_best, self.restart_best):
                self.restart_best, self.restart_best_found = iteration_best, t
            if self.shorter(iteration_best, self.best):
                self.best = iteration_best
                self.tau_max = 1.0 / (self.rho * self.cost(self.best))
            self.update(self.elite(t, iteration_best))
            self.restart_if_stagnant(t)
        return self

    def elite(self, t, iteration_best):
        """Choose the tour T⁺ that deposits (algorithm 1), and note which, and how good."""
        interval = equations.deposit_interval(self.improving, t - 1 - self.last_restart)
        self.intervals.append(interval)
        choices = {"iteration": iteration_best, "restart": self.restart_best, "global": self.best}
        name = "iteration"
        if t % interval == 0:
            stale = interval == 1 and t - self.restart_best_found > 50
            name = "global" if stale else "restart"
        self.elites.append((name, self.cost(choices[name]), self.cost(self.restart_best)))
        return choices[name]

    def update(self, elite):
        """Eqs. 7 and 8."""
        self.trails *= 1.0 - self.rho
        for i, j in pairwise([*elite, elite[0]]):
            for a, b in ((i, j), (j, i)) if self.symmetric else ((i, j),):
                if b in self.slots[a]:
                    self.trails[a, self.slots[a][b]] += 1.0 / self.cost(elite)
        self.trails = np.clip(self.trails, self.tau_max / self.ratio, self.tau_max)

    def restart_if_stagnant(self, t):
        p = self.decoder
        if t % p.branching_interval or t - self.restart_best_found <= p.restart_patience:
            return
        if (
            equations.branching_factor(self.trails, p.branching_band, self.symmetric)
            < p.branching_threshold
        ):
            self.trails[:] = self.tau_max
            self.restart_best, self.restart_best_found, self.last_restart = None, t, t
            self.restarts.append(t)

    def ant_tour(self, weights, stream):
        """Algorithm 2."""
        tour = [stream.below(self.n)]
        unvisited = np.ones(self.n, bool)
        unvisited[tour[0]] = False
        while len(tour) < self.n:
            i = tour[-1]
            open_slots = unvisited[self.lists[i]]
            q0 = self.decoder.exploitation
            if q0 > 0 and stream.uniform() < q0:
                open_weights = weights[i] * open_slots
                slot = int(np.argmax(open_weights)) if open_weights.any() else -1
            else:
                slot = equations.choose(weights[i], open_slots, stream)
            j = self.lists[i][slot] if slot >= 0 else self.nearest(i, np.flatnonzero(unvisited))
            tour.append(int(j))
            unvisited[j] = False
        return tour

    def weights(self):
        """τ^α·η^β·e^κ (eq. 4), τ relative to τ_max."""
        tau = (self.trails * (1.0 / self.tau_max)).astype(np.float32)
        power = (tau.astype(np.float64) ** self.decoder.alpha).astype(np.float32)
        return power * self.fixed

    def nearest(self, i, nodes):
        return min((self.d[i, j], j) for j in nodes)[1]

    def improved(self, tour, local_search):
        k = self.decoder.local_search_neighbours
        return ha.improve(self.instance, tour, local_search, neighbours=k).tolist()

    def shorter(self, tour, other):
        return self.cost(tour) < self.cost(other)

    def cost(self, tour):
        """Length, the closing arc first: the last bit decides between equal tours."""
        total = self.d[tour[-1], tour[0]]
        for i, j in pairwise(tour):
            total += self.d[i, j]
        return float(total)
