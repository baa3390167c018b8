#include "heataco/local_search/lk.h"

#include <algorithm>

#include "heataco/lin_kernighan/doubling.h"

namespace heataco {

namespace {

NeighbourLists candidates_of(const LocalSearchLists& lists, bool directed, std::size_t max_count) {
  const std::size_t count = std::min(max_count, lists.outgoing.near);
  if (!directed) return lists.outgoing.first(count);
  return doubled_lists(lists.outgoing.first(count), lists.incoming.first(count));
}

}  // namespace

Lk::Lk(const Instance& instance, const LocalSearchLists& lists)
    : directed_(!instance.symmetric()),
      instance_(directed_ ? instance.doubled() : instance.view()),
      candidates_(candidates_of(lists, directed_, max_candidates)),
      partners_(directed_ ? doubled_partners(instance.n()) : std::vector<Node>{}),
      search_({instance_, candidates_, partners_}, parameters) {}

void Lk::improve(Tour& tour, Watch& watch) {
  if (tour.size() < (directed_ ? 3 : 4)) return;
  search_.tour().assign(directed_ ? doubled_tour(tour) : tour);
  std::int64_t moves = 0;
  do {
    moves = search_.moves();
    search_.queue_all();
    search_.settle(watch);
    // With all directions fixed a move opens others far from it; where they are not, hardly any.
  } while (directed_ && search_.moves() > moves && !watch.should_stop());
  const Tour& improved = search_.tour().order();
  tour = directed_ ? single_tour(improved) : improved;
}

}  // namespace heataco
