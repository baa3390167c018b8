// 2-opt for symmetric instances.
#include "heataco/local_search/descent.h"

namespace heataco {

namespace {

// An exchange can only gain if one of its new edges is shorter than the removed edge at the same
// node, so each list is read up to that length.
class TwoOpt final : public Descent<TwoOpt, ReversibleTour> {
 public:
  using Descent::Descent;

  bool improve_node(Node a) { return improve_edge<true>(a) || improve_edge<false>(a); }

 private:
  // Exchanges (a, b), (c, d) for (a, c), (b, d), where b follows a and d follows c, seen forward or
  // backward.
  template <bool forward>
  bool improve_edge(Node a) {
    const Node b = tour_.after<forward>(a);
    const double removed = instance_.distance(a, b);
    const Node* candidates = neighbours_.row(a);
    const double* distances = neighbours_.row_distances(a);
    for (std::size_t s = 0; s < neighbours_.k && distances[s] < removed; ++s) {
      const Node c = candidates[s];
      const Node d = tour_.after<forward>(c);
      const double also_removed = instance_.distance(c, d);
      const double gain = (removed - distances[s]) + also_removed - instance_.distance(b, d);
      if (!is_gain(gain, removed + also_removed)) continue;
      tour_.exchange(a, b, c, d);
      queue_.push({a, b, c, d});
      return true;
    }
    return false;
  }
};

}  // namespace

std::unique_ptr<LocalSearch> make_two_opt(const Instance& instance, const LocalSearchLists& lists) {
  return std::make_unique<TwoOpt>(instance, lists);
}

}  // namespace heataco
