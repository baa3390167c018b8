#include <string_view>

#include "heataco/local_search/operators.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

Tour improved(const Instance& instance, const std::string& name, std::size_t k, Tour tour) {
  Checkpoint checkpoint;
  Watch watch(checkpoint, forever);
  improve(instance, name, k, tour, watch);
  return tour;
}

// Again from all nodes until nothing changes: a single descent may miss a move whose gain shows
// only at ends that it had finished with, as don't-look bits do.
Tour settled(const Instance& instance, const std::string& name, Tour tour) {
  const auto all = index(instance.n()) - 1;
  for (double before = forever; cost(instance, tour) < before;) {
    before = cost(instance, tour);
    tour = improved(instance, name, all, tour);
  }
  return tour;
}

// The largest gain of any segment reversal, by trying all.
double best_reversal(const Instance& instance, const Tour& tour) {
  const auto n = tour.size();
  const double before = cost(instance, tour);
  double best = 0.0;
  for (std::size_t start = 0; start < n; ++start) {
    Tour turned = tour;
    std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(start), turned.end());
    for (std::size_t length = 2; length < n; ++length) {
      Tour other = turned;
      std::reverse(other.begin(), other.begin() + static_cast<std::ptrdiff_t>(length));
      best = std::max(best, before - cost(instance, other));
    }
  }
  return best;
}

// The largest gain of any exchange of two neighbouring segments.
double best_segment_exchange(const Instance& instance, const Tour& tour) {
  const auto n = tour.size();
  const double before = cost(instance, tour);
  double best = 0.0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j)
      for (std::size_t k = j + 1; k <= n; ++k) {
        Tour other = tour;
        const auto at = [&](std::size_t t) {
          return other.begin() + static_cast<std::ptrdiff_t>(t);
        };
        std::rotate(at(i), at(j), at(k));
        best = std::max(best, before - cost(instance, other));
      }
  return best;
}

// The largest gain of any move of up to three nodes to elsewhere, turned round where that may be.
double best_segment_move(const Instance& instance, const Tour& tour) {
  const auto n = tour.size();
  const double before = cost(instance, tour);
  double best = 0.0;
  for (std::size_t start = 0; start < n; ++start) {
    for (std::size_t length = 1; length <= std::min<std::size_t>(3, n - 2); ++length) {
      Tour rest = tour;
      std::rotate(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(start), rest.end());
      Tour segment(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(length));
      rest.erase(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(length));
      for (const bool turned : {false, true}) {
        if (turned && !instance.symmetric()) continue;
        if (turned) std::reverse(segment.begin(), segment.end());
        for (std::size_t place = 0; place < rest.size(); ++place) {
          Tour other = rest;
          other.insert(other.begin() + static_cast<std::ptrdiff_t>(place), segment.begin(),
                       segment.end());
          best = std::max(best, before - cost(instance, other));
        }
      }
    }
  }
  return best;
}

}  // namespace

TEST_CASE("every operator leaves a valid tour that is no longer, on every kind of instance") {
  std::uint64_t seed = 0;
  for (const std::string& name : local_search_names()) {
    for (const Node n : {1, 2, 3, 4, 5, 6, 7, 8, 13, 50, 200}) {
      for (const Node grid : {1, 4, 1'000'000}) {
        ++seed;
        const auto points = random_points(n, seed, grid);
        const auto matrix = random_matrix(n, seed, grid);
        const Instance planar(Metric::euclidean, points.data(), n, true);
        const Instance directed(Metric::explicit_matrix, matrix.data(), n, false);
        for (const Instance* instance : {&planar, &directed}) {
          const Tour tour = random_tour(n, seed);
          const Tour better = improved(*instance, name, 10, tour);
          REQUIRE(is_permutation(better, n));
          CHECK(cost(*instance, better) <= cost(*instance, tour) + 1e-9);
        }
      }
    }
  }
}

TEST_CASE("with full neighbour lists no reversal gains after 2-opt, none after 3-opt either") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto points = random_points(30, seed);
    const Instance instance(Metric::euclidean, points.data(), 30, true);
    for (const std::string name : {"2opt", "3opt"}) {
      const Tour tour = settled(instance, name, random_tour(30, seed));
      CHECK(best_reversal(instance, tour) <= 1e-6);
      if (name == "3opt") CHECK(best_segment_exchange(instance, tour) <= 1e-6);
    }
  }
}

TEST_CASE("with full neighbour lists no segment exchange gains after directed 3-opt") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto matrix = random_matrix(25, seed);
    const Instance instance(Metric::explicit_matrix, matrix.data(), 25, false);
    const Tour tour = settled(instance, "3opt", random_tour(25, seed));
    CHECK(best_segment_exchange(instance, tour) <= 1e-6);
  }
}

TEST_CASE("with full neighbour lists no short segment gains elsewhere after Or-opt") {
  for (const Node n : {4, 5, 6, 7, 8, 12, 25}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const auto points = random_points(n, seed);
      const auto matrix = random_matrix(n, seed);
      auto symmetric = matrix;  // no triangle inequality
      for (Node i = 0; i < n; ++i)
        for (Node j = 0; j < i; ++j)
          symmetric[static_cast<std::size_t>(i * n + j)] =
              symmetric[static_cast<std::size_t>(j * n + i)];
      const Instance planar(Metric::euclidean, points.data(), n, true);
      const Instance directed(Metric::explicit_matrix, matrix.data(), n, false);
      const Instance wild(Metric::explicit_matrix, symmetric.data(), n, true);
      for (const Instance* instance : {&planar, &directed, &wild}) {
        const Tour tour = settled(*instance, "oropt", random_tour(n, seed));
        REQUIRE(is_permutation(tour, n));
        CHECK(best_segment_move(*instance, tour) <= 1e-6);
      }
    }
  }
}

TEST_CASE("where its lists hold all nodes, no exchange that it sees gains after Lin-Kernighan") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto points = random_points(9, seed);
    const auto matrix = random_matrix(9, seed);
    const Instance planar(Metric::euclidean, points.data(), 9, true);
    const Instance directed(Metric::explicit_matrix, matrix.data(), 9, false);
    Tour tour = settled(planar, "lk", random_tour(9, seed));
    CHECK(best_reversal(planar, tour) <= 1e-6);
    CHECK(best_segment_move(planar, tour) <= 1e-6);
    tour = settled(directed, "lk", random_tour(9, seed));
    CHECK(best_segment_move(directed, tour) <= 1e-6);
  }
}

TEST_CASE("ties, duplicates, lines and an outlier end every descent") {
  std::vector<std::vector<double>> clouds;
  clouds.push_back(random_points(1'000, 1, 12));  // a grid with several nodes on each point
  std::vector<double> line;
  for (Node v = 0; v < 1'000; ++v) line.insert(line.end(), {v % 300 * 0.1, 0.0});
  clouds.push_back(line);
  clouds.push_back(random_points(1'000, 2));
  clouds.back()[0] = 1e15;  // rounds away what the others gain
  for (const auto& points : clouds) {
    const Instance instance(Metric::euclidean, points.data(), 1'000, true);
    for (const std::string& name : improving_names()) {
      const Tour tour = random_tour(1'000, 3);
      const Tour better = improved(instance, name, 10, tour);
      REQUIRE(is_permutation(better, 1'000));
      CHECK(cost(instance, better) <= cost(instance, tour));
    }
  }
}

// What holds for any operator, however weak; those with a test of their moves above do more.
TEST_CASE("repeated descents end in a tour that the operator leaves as it is") {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto points = random_points(8, seed);
    const auto matrix = random_matrix(8, seed);
    const Instance planar(Metric::euclidean, points.data(), 8, true);
    const Instance directed(Metric::explicit_matrix, matrix.data(), 8, false);
    for (const Instance* instance : {&planar, &directed}) {
      for (const std::string& name : improving_names()) {
        const Tour start = random_tour(8, seed);
        const Tour tour = settled(*instance, name, start);
        REQUIRE(is_permutation(tour, 8));
        CHECK(cost(*instance, tour) <= cost(*instance, start));
        CHECK(cost(*instance, improved(*instance, name, 7, tour)) == cost(*instance, tour));
      }
    }
  }
}

TEST_CASE("descents by 2-opt, 3-opt, Or-opt or Lin-Kernighan from many tours meet the optimum") {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto points = random_points(8, seed);
    const auto matrix = random_matrix(8, seed);
    const Instance planar(Metric::euclidean, points.data(), 8, true);
    const Instance directed(Metric::explicit_matrix, matrix.data(), 8, false);
    for (const Instance* instance : {&planar, &directed}) {
      for (const std::string name : {"2opt", "3opt", "oropt", "lk"}) {
        double best = forever;
        for (std::uint64_t start = 0; start < 200; ++start)
          best = std::min(best, cost(*instance, improved(*instance, name, 7,
                                                         random_tour(8, 1'000 * seed + start))));
        CHECK(best == doctest::Approx(optimum(*instance)));
      }
    }
  }
}

TEST_CASE("a stopped descent leaves a valid tour that is no longer") {
  const auto points = random_points(2'000, 1);
  const Instance instance(Metric::euclidean, points.data(), 2'000, true);
  const Tour tour = random_tour(2'000, 2);
  for (const std::string& name : improving_names()) {
    Checkpoint checkpoint;
    Watch watch(checkpoint, 0.0);
    Tour stopped = tour;
    improve(instance, name, 10, stopped, watch);
    CHECK(is_permutation(stopped, 2'000));
    CHECK(cost(instance, stopped) <= cost(instance, tour));
  }
}

TEST_CASE("an unknown name is refused with the known ones") {
  const auto points = random_points(5, 1);
  const Instance instance(Metric::euclidean, points.data(), 5, true);
  std::string expected = "local_search is '4opt'; known are none";
  for (const std::string& name : improving_names()) expected += ", " + name;
  CHECK_THROWS_WITH(improved(instance, "4opt", 3, random_tour(5, 1)), expected.c_str());
}

TEST_CASE("every local search serves symmetric and directed instances") {
  for (const Operator& one : operators) {
    const bool none = std::string_view(one.name) == "none";
    CHECK((one.symmetric == nullptr) == none);
    CHECK((one.directed == nullptr) == none);
  }
}
