// Lin-Kernighan steps as a local search.
#include <algorithm>

#include "heataco/lin_kernighan/doubling.h"
#include "heataco/lin_kernighan/lin_kernighan.h"
#include "heataco/local_search/operators.h"

namespace heataco {

namespace {

// Asymmetric instances are searched as symmetric ones of twice as many nodes, where two nodes that
// stand for one stay together.
class Lk final : public LocalSearch {
 public:
  Lk(const Instance& instance, const LocalSearchLists& lists)
      : directed_(!instance.symmetric()),
        instance_(directed_ ? instance.doubled() : instance.view()),
        candidates_(candidates_of(lists, directed_)),
        partners_(directed_ ? doubled_partners(instance.n()) : std::vector<Node>{}),
        search_({instance_, candidates_, partners_}, parameters) {}

  void improve(Tour& tour, Watch& watch) override {
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

 private:
  // Longer lists and more breadth take longer for little; with eight the gap is a quarter larger.
  static constexpr std::size_t max_candidates = 10;
  static constexpr LkParameters parameters{.depth = 12, .breadth = 3, .second_breadth = 2};

  static NeighbourLists candidates_of(const LocalSearchLists& lists, bool directed) {
    const std::size_t count = std::min(max_candidates, lists.outgoing.near);
    if (!directed) return lists.outgoing.first(count);
    return doubled_lists(lists.outgoing.first(count), lists.incoming.first(count));
  }

  bool directed_;
  Instance instance_;
  NeighbourLists candidates_;
  std::vector<Node> partners_;
  LinKernighan search_;
};

}  // namespace

std::unique_ptr<LocalSearch> make_lk(const Instance& instance, const LocalSearchLists& lists) {
  return std::make_unique<Lk>(instance, lists);
}

}  // namespace heataco
