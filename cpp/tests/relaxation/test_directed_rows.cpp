#include <set>

#include "heataco/core/union_find.h"
#include "heataco/relaxation/directed_rows.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

// Families of jobs: a machine is set up between two of them, at a cost that depends on both.
std::vector<double> families(Node n, Node count, Node largest_inside) {
  const auto setups = random_matrix(count, 1, 100);
  Rng rng(2);
  std::vector<double> matrix;
  for (Node i = 0; i < n; ++i) {
    for (Node j = 0; j < n; ++j) {
      const Node from = i % count;
      const Node to = j % count;
      matrix.push_back(from == to ? rng.below(largest_inside)
                                  : 50.0 + setups[index(from * count + to)]);
    }
  }
  return matrix;
}

DirectedRows rows_of(const Instance& instance, std::size_t k) {
  Checkpoint checkpoint;
  Watch watch(checkpoint, forever);
  return directed_rows(instance, assignment_prices(instance, watch), k, checkpoint);
}

Node parts(const DirectedRows& rows) {
  UnionFind joined(rows.out.n);
  for (const NeighbourLists* lists : {&rows.out, &rows.in})
    for (Node v = 0; v < lists->n; ++v)
      for (std::size_t s = 0; s < lists->k; ++s) joined.join(v, lists->row(v)[s]);
  return joined.sets();
}

}  // namespace

TEST_CASE("connectors lead from every family of jobs to others, and back") {
  const Node n = 120;
  const Node count = 10;
  const auto matrix = families(n, count, 5);
  const Instance instance(Metric::explicit_matrix, matrix.data(), n, false);
  const DirectedRows rows = rows_of(instance, 6);
  CHECK(parts(rows) == 1);
  REQUIRE(rows.out.k == rows.in.k);
  for (const bool out : {true, false}) {
    const NeighbourLists& lists = out ? rows.out : rows.in;
    REQUIRE(lists.near == 6);
    for (Node v = 0; v < n; ++v) {
      std::set<Node> others;
      for (std::size_t s = 0; s < lists.k; ++s) {
        const Node u = lists.row(v)[s];
        if (u == v) {
          CHECK(s >= lists.near);
          CHECK(lists.row_distances(v)[s] == forever);
          continue;
        }
        CHECK(lists.row_distances(v)[s] ==
              (out ? instance.distance(v, u) : instance.distance(u, v)));
        CHECK((s < lists.near) == (v % count == u % count));
        if (s >= lists.near) CHECK(others.insert(u % count).second);
        if (s > lists.near) CHECK(lists.row_distances(v)[s - 1] <= lists.row_distances(v)[s]);
      }
      CHECK(others.size() >= 5);
    }
  }
}

TEST_CASE("among equals connectors do not all lead to the same node") {
  const Node n = 120;
  const auto matrix = families(n, 10, 1);
  const Instance instance(Metric::explicit_matrix, matrix.data(), n, false);
  Checkpoint checkpoint;
  const DirectedRows rows = directed_rows(instance, Prices::none(n), 6, checkpoint);
  for (const NeighbourLists* lists : {&rows.out, &rows.in}) {
    std::set<Node> reached;
    for (Node v = 0; v < n; ++v)
      for (std::size_t s = lists->near; s < lists->k; ++s)
        if (lists->row(v)[s] != v) reached.insert(lists->row(v)[s]);
    CHECK(reached.size() > index(n) / 2);
  }
}

TEST_CASE("rows that connect all nodes are left as they are") {
  const auto matrix = random_matrix(60, 3);
  const Instance instance(Metric::explicit_matrix, matrix.data(), 60, false);
  const DirectedRows rows = rows_of(instance, 6);
  CHECK(rows.out.k == 6);
  CHECK(rows.in.k == 6);
}

TEST_CASE("parts between which no arc leads stay apart") {
  auto matrix = families(40, 2, 5);
  for (Node i = 0; i < 40; ++i)
    for (Node j = 0; j < 40; ++j)
      if (i % 2 != j % 2) matrix[index(i * 40 + j)] = forever;
  const Instance instance(Metric::explicit_matrix, matrix.data(), 40, false);
  Checkpoint checkpoint;
  const DirectedRows rows = directed_rows(instance, Prices::none(40), 4, checkpoint);
  CHECK(parts(rows) == 2);
  CHECK(rows.out.k == 4);
}
