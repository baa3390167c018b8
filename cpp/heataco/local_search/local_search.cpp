#include "heataco/local_search/local_search.h"

#include <stdexcept>

#include "heataco/core/connectors.h"
#include "heataco/local_search/directed_or_opt.h"
#include "heataco/local_search/directed_three_opt.h"
#include "heataco/local_search/directed_two_opt.h"
#include "heataco/local_search/lk.h"
#include "heataco/local_search/or_opt.h"
#include "heataco/local_search/three_opt.h"
#include "heataco/local_search/two_opt.h"

namespace heataco {

LocalSearchLists local_search_lists(const Instance& instance, const NeighbourLists& nearest,
                                    std::size_t neighbours, Checkpoint& checkpoint) {
  LocalSearchLists lists;
  lists.outgoing = nearest.first(neighbours);
  if (instance.symmetric()) {
    lists.outgoing = with_connectors(instance, lists.outgoing, checkpoint);
  } else {
    lists.incoming = nearest_neighbours(instance, neighbours, Direction::in, checkpoint);
  }
  return lists;
}

std::unique_ptr<LocalSearch> make_local_search(const std::string& name, const Instance& instance,
                                               const LocalSearchLists& lists) {
  if (name == "none") return nullptr;
  if (name == "2opt") {
    if (instance.symmetric()) return std::make_unique<TwoOpt>(instance, lists.outgoing);
    return std::make_unique<DirectedTwoOpt>(instance, lists);
  }
  if (name == "3opt") {
    if (instance.symmetric()) return std::make_unique<ThreeOpt>(instance, lists.outgoing);
    return std::make_unique<DirectedThreeOpt>(instance, lists);
  }
  if (name == "oropt") {
    if (instance.symmetric()) return std::make_unique<OrOpt>(instance, lists.outgoing);
    return std::make_unique<DirectedOrOpt>(instance, lists.outgoing);
  }
  if (name == "lk") return std::make_unique<Lk>(instance, lists);
  throw std::invalid_argument("local_search is '" + name +
                              "'; known are none, 2opt, 3opt, oropt, lk");
}

void improve(const Instance& instance, const std::string& local_search, std::size_t neighbours,
             Tour& tour, Watch& watch) {
  if (local_search == "none" || instance.n() == 1) return;
  LocalSearchLists lists;
  try {
    Deadline deadline(watch);
    lists = local_search_lists(instance,
                               nearest_neighbours(instance, neighbours, Direction::out, deadline),
                               neighbours, deadline);
  } catch (const Interrupted&) {
    return;
  }
  make_local_search(local_search, instance, lists)->improve(tour, watch);
}

}  // namespace heataco
