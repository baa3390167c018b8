#include "heataco/local_search/local_search.h"

#include <stdexcept>

#include "heataco/core/connectors.h"
#include "heataco/local_search/operators.h"

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

std::vector<std::string> local_search_names() {
  std::vector<std::string> names;
  for (const Operator& known : operators) names.emplace_back(known.name);
  return names;
}

std::unique_ptr<LocalSearch> make_local_search(const std::string& name, const Instance& instance,
                                               const LocalSearchLists& lists) {
  std::string names;
  for (const Operator& known : operators) {
    if (name == known.name) {
      MakeOperator* const make = instance.symmetric() ? known.symmetric : known.directed;
      return make == nullptr ? nullptr : make(instance, lists);
    }
    names += (names.empty() ? "" : ", ") + std::string(known.name);
  }
  throw std::invalid_argument("local_search is '" + name + "'; known are " + names);
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
