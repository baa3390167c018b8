// What a local search remembers of one tour, to search less of a similar one.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "heataco/core/tour.h"

namespace heataco {

// The search around a node reads which neighbours a few nodes have in the tour, and in which order
// the edges between them follow each other. In a tour that no search can improve, it is in vain.
// In any other tour in which all that it reads is the same, it is in vain as well and need not be
// made.
//
// Mostly the order does not matter: the exchanges have no gain in any order. Those that have one
// but would leave more than one cycle are kept as obstacles, and the order is compared for them.
class Survey {
 public:
  // An exchange that has a gain around t1 and removes an edge at t1, t3 and t5 each; t5 is no_node
  // where it removes two.
  struct Obstacle {
    Node t1;
    Node t3;
    Node t5;
  };

  // What a search notes down about one node.
  struct Notes {
    std::vector<Node> read;  // nodes whose neighbours in the tour were asked for
    std::vector<Obstacle> obstacles;
  };

  // `settled` is a tour that no search can improve, and what `asked` became. `note(v, notes)` adds
  // everything that a search around v reads, and all exchanges that have a gain in any order. Is
  // empty afterwards if `stopped`, which is asked for every node, said so.
  template <class Note, class Stopped>
  void make(const Tour& asked, const ArrayTour& settled, const Note& note, const Stopped& stopped) {
    begin(asked, settled);
    for (Node v = 0; v < settled.n(); ++v) {
      if (stopped()) return asked_.clear();
      Notes notes{{}, std::move(obstacles_)};
      note(v, notes);
      obstacles_ = std::move(notes.obstacles);
      end_of_obstacles_[index(v) + 1] = obstacles_.size();
      for (const Node u : notes.read) reads_.emplace_back(u, v);
    }
    sort_reads();
  }

  bool empty() const noexcept { return asked_.empty(); }
  const Tour& asked() const noexcept { return asked_; }

  bool has_neighbours(Node v, Node a, Node b) const noexcept {
    const Place& known = places_[index(v)];
    return (known.before == a && known.after == b) || (known.before == b && known.after == a);
  }

  // The nodes around which a search reads v.
  std::span<const Node> readers(Node v) const noexcept {
    return {readers_.data() + first_reader_[index(v)],
            readers_.data() + first_reader_[index(v) + 1]};
  }

  // Whether the obstacles around v are what they were, if all nodes have the same neighbours.
  bool same_order(Node v, const ArrayTour& tour) const noexcept {
    for (std::size_t o = end_of_obstacles_[index(v)]; o < end_of_obstacles_[index(v) + 1]; ++o)
      if (!same_order(obstacles_[o], tour)) return false;
    return true;
  }

 private:
  struct Place {
    Node before;
    Node after;
    Node position;
  };

  void begin(const Tour& asked, const ArrayTour& settled);
  void sort_reads();

  bool is_forward(Node v, const ArrayTour& tour) const noexcept {
    return tour.next(v) == places_[index(v)].after;
  }

  // Whether b comes before c on the way from a.
  static bool in_turn(Node a, Node b, Node c) noexcept {
    return static_cast<int>(a < b) + static_cast<int>(b < c) + static_cast<int>(c < a) == 2;
  }

  bool same_order(const Obstacle& obstacle, const ArrayTour& tour) const noexcept {
    const auto [t1, t3, t5] = obstacle;
    const bool forward = is_forward(t1, tour);
    if (is_forward(t3, tour) != forward) return false;
    if (t5 == no_node) return true;
    if (is_forward(t5, tour) != forward) return false;
    const bool known = in_turn(places_[index(t1)].position, places_[index(t3)].position,
                               places_[index(t5)].position);
    return (in_turn(tour.position(t1), tour.position(t3), tour.position(t5)) == known) == forward;
  }

  Tour asked_;
  std::vector<Place> places_;
  std::vector<Obstacle> obstacles_;
  std::vector<std::size_t> end_of_obstacles_;  // those of v lie between v and v + 1
  std::vector<std::pair<Node, Node>> reads_;   // what is read, around which node
  std::vector<std::size_t> first_reader_;
  std::vector<Node> readers_;
};

}  // namespace heataco
