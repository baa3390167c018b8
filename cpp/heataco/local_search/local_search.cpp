#include "heataco/local_search/local_search.h"

#include <stdexcept>
#include <type_traits>

#include "heataco/core/connectors.h"
#include "heataco/local_search/directed_or_opt.h"
#include "heataco/local_search/directed_three_opt.h"
#include "heataco/local_search/directed_two_opt.h"
#include "heataco/local_search/lk.h"
#include "heataco/local_search/or_opt.h"
#include "heataco/local_search/three_opt.h"
#include "heataco/local_search/two_opt.h"

namespace heataco {

namespace {

using Maker = std::unique_ptr<LocalSearch> (*)(const Instance&, const LocalSearchLists&);

struct Operator {
  const char* name;
  Maker make;
};

std::unique_ptr<LocalSearch> make_none(const Instance&, const LocalSearchLists&) {
  return nullptr;
}

// Some operators read the outgoing lists only.
template <class Search>
std::unique_ptr<LocalSearch> make_one(const Instance& instance, const LocalSearchLists& lists) {
  if constexpr (std::is_constructible_v<Search, const Instance&, const LocalSearchLists&>) {
    return std::make_unique<Search>(instance, lists);
  } else {
    return std::make_unique<Search>(instance, lists.outgoing);
  }
}

template <class Symmetric, class Directed>
std::unique_ptr<LocalSearch> make(const Instance& instance, const LocalSearchLists& lists) {
  return instance.symmetric() ? make_one<Symmetric>(instance, lists)
                              : make_one<Directed>(instance, lists);
}

// The names are those that Python shows.
constexpr Operator operators[] = {{"none", make_none},
                                  {"2opt", make<TwoOpt, DirectedTwoOpt>},
                                  {"3opt", make<ThreeOpt, DirectedThreeOpt>},
                                  {"oropt", make<OrOpt, DirectedOrOpt>},
                                  {"lk", make<Lk, Lk>}};

}  // namespace

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
    if (name == known.name) return known.make(instance, lists);
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
