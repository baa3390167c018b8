// The parts of a Lin-Kernighan step by themselves, in nanoseconds of CPU time, at several sizes.
// Uniform points, numbered along a k-d tree as in a search. Each figure is the least of five runs.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <limits>
#include <vector>

#include "heataco/core/numbering.h"
#include "heataco/core/rng.h"
#include "heataco/decoders/greedy/greedy.h"
#include "heataco/lin_kernighan/lin_kernighan.h"

using namespace heataco;

namespace {

double now() {
  return 1e9 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

template <class Body>
double least_time(const Body& body) {
  double least = std::numeric_limits<double>::infinity();
  for (int run = 0; run < 5; ++run) {
    const double start = now();
    body();
    least = std::min(least, now() - start);
  }
  return least;
}

// Pops and pushes of a full queue, in the order of the tour.
double queue_time(Node n, const Tour& tour) {
  WorkQueue queue(n);
  queue.fill(tour);
  const Node rounds = 10'000'000;
  return least_time([&] {
           for (Node r = 0; r < rounds; ++r) queue.push(queue.pop());
         }) /
         rounds;
}

struct Times {
  double rewrite;
  double undo;
};

// Stretches all over the tour are turned round, 20,000 nodes at a time, and then all taken back.
Times rewrite_time(Node n, const Tour& start, Node length) {
  const int changes = 20'000 / length;
  LoggedTour tour(n);
  tour.assign(start);
  Rng rng(1);
  const int rounds = 200;
  double undo = 0.0;
  const double all = least_time([&] {
    undo = 0.0;
    for (int round = 0; round < rounds; ++round) {
      for (int change = 0; change < changes; ++change) {
        const Node first = rng.below(n);
        const Node* old = tour.open(first, length);
        Node p = first;
        for (Node t = length - 1; t >= 0; --t, p = tour.wrap_up(p + 1)) tour.put(p, old[t]);
      }
      const double begin = now();
      tour.undo();
      undo += now() - begin;
    }
  });
  const double nodes = static_cast<double>(rounds) * changes * length;
  return {(all - undo) / nodes, undo / nodes};
}

void measure(Node n) {
  std::vector<double> points;
  Rng rng(static_cast<std::uint64_t>(n));
  for (Node t = 0; t < 2 * n; ++t) points.push_back(rng.uniform());
  const Instance given(Metric::euclidean, points.data(), n, true);
  Checkpoint checkpoint;
  const Numbering numbering(given, checkpoint);
  const Instance& instance = numbering.instance();
  const NeighbourLists lists = nearest_neighbours(instance, 8, Direction::out, checkpoint);
  const Tour start = greedy({instance, nullptr, nullptr, 0}, {"none", 10}, {}, checkpoint).tour;
  const std::vector<Node> none;

  LinKernighan search({instance, lists, none}, {12, 3, 2});
  search.tour().assign(start);
  const double begin = now();
  search.queue_all();
  search.descend();
  const double descent = (now() - begin) / n;
  const auto moves = static_cast<double>(search.moves()) / n;
  while (search.queue_all(), search.descend() > 0.0) {
  }
  const double look = least_time([&] {
                        for (Node rounds = std::max(1, 300'000 / n); rounds > 0; --rounds) {
                          search.queue_all();
                          search.descend();
                        }
                      }) /
                      (std::max(1, 300'000 / n) * static_cast<double>(n));
  std::printf("| %d | %.0f | %.2f | %.0f |", n, descent, moves, look);
  for (const Node length : {10, 100, 500}) {
    const Times times = rewrite_time(n, search.tour().order(), length);
    std::printf(" %.2f, %.2f |", times.rewrite, times.undo);
  }
  std::printf(" %.2f |\n", queue_time(n, search.tour().order()));
  std::fflush(stdout);
}

}  // namespace

int main() {
  std::puts(
      "| n | descent from greedy, a node | its moves, a node | search in vain around a node | "
      "rewriting a node and undoing it, stretches of 10 | of 100 | of 500 | queue: pop and push |");
  std::puts("|---|---|---|---|---|---|---|---|");
  for (const Node n : {1'000, 10'000, 100'000}) measure(n);
  return 0;
}
