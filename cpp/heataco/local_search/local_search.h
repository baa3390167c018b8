// The interface of the local searches, and the lists of neighbours that they share.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "heataco/core/checkpoint.h"
#include "heataco/core/instance.h"
#include "heataco/core/neighbours.h"
#include "heataco/local_search/survey.h"

namespace heataco {

// What a local search reads; built once per instance. Symmetric rows end with connectors.
// `incoming` is used by directed searches only.
struct LocalSearchLists {
  NeighbourLists outgoing;
  NeighbourLists incoming;
};

// `nearest` holds at least min(neighbours, n − 1) outgoing neighbours a row.
LocalSearchLists local_search_lists(const Instance& instance, const NeighbourLists& nearest,
                                    std::size_t neighbours, Checkpoint& checkpoint);

// Holds the scratch space of one worker; the result depends on the tour alone.
class LocalSearch {
 public:
  virtual ~LocalSearch() = default;

  // Improves the tour in place to a local optimum. Stopped early it leaves a valid tour behind
  // that is no longer than before.
  virtual void improve(Tour& tour, Watch& watch) = 0;

  // The same, with the same result, in less time where the tour is much like the known one.
  virtual void improve(Tour& tour, const Survey& /*known*/, Watch& watch) { improve(tour, watch); }

  // Makes a tour known to all searches of this kind, where they can make use of it.
  virtual void survey(const Tour& /*tour*/, Survey& /*known*/, Watch& /*watch*/) {}
};

// Of all local searches; "none" is the first.
std::vector<std::string> local_search_names();

// The directed operators serve asymmetric instances. "none" gives a null pointer; an unknown name
// throws std::invalid_argument.
std::unique_ptr<LocalSearch> make_local_search(const std::string& name, const Instance& instance,
                                               const LocalSearchLists& lists);

// One descent from a tour: lists, operator and all. Time may be up before it begins.
void improve(const Instance& instance, const std::string& local_search, std::size_t neighbours,
             Tour& tour, Watch& watch);

}  // namespace heataco
