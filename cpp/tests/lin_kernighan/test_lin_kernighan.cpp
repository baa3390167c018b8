#include <cmath>

#include "heataco/lin_kernighan/doubling.h"
#include "heataco/lin_kernighan/lin_kernighan.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

NeighbourLists nearest(const Instance& instance, std::size_t k) {
  Checkpoint checkpoint;
  return nearest_neighbours(instance, k, Direction::out, checkpoint);
}

// Of a directed instance, for its doubled one.
NeighbourLists nearest_doubled(const Instance& directed, std::size_t k) {
  Checkpoint checkpoint;
  return doubled_lists(nearest_neighbours(directed, k, Direction::out, checkpoint),
                       nearest_neighbours(directed, k, Direction::in, checkpoint));
}

// A search that is kicked again and again: two neighbouring stretches of the tour change places.
class Kicked {
 public:
  Kicked(const Instance& instance, const NeighbourLists& candidates,
         const std::vector<Node>& partners, const LkParameters& parameters, std::uint64_t seed)
      : instance_(instance),
        partners_(partners),
        search_({instance, candidates, partners}, parameters),
        rng_(seed) {}

  void start(const Tour& tour) {
    search_.tour().assign(tour);
    search_.queue_all();
    logged_ = cost(instance_, tour) - search_.descend();
    search_.tour().forget();
    check();
  }

  // Kicks and repairs; half of the trials are taken back.
  void attempt() {
    const Tour before = order();
    const double logged_before = logged_;
    if (!kick()) return;
    logged_ -= search_.descend();
    check();
    if (rng_.below(2) == 0) {
      search_.tour().forget();
      return;
    }
    search_.tour().undo();
    logged_ = logged_before;
    if (order() != before) FAIL("undo did not restore the tour");
    check_positions();
  }

  const Tour& order() const { return search_.tour().order(); }
  std::int64_t moves() const { return search_.moves(); }
  double logged() const { return logged_; }

 private:
  bool kick() {
    LoggedTour& tour = search_.tour();
    const Node longest = std::min<Node>(25, (tour.n() - 1) / 2);
    const Node before = rng_.below(tour.n());
    const Node first = 1 + rng_.below(longest);
    const Node second = 1 + rng_.below(longest);
    const auto at = [&](Node steps) { return tour.at((before + steps) % tour.n()); };
    const std::array<Node, 3> cuts{0, first, first + second};
    for (const Node c : cuts)
      if (!partners_.empty() && partners_[index(at(c))] == at(c + 1)) return false;
    const std::array<Node, 6> ends{
        at(0), at(1), at(first), at(first + 1), at(first + second), at(first + second + 1)};
    const auto d = [&](std::size_t a, std::size_t b) {
      return instance_.distance(ends[a], ends[b]);
    };
    if (std::isinf(d(0, 3)) || std::isinf(d(4, 1)) || std::isinf(d(2, 5))) return false;
    logged_ += d(0, 3) + d(4, 1) + d(2, 5) - d(0, 1) - d(2, 3) - d(4, 5);
    const Node start = tour.wrap_up(before + 1);
    const Node* old = tour.open(start, first + second);
    for (Node t = 0; t < first + second; ++t)
      tour.put((start + t) % tour.n(), old[t < second ? first + t : t - second]);
    for (const Node v : ends) search_.queue(v);
    return true;
  }

  void check() {
    check_positions();
    const double recomputed = cost(instance_, order());
    if (!(std::abs(recomputed - logged_) <= 1e-9 * recomputed)) {
      CAPTURE(recomputed);
      CAPTURE(logged_);
      FAIL("the logged gain is not what the tour got shorter by");
    }
    if (partners_.empty()) return;
    const LoggedTour& tour = search_.tour();
    for (Node v = 0; v < tour.n(); ++v) {
      const Node partner = partners_[index(v)];
      if (partner != no_node && tour.next(v) != partner && tour.previous(v) != partner)
        FAIL("a fixed edge is gone");
    }
  }

  // A tour is valid where every node stands where it is said to stand.
  void check_positions() const {
    const LoggedTour& tour = search_.tour();
    for (Node v = 0; v < tour.n(); ++v)
      if (tour.at(tour.position(v)) != v) FAIL("positions and order differ");
  }

  const Instance& instance_;
  const std::vector<Node>& partners_;
  LinKernighan search_;
  Rng rng_;
  double logged_ = 0.0;
};

}  // namespace

TEST_CASE("undo restores order and positions, however often the tour was rewritten") {
  Rng rng(2);
  for (const Node n : {1, 2, 3, 10, 200}) {
    LoggedTour tour(n);
    tour.assign(random_tour(n, 3));
    for (int repeat = 0; repeat < 300; ++repeat) {
      const Tour before = tour.order();
      const int changes = rng.below(6);
      for (int change = 0; change < changes; ++change) {
        const Node first = rng.below(n);
        const Node length = rng.below(n + 1);
        const Node* old = tour.open(first, length);
        const Tour shuffled = random_tour(length, rng.next());
        for (Node t = 0; t < length; ++t) {
          REQUIRE(old[t] != no_node);
          tour.put((first + t) % n, old[shuffled[index(t)]]);
        }
        REQUIRE(is_permutation(tour.order(), n));
      }
      const bool forgotten = rng.below(3) == 0;
      const Tour after = tour.order();
      if (forgotten) tour.forget();
      tour.undo();
      REQUIRE(tour.order() == (forgotten ? after : before));
      for (Node v = 0; v < n; ++v) REQUIRE(tour.at(tour.position(v)) == v);
    }
  }
}

TEST_CASE("over many moves gains are what tours get shorter by, and undo is exact") {
  const std::vector<Node> none;
  std::int64_t moves = 0;
  for (const LkParameters& parameters :
       {LkParameters{12, 3, 2}, LkParameters{LinKernighan::max_depth, 5, 3}, LkParameters{1, 1, 1},
        LkParameters{2, 5, 5}, LkParameters{5, 8, 8}}) {
    for (const Node n : {5, 8, 30, 60}) {
      const auto points = random_points(n, 1);
      const Instance instance(Metric::euclidean, points.data(), n, true);
      const NeighbourLists candidates = nearest(instance, 7);
      Kicked search(instance, candidates, none, parameters, 4);
      search.start(random_tour(n, 5));
      while (search.moves() < 12'500) search.attempt();
      moves += search.moves();
      CHECK(is_permutation(search.order(), n));
      CHECK(search.logged() == doctest::Approx(cost(instance, search.order())).epsilon(1e-9));
    }
  }
  CHECK(moves >= 250'000);
}

TEST_CASE("fixed edges are never removed") {
  for (const Node n : {6, 9, 40}) {
    const auto matrix = random_matrix(n, 1);
    const Instance directed(Metric::explicit_matrix, matrix.data(), n, false);
    const Instance doubled = directed.doubled();
    const NeighbourLists lists = nearest_doubled(directed, 6);
    const std::vector<Node> partners = doubled_partners(n);
    Kicked search(doubled, lists, partners, {12, 3, 2}, 2);
    search.start(doubled_tour(random_tour(n, 3)));
    for (int trial = 0; trial < 10'000; ++trial) search.attempt();
    const Tour tour = single_tour(search.order());
    CHECK(is_permutation(tour, n));
    CHECK(cost(directed, tour) == doctest::Approx(search.logged()).epsilon(1e-9));
  }
  for (const Node n : {8, 60}) {
    const auto points = random_points(n, 2);
    const Instance instance(Metric::euclidean, points.data(), n, true);
    const NeighbourLists candidates = nearest(instance, 7);
    const Tour tour = random_tour(n, 3);
    std::vector<Node> partners(index(n), no_node);
    for (Node p = 0; p + 1 < n; p += 4) {
      partners[index(tour[index(p)])] = tour[index(p + 1)];
      partners[index(tour[index(p + 1)])] = tour[index(p)];
    }
    Kicked search(instance, candidates, partners, {12, 3, 2}, 2);
    search.start(tour);
    for (int trial = 0; trial < 10'000; ++trial) search.attempt();
    CHECK(is_permutation(search.order(), n));
  }
}

// In a directed tour every step is a detour, so that with detours at the beginning alone more depth
// would change nothing.
TEST_CASE("moves of a directed tour go on behind a detour") {
  const Node n = 200;
  double shallow = 0.0;
  double deep = 0.0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto matrix = random_matrix(n, seed);
    const Instance directed(Metric::explicit_matrix, matrix.data(), n, false);
    const Instance doubled = directed.doubled();
    const NeighbourLists lists = nearest_doubled(directed, 6);
    const std::vector<Node> partners = doubled_partners(n);
    const auto descended = [&](const LkParameters& parameters) {
      Kicked search(doubled, lists, partners, parameters, seed);
      search.start(doubled_tour(random_tour(n, seed)));
      return cost(directed, single_tour(search.order()));
    };
    shallow += descended({3, 3, 2});
    deep += descended({12, 3, 2});
  }
  CHECK(deep < 0.9 * shallow);
}

TEST_CASE("a tour of a doubled instance is read the right way round from any place on") {
  const auto matrix = random_matrix(9, 4);
  const Instance directed(Metric::explicit_matrix, matrix.data(), 9, false);
  const Tour tour = random_tour(9, 1);
  Tour doubled = doubled_tour(tour);
  CHECK(cost(directed.doubled(), doubled) == doctest::Approx(cost(directed, tour)));
  for (int turn = 0; turn < 36; ++turn) {
    CHECK(cost(directed, single_tour(doubled)) == doctest::Approx(cost(directed, tour)));
    std::rotate(doubled.begin(), doubled.begin() + 1, doubled.end());
    if (turn == 17) std::reverse(doubled.begin(), doubled.end());
  }
}

// Were a gain ever taken that is none, a descent could go round in circles.
TEST_CASE("descents end among ties, duplicates, on lines, and far from an outlier") {
  std::vector<std::vector<double>> clouds;
  clouds.emplace_back();
  for (Node v = 0; v < 2'500; ++v)
    clouds.back().insert(clouds.back().end(), {0.1 * (v % 50), 0.1 * (v / 50)});
  clouds.push_back(std::vector<double>(2 * 2'500, 0.3));
  clouds.push_back(random_points(2'500, 1, 7));
  clouds.emplace_back();
  for (Node v = 0; v < 2'500; ++v) clouds.back().insert(clouds.back().end(), {0.1 * v, 0.3 * v});
  clouds.push_back(random_points(2'500, 2, 50));
  clouds.back()[0] = 1e12;
  clouds.emplace_back();
  for (Node v = 0; v < 2'500; ++v)  // rounding makes equal steps differ
    clouds.back().insert(clouds.back().end(), {1e9 + 1e-7 * (v % 50), 1e9 + 1e-7 * (v / 50)});
  const std::vector<Node> none;
  for (const auto& points : clouds) {
    const Instance instance(Metric::euclidean, points.data(), 2'500, true);
    const NeighbourLists candidates = nearest(instance, 8);
    Kicked search(instance, candidates, none, {12, 3, 2}, 1);
    search.start(random_tour(2'500, 3));
    for (int trial = 0; trial < 300; ++trial) search.attempt();
    CHECK(is_permutation(search.order(), 2'500));
  }
}

TEST_CASE("a search that is told to stop keeps a tour that is no longer") {
  const auto points = random_points(3'000, 1);
  const Instance instance(Metric::euclidean, points.data(), 3'000, true);
  const NeighbourLists candidates = nearest(instance, 8);
  const std::vector<Node> none;
  LinKernighan search({instance, candidates, none}, {12, 3, 2});
  const Tour tour = random_tour(3'000, 2);
  search.tour().assign(tour);
  search.queue_all();
  Checkpoint checkpoint;
  Watch watch(checkpoint, 0.0);
  search.settle(watch);
  CHECK(is_permutation(search.tour().order(), 3'000));
  CHECK(cost(instance, search.tour().order()) < cost(instance, tour));
  CHECK(search.moves() > 0);
}
