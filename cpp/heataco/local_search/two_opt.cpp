// 2-opt for symmetric instances.
#include "heataco/local_search/surveyed_descent.h"

namespace heataco {

namespace {

// An exchange can only gain if one of its new edges is shorter than the removed edge at the same
// node, so each list is read up to that length.
class TwoOpt final : public SurveyedDescent<TwoOpt> {
 public:
  using SurveyedDescent::SurveyedDescent;

  bool improve_node(Node a) { return improve_edge<true>(a) || improve_edge<false>(a); }

  void note(Node a, Survey::Notes& notes) const {
    const Node* candidates = neighbours_.row(a);
    const double* distances = neighbours_.row_distances(a);
    for (const Node b : {tour_.next(a), tour_.previous(a)}) {
      const double removed = instance_.distance(a, b);
      for (std::size_t s = 0; s < neighbours_.k && distances[s] < removed; ++s) {
        const Node c = candidates[s];
        notes.read.push_back(c);
        for (const Node d : {tour_.next(c), tour_.previous(c)})
          if (d != b && gains(removed, distances[s], b, c, d))
            notes.obstacles.push_back({a, c, no_node});
      }
    }
  }

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
      if (!gains(removed, distances[s], b, c, d)) continue;
      tour_.exchange(a, b, c, d);
      touched({a, b, c, d});
      return true;
    }
    return false;
  }

  // `removed` is the length of (a, b), `added` that of (a, c).
  bool gains(double removed, double added, Node b, Node c, Node d) const {
    const double also_removed = instance_.distance(c, d);
    const double gain = (removed - added) + also_removed - instance_.distance(b, d);
    return is_gain(gain, removed + also_removed);
  }
};

}  // namespace

std::unique_ptr<LocalSearch> make_two_opt(const Instance& instance, const LocalSearchLists& lists) {
  return std::make_unique<TwoOpt>(instance, lists);
}

}  // namespace heataco
