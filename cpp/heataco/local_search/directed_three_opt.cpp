// 3-opt for asymmetric instances: segments change places, none is reversed.
#include "heataco/local_search/descent.h"

namespace heataco {

namespace {

// The only 3-exchange that keeps all directions: … a | b … c | d … e | f … becomes
// … a | d … e | b … c | f …; one short segment of the two makes it a segment insertion.
// Over out-neighbour lists with positive partial gains: the sum of d(a,b) − d(a,d), d(c,d) − d(c,f)
// and d(e,f) − d(e,b) being positive, so are all partial sums from one of a, c, e on, and the three
// may stand for each other.
class DirectedThreeOpt final : public Descent<DirectedThreeOpt, DirectedTour> {
 public:
  using Descent::Descent;

  bool improve_node(Node a) {
    const double removed = instance_.distance(a, tour_.next(a));
    const Node* candidates = neighbours_.row(a);
    const double* distances = neighbours_.row_distances(a);
    for (std::size_t s = 0; s < neighbours_.k && distances[s] < removed; ++s) {
      const Node d = candidates[s];
      const double gain = removed - distances[s] + instance_.distance(tour_.previous(d), d);
      if (close(a, d, gain)) return true;
    }
    return false;
  }

 private:
  // With (a, d) in and (c, d) out, (c, f) is taken from the lists.
  bool close(Node a, Node d, double gain) {
    const Node c = tour_.previous(d);
    const Node* candidates = neighbours_.row(c);
    const double* distances = neighbours_.row_distances(c);
    for (std::size_t s = 0; s < neighbours_.k && distances[s] < gain; ++s)
      if (try_exchange(a, d, tour_.previous(candidates[s]), gain)) return true;
    return false;
  }

  bool try_exchange(Node a, Node d, Node e, double gain) {
    const Node b = tour_.next(a);
    if (e == a || tour_.steps(b, e) < tour_.steps(b, d)) return false;  // not in d … before a
    const Node c = tour_.previous(d);
    const Node f = tour_.next(e);
    const double also_removed = instance_.distance(e, f);
    const double total = gain - instance_.distance(e, b) + also_removed - instance_.distance(c, f);
    const double removed = instance_.distance(a, b) + instance_.distance(c, d) + also_removed;
    if (!is_gain(total, removed)) return false;
    tour_.swap_paths(b, d, e);
    queue_.push({a, b, c, d, e, f});
    return true;
  }
};

}  // namespace

std::unique_ptr<LocalSearch> make_directed_three_opt(const Instance& instance,
                                                     const LocalSearchLists& lists) {
  return std::make_unique<DirectedThreeOpt>(instance, lists);
}

}  // namespace heataco
