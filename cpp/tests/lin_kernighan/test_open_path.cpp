#include "heataco/lin_kernighan/open_path.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

std::vector<Node> places_of(const OpenPath& path) {
  std::vector<Node> places;
  for (int r = 0; r < path.count(); ++r)
    for (Node t = path.run(r).begin;; t += path.run(r).step()) {
      places.push_back(t);
      if (t == path.run(r).end) break;
    }
  return places;
}

Tour reversed_up_to(Tour list, std::ptrdiff_t count) {
  std::reverse(list.begin(), list.begin() + count);
  return list;
}

// list[0 … i] is made a cycle, opened beside j, and entered there from behind i.
Tour detoured(const Tour& list, std::ptrdiff_t i, std::ptrdiff_t j, bool before) {
  Tour cycle(list.begin(), list.begin() + i + 1);
  std::rotate(cycle.begin(), cycle.begin() + (before ? j : j + 1), cycle.end());
  if (before) std::reverse(cycle.begin(), cycle.end());
  cycle.insert(cycle.end(), list.begin() + i + 1, list.end());
  return cycle;
}

}  // namespace

TEST_CASE("every step of an open path is what it does to a list") {
  Rng rng(1);
  for (int repeat = 0; repeat < 3'000; ++repeat) {
    const Node n = 5 + rng.below(40);
    OpenPath path(n);
    Tour list = places_of(path);
    for (int step = 0; step < 40 && path.count() + 3 <= OpenPath::max_runs; ++step) {
      const std::ptrdiff_t i = rng.below(n);
      const Node place = list[index(static_cast<Node>(i))];
      const int r = path.run_of(place);
      const OpenPath::Run run = path.run(r);
      REQUIRE(run.contains(place));
      const int kind = rng.below(3);
      if (kind == 0) {
        if (place == run.begin) continue;
        OpenPath in_place = path;
        in_place.join(r, place);
        path = path.joined(r, place);
        list = reversed_up_to(list, i);
        REQUIRE(places_of(in_place) == list);
      } else {
        const std::ptrdiff_t j = rng.below(static_cast<Node>(i) + 1);
        const Node entry = list[index(static_cast<Node>(j))];
        const int e = path.run_of(entry);
        const bool before = kind == 1;
        if (place == run.end || i + 1 == n) continue;
        if (before ? entry == path.run(e).begin : (entry == path.run(e).end || entry == place))
          continue;
        path = before ? path.detoured_before(r, place, e, entry)
                      : path.detoured_after(r, place, e, entry);
        list = detoured(list, i, j, before);
      }
      REQUIRE(places_of(path) == list);
    }
  }
}
