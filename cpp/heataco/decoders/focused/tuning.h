// The constants of Focused that are no parameters: what each means, and what was measured.
//
// Gaps are in percent above the best known tour. The full record, with instances and machines, is
// in docs/lab.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "heataco/core/types.h"

namespace heataco::tuning {

// ---- Budget

// An iteration has one trial for every ten nodes of the instance, symmetric or not, and so has a
// pass over the regions of a large tour. Chosen without a comparison: it is the unit of progress.
inline constexpr Node nodes_per_trial = 10;
inline constexpr double trials_per_node = 1.0 / nodes_per_trial;  // of an iteration

inline std::int64_t trials_of_iteration(Node n) {
  return std::max<Node>(1, n / nodes_per_trial);
}

// Smaller instances are solved by trying all tours: four cuts need eight ends.
inline constexpr Node min_nodes = 8;

// How long a trial takes is measured by so many trials. With n/40 in their place, n = 10,000, 8 and
// 2 s: 0.0816 against 0.0810, 0.337 against 0.320, which is noise.
inline constexpr std::int64_t timed_trials = 64;

// Seconds of a trial where it is not measured, on one thread. Seen: 30 to 60 µs. n = 100,000, 60 s,
// alpha: 226.24 with recombining, to which this leads, 226.35 without, as with 100 µs.
inline constexpr double typical_seconds = 5e-5;
inline constexpr double min_seconds = 1e-7;  // for clocks that do not resolve a trial

// What a search of a small instance has, however little time its prediction or a busy machine has
// left of the limit: enough for a local optimum, where there would be a tour along a curve, 30 to
// 40 % too long.
inline double min_seconds_to_search(Node n) {
  return n <= 3'000 ? 1.5e-5 * static_cast<double>(n) : 0.0;
}

// ---- Rounds

// Trials per node of the first of several rounds. Chosen without a comparison.
inline constexpr double first_trials = 4.0;

// How many times as long as the round before it a round is. By 3 and by 2, n = 10,000, 90 s: 0.026
// and 0.031 against 0.017.
inline constexpr double round_growth = 10.0;

// Trials per node from which on a budget counts as unlimited. Chosen without a comparison.
inline constexpr double unlimited_trials = 1e6;

// Trials per node below which there is one walker only. At n = 90,000 and 44 s, about 7 trials per
// node, recombined walkers and a single one did not differ.
inline double min_trials_to_recombine(Node n) {
  return 2.0 + static_cast<double>(n) / 20'000.0;
}

// Walkers of a round: this times the root of its trials per node, at most max_walkers. The smaller
// the instance, the sooner walkers are recombined, and the more of them there may be. n = 1,000, 12
// against 9: 0.0138 and 0.0161 against 0.0203 and 0.0225 in 0.5 s (64 instances each), 0.0002
// against 0.0010 in 2.5 s; 15: 0.0187 in 0.5 s. n = 500, 0.25 s, 12 and 9: 0.0077, 0.0091, which is
// noise; 18: 0.028. n = 10,000, 9, 12 and 15: 0.064, 0.070, 0.102 in 8 s, 0.021, 0.030, – in 30 s.
// Directed tours take long to recombine: one-way streets, n = 1,000, 1 s, 11, 7 and 5: 0.076,
// 0.025, – with alpha; 7 and 5, other instances: 0.016, 0.021 with alpha, 0.037, 0.059 without.
inline double walkers_per_root(Node n, bool directed) {
  if (directed) return 7.0;
  return 12.0 - 3.0 * std::clamp(std::log10(static_cast<double>(n)) - 3.0, 0.0, 1.0);
}
// 48, 75 and 100, n = 10,000, 60 s: 0.025, 0.032, 0.025, which is noise. 100 and 225, 300 s, two
// instances: 0.0080 and 0.0036, 0.0028 and 0.0051; ends of the longest round 0.0121 and 0.0074,
// 0.0081 and 0.0085.
inline constexpr double max_walkers = 300.0;

// The share of a round that is for breeding. n = 500, 0.25 s, 0.90, 0.936 and 0.956: 0.009, 0.014,
// 0.03; n = 10,000, 8 s, 0.61, 0.46 and 0.36: 0.078, 0.081, 0.105. The line through the two sizes
// and its bounds were chosen without a comparison. A directed instance counts as the twice as many
// nodes that are searched: one-way streets, n = 500, 0.5 s, 0.9 and 0.8: 0.062, 0.032.
inline double breeding_share(Node n) {
  return std::clamp(1.55 - 0.235 * std::log10(static_cast<double>(n)), 0.3, 0.9);
}

// How much warmer walkers are that will be recombined, which makes good what they leave undone and
// needs tours that differ. n = 1,000, 260 iterations: 0.007 against 0.031 without.
inline constexpr double recombined_temperature = 2.5;

// In lengths of the edges that a trial cuts. Chosen without a comparison.
inline constexpr double max_temperature = 1.0;

// Starts differ in the lengths that greedy merging sees: each is divided by a number from this one
// to this one plus 1. All walkers from one greedy tour were as bad as one walker; the range was
// chosen without a comparison.
inline constexpr double min_length_divisor = 0.5;

// ---- Recombining

// Generations in a row that help no tour end it. Chosen without a comparison; stopping when a
// generation gained a hundredth of the best one, n = 10,000, 60 s: 0.037 against 0.023.
inline constexpr int max_fruitless_generations = 3;

// The share of all that recombining has gained in a round below which a generation of single cycles
// is the last one, and then one of pairs. None, 0.001 and 0.003, n = 1,000, 0.5 s: 0.0127, 0.0098,
// – (128 instances), 0.0099, –, 0.0063 (64 of them); n = 10,000, 30 s (4): 0.0021, –, 0.0045;
// length of a tour of 100,000 nodes in 60 s: 226.165, 226.141, 226.193.
inline constexpr double min_gain_of_generation = 0.001;

// Children that a tour takes at once: so many, or a tenth of those that gain, which are hundreds as
// long as the tours are far apart. All that gain were worse than the best one at n = 500; a third
// and a tenth of n / 1,000, n = 10,000, 90 s: 0.027 and 0.021 against 0.017. The tenth, fifth and
// two fifths of those that gain against n / 1,000 alone, n = 10,000, 8 s: 0.061, 0.064, 0.057
// against 0.074; a fifth in 30 s: 0.021 against 0.023.
inline std::size_t max_children(Node n, std::size_t gaining) {
  return std::max(1 + index(n) / 1'000, gaining / 10);
}

// A child that costs less diversity than this, or adds to it, comes before all others by its gain.
// Chosen without a comparison: exchanges of edges that all tours share lose far more.
inline constexpr double min_diversity_loss = 1e-9;

// Cycles, the best ones, that are tried together with one that leaves subtours. Chosen without a
// comparison.
inline constexpr std::size_t max_partners = 50;

// Edges at either end of a long segment that may be opened to join a subtour. With this, and
// losing children given up early, n = 40,000, 20 s: 0.13 against 0.32.
inline constexpr Node max_edges_at_end = 50;

// ---- Polishing: on the edges of a round's tours, 2.4 per node. n = 10,000, 90 s: 0.0175 against
// 0.030 without.

// Not the number of threads, on which no tour may depend. Chosen without a comparison.
inline constexpr std::size_t polishers = 8;

// Of `min_doubt`: edges that all tours share are hardly ever wrong. With cuts anywhere: 0.040
// against 0.024 to 0.029, from one population at n = 10,000.
inline constexpr double polishing_doubt = 0.05;

// Added to both breadths, as candidates are few. Chosen without a comparison.
inline constexpr int polishing_breadth = 1;

// Candidates per node, the most frequent edges first. Chosen without a comparison.
inline constexpr std::size_t max_agreed_candidates = 8;

// Iterations in a row without a shorter tour that end it: one trial per node. Chosen without a
// comparison.
inline constexpr int max_fruitless_polishing = nodes_per_trial;

// ---- Trials

// Attempts to find the cuts of a trial before any edge will do. Chosen without a comparison.
inline constexpr int max_failures = 64;

// Trials between two looks at the clock: some 0.5 ms. Chosen without a comparison.
inline constexpr std::int64_t trials_between_looks = 8;

// Wide trials cut leaps, the edges between clusters, so many times as often as other edges. 50
// clusters, n = 1,000: 0.08 to 0.001 with alpha, 0.20 to 0.000 without heat. Three and eight times,
// 200 clusters with alpha: 0.11 and 0.00 (n = 1,000), 0.10 and 0.02 (n = 2,000); without heat eight
// times were worse (0.26 against 0.05). Six was chosen between the two and not compared by itself.
inline constexpr double wide_weight = 6.0;
inline constexpr double min_wide_share = 0.05;  // of the trials; chosen without a comparison
inline constexpr double max_wide_share = 0.25;  // eight times had at most 0.30

// Leaps that are there by chance, without clusters. Chosen without a comparison.
inline double leaps_by_chance(double n) {
  return 2.0 + 0.002 * n;
}

// Leaps of at least this share of a leap's length count as about as long. Where there are so many
// of them at most, as between the largest of nested clusters, any may be cut together. Nested
// clusters, n = 1,000, 200 iterations: 0.20 to 0.001 without heat, 0.017 to 0.000 with alpha; 200
// clusters without heat, 250 iterations: 0.11 to 0.03. At most 12 of them: 0.002, 0.000, 0.04.
inline constexpr double min_leap_ratio = 0.3;
inline constexpr Node max_leaps_anywhere = 6;

// Steps of the walk from a leap to those of clusters nearby, and tour edges that are looked through
// for a leap from there. Chosen without a comparison.
inline constexpr int wide_steps = 3;
inline constexpr int max_steps_to_leap = 50;

// ---- Large tours, walked on in regions

// Cells are at most this part of what is searched as a whole: a trial rewrites less of a smaller
// one. n = 200,000, 12 s, no heat, depth 20, half, a third and a fifth: 320.692, 320.693, 320.698.
inline constexpr std::size_t cells_per_whole = 2;

// Large tours get few trials per node; there it pays to look further with each. The same: depth 12,
// breadth 2 and 1: 320.94; depth 20: 320.82; depth 20, breadth 3 and 1: 320.76; 3 and 2: 320.69;
// 5 and 3: 320.88. n = 100,000, 20 s, alpha, depth 16 and 2 and 1, depth 20 and 3 and 2: 226.67,
// 226.59.
inline constexpr int region_depth = 4;
inline constexpr int region_breadth = 1;

// Nodes of a stretch, where threads share one tour, and how many stretches there are at most.
// Chosen without a comparison.
inline constexpr std::size_t stretch_nodes = 50'000;
inline constexpr std::size_t max_stretches = 16;

// Nodes are cut in two at this share, or up to so much behind it. Chosen without a comparison.
inline constexpr double min_cut_share = 0.35;
inline constexpr double cut_share_range = 0.3;

// Edges that a region must have free. Chosen without a comparison.
inline constexpr std::size_t min_region_edges = 8;

// ---- Trust in the heatmap

// Nodes of the cell in which the tour is improved to judge the heat, where it is too large to be
// improved as a whole. Chosen without a comparison.
inline constexpr std::size_t judged_nodes = 5'000;

// Trust ends where heat does so many times as badly as distance; so many edges are put down to
// chance. Chosen without a comparison; with both, misleading heat cost at most 0.005, p > 0.2
// (n = 1,000, 1 s; n = 10,000, 8 s).
inline constexpr double distrusted_ratio = 2.0;
inline constexpr double edges_by_chance = 4.0;

// ---- Candidates by heat

// Where the hottest candidates leave out more than this share of the heat, there are as many as
// `neighbours`. Uniform nodes leave out 0.002, clusters of a few nodes each 0.1. 200 clusters, with
// alpha: 0.025 to 0.000 (n = 1,000, 1 s, four instances, two seeds), 0.035 to 0.000 and 0.008 to
// 0.015 (n = 500, 0.5 s, two sets of instances); Hamming distances 0.029 to 0.021 (n = 1,000).
inline constexpr double max_heat_left_out = 0.02;

// Heat below this share of that of the node's second hottest edge is noise: near nodes are better
// candidates. A known tour at 0.9 with noise up to 0.001 on all other edges, eight instances of 150
// and 500 nodes: trust 0 without it, 0.86 to 1 with it. Alpha leaves out what is below 0.0085.
inline constexpr float min_relative_heat = 0.005F;

// ---- Matrices

// Rows by distance are twice as long where more than one in four ends amid ties. Hamming distances,
// with alpha: 0.13 to 0.00 (n = 200), 0.08 to 0.04 (500), 0.25 to 0.06 (1,000). Without heat, n =
// 1,000, rows of 16, 11 and 8: Hamming distances 0.029, 0.050, 0.205, street grids 0.014, 0.010,
// 0.005. Rows by trusted heat need no more than any others: 0.019 to 0.011 and 0.015 to 0.010.
inline constexpr std::size_t tied_row_growth = 2;
inline constexpr Node rows_per_tied_row = 4;

// ---- Directed instances

// Candidates of either direction, so that a node has half as many again as without directions. All
// 8 neighbours, 7, 6 and 5, one-way streets, n = 500, 0.5 s: 0.033, 0.042, 0.031, 0.020 with alpha,
// 0.076, 0.059, 0.039, 0.062 without heat; nearly symmetric 0.040, –, 0.016, 0.021 and 0.015, –,
// 0.023, 0.022.
inline std::size_t directed_candidates(std::size_t neighbours) {
  return std::max<std::size_t>(2, 3 * neighbours / 4);
}

// Of a limited time: for the prices of the assignment, which give up after two thirds of it where
// they are far from done. Flow shops, n = 1,000, with alpha, limit 1 s: 7 of 8 runs optimal with
// 0.5, 11 of 12 with 0.6; up to 0.8 % above it before. n = 2,000, limit 2 s: 7.5 % above the
// optimum with alpha, 4.9 % without heat with 0.6; optimal with 0.85 and faster prices.
inline constexpr double prices_share = 0.85;

// Of a limited time: for branch and bound, which gives up by itself where the bound is not tight.
// Chosen without a comparison.
inline constexpr double branching_share = 0.3;

// Of the budget: for a first tour of the mean distances, where directions differ by at most this
// share of the shortest arcs. Up to 5 % between directions: 0.63 to 0.000 (n = 200), 1.52 to 0.000
// (500). Shares of 0.5, 0.75 and 0.9, n = 1,000, 1 s: 0.043, 0.020, 0.027. The limit on iterations
// keeps a search with a target length from waiting for a tour that no target ends.
inline constexpr double symmetrised_share = 0.75;
inline constexpr double max_direction_difference = 0.25;
inline constexpr std::int64_t max_substitute_iterations = 1'000;

// The same for a first tour of a matrix with hubs, without prices: its shortest tours are those of
// the matrix, so that little is left to do. Products of two weights: 55 to 0.000 (n = 200, 0.2 s).
inline constexpr double repriced_share = 0.95;

// The same for a first tour of the places of a matrix, where at least one node in so many shares
// the place of another. Ten nodes at each place, with alpha: 0.87 to 0.000 (n = 500, 0.5 s, four
// instances), 1.6 to 0.000 (n = 1,000, 1 s, two). Both shares were chosen without a comparison.
inline constexpr double places_share = 0.75;
inline constexpr Node nodes_per_shared = 20;

// Nodes from which on a first tour pays, and up to which a second matrix is affordable. Chosen
// without a comparison.
inline constexpr Node min_symmetrised_nodes = 100;
inline constexpr Node max_symmetrised_nodes = 5'000;

}  // namespace heataco::tuning
