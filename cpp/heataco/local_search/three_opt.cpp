// 3-opt for symmetric instances: every sequential reconnection, the pure segment exchange included.
#include "heataco/local_search/surveyed_descent.h"

namespace heataco {

namespace {

// Partial gains are positive. With t2 after t1 (forward or backward) and the edges (t1, t2),
// (t3, t4), (t5, t6) exchanged for (t2, t3), (t4, t5), (t6, t1):
//   t4 before t3: closing up at once is a 2-opt move; else t6 follows from t5;
//   t4 after t3:  t5 lies between t2 and t3, and either neighbour of it serves as t6 – one
//                 reverses both segments, the other swaps them.
// All gains are known before anything is moved.
class ThreeOpt final : public SurveyedDescent<ThreeOpt> {
 public:
  using SurveyedDescent::SurveyedDescent;

  bool improve_node(Node t1) { return improve_edge<true>(t1) || improve_edge<false>(t1); }

  void note(Node t1, Survey::Notes& notes) const {
    for (const Node t2 : {tour_.next(t1), tour_.previous(t1)}) {
      const double removed = instance_.distance(t1, t2);
      const Node* candidates = neighbours_.row(t2);
      const double* distances = neighbours_.row_distances(t2);
      for (std::size_t s = 0; s < neighbours_.k && distances[s] < removed; ++s) {
        const Node t3 = candidates[s];
        notes.read.push_back(t3);
        if (tour_.next(t2) == t3 || tour_.previous(t2) == t3) continue;
        for (const Node t4 : {tour_.next(t3), tour_.previous(t3)})
          note_third(t1, t3, t4, removed, removed - distances[s], notes);
      }
    }
  }

 private:
  // Without what no order allows: an edge that is removed twice, or at once added again.
  void note_third(Node t1, Node t3, Node t4, double removed, double gain,
                  Survey::Notes& notes) const {
    const double also_removed = instance_.distance(t3, t4);
    gain += also_removed;
    removed += also_removed;
    if (t4 != t1 && is_gain(gain - instance_.distance(t4, t1), removed))
      notes.obstacles.push_back({t1, t3, no_node});
    const Node* candidates = neighbours_.row(t4);
    const double* distances = neighbours_.row_distances(t4);
    for (std::size_t s = 0; s < neighbours_.k && distances[s] < gain; ++s) {
      const Node t5 = candidates[s];
      notes.read.push_back(t5);
      if (t5 == t3 || t5 == t1) continue;
      for (const Node t6 : {tour_.next(t5), tour_.previous(t5)}) {
        if (t6 == t4 || t6 == t1) continue;
        const double last_removed = instance_.distance(t5, t6);
        const double total = (gain - distances[s]) + last_removed - instance_.distance(t6, t1);
        if (is_gain(total, removed + last_removed)) notes.obstacles.push_back({t1, t3, t5});
      }
    }
  }

  template <bool forward>
  Node after(Node v) const {
    return tour_.after<forward>(v);
  }
  template <bool forward>
  bool between(Node a, Node b, Node c) const {
    return forward ? tour_.between(a, b, c) : tour_.between(c, b, a);
  }

  template <bool forward>
  bool improve_edge(Node t1) {
    const Node t2 = after<forward>(t1);
    const double removed = instance_.distance(t1, t2);
    const Node* candidates = neighbours_.row(t2);
    const double* distances = neighbours_.row_distances(t2);
    for (std::size_t s = 0; s < neighbours_.k && distances[s] < removed; ++s) {
      const Node t3 = candidates[s];
      const double gain = removed - distances[s];
      if (close_outside<forward>(t1, t2, t3, removed, gain) ||
          close_inside<forward>(t1, t2, t3, removed, gain))
        return true;
    }
    return false;
  }

  // t4 before t3: the tour is … t1 t2 … t4 t3 … .
  template <bool forward>
  bool close_outside(Node t1, Node t2, Node t3, double removed, double gain) {
    const Node t4 = after<!forward>(t3);
    if (t4 == t2) return false;  // (t2, t3) is a tour edge
    const double also_removed = instance_.distance(t3, t4);
    gain += also_removed;
    removed += also_removed;
    if (is_gain(gain - instance_.distance(t4, t1), removed)) {
      tour_.exchange(t1, t2, t4, t3);
      touched({t1, t2, t3, t4});
      return true;
    }
    const Node* candidates = neighbours_.row(t4);
    const double* distances = neighbours_.row_distances(t4);
    for (std::size_t s = 0; s < neighbours_.k && distances[s] < gain; ++s) {
      const Node t5 = candidates[s];
      if (t5 == t3 || t5 == t1) continue;
      // The first exchange turns t2 … t4 round.
      const Node t6 = between<forward>(t2, t5, t4) ? after<forward>(t5) : after<!forward>(t5);
      if (t6 == t4) continue;  // (t4, t5) is a tour edge
      const double last_removed = instance_.distance(t5, t6);
      const double total = (gain - distances[s]) + last_removed - instance_.distance(t6, t1);
      if (!is_gain(total, removed + last_removed)) continue;
      tour_.exchange(t1, t2, t4, t3);
      tour_.exchange(t1, t4, t6, t5);
      touched({t1, t2, t3, t4, t5, t6});
      return true;
    }
    return false;
  }

  // t4 after t3: the tour is … t1 t2 … t3 t4 …, and t2 … t3 is to be opened at (t5, t6).
  template <bool forward>
  bool close_inside(Node t1, Node t2, Node t3, double removed, double gain) {
    if (t3 == after<forward>(t2)) return false;  // (t2, t3) is a tour edge
    const Node t4 = after<forward>(t3);
    const double also_removed = instance_.distance(t3, t4);
    gain += also_removed;
    removed += also_removed;
    const Node* candidates = neighbours_.row(t4);
    const double* distances = neighbours_.row_distances(t4);
    const auto closes = [&](double open, Node t5, Node t6) {
      const double last_removed = instance_.distance(t5, t6);
      return is_gain(open + last_removed - instance_.distance(t6, t1), removed + last_removed);
    };
    for (std::size_t s = 0; s < neighbours_.k && distances[s] < gain; ++s) {
      const Node t5 = candidates[s];
      if (t5 == t3 || !between<forward>(t2, t5, t3)) continue;
      const double open = gain - distances[s];
      if (const Node t6 = after<forward>(t5); closes(open, t5, t6)) {
        // t1 | t2 … t5 | t6 … t3 | t4  becomes  t1 | t6 … t3 | t2 … t5 | t4.
        tour_.exchange(t1, t2, t3, t4);
        tour_.exchange(t1, t3, t6, t5);
        tour_.exchange(t3, t5, t2, t4);
        touched({t1, t2, t3, t4, t5, t6});
        return true;
      }
      if (t5 == t2) continue;
      if (const Node t6 = after<!forward>(t5); closes(open, t5, t6)) {
        // t1 | t2 … t6 | t5 … t3 | t4  becomes  t1 | t6 … t2 | t3 … t5 | t4.
        tour_.exchange(t1, t2, t6, t5);
        tour_.exchange(t2, t5, t3, t4);
        touched({t1, t2, t3, t4, t5, t6});
        return true;
      }
    }
    return false;
  }
};

}  // namespace

std::unique_ptr<LocalSearch> make_three_opt(const Instance& instance,
                                            const LocalSearchLists& lists) {
  return std::make_unique<ThreeOpt>(instance, lists);
}

}  // namespace heataco
