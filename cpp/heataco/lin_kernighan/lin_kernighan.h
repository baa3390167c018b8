// Lin-Kernighan steps around queued nodes, on a tour whose changes can be taken back.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "heataco/core/instance.h"
#include "heataco/core/neighbours.h"
#include "heataco/lin_kernighan/logged_tour.h"
#include "heataco/lin_kernighan/open_path.h"
#include "heataco/local_search/work_queue.h"

namespace heataco {

// Where a step may look. Rows that have fewer candidates are filled up with the node itself at an
// infinite distance. A fixed edge joins a node and its partner and is never removed.
struct LkSurroundings {
  const Instance& instance;
  const NeighbourLists& candidates;
  const std::vector<Node>& partners;  // empty, or no_node for nodes without a fixed edge
};

struct LkParameters {
  int depth;           // most edges that one move adds before it is closed
  int breadth;         // alternatives that are followed after the first edge
  int second_breadth;  // and after the second one; from there on it is one

  template <class Read>
  void read_by(Read& read) {
    read("depth", depth);
    read("breadth", breadth);
    read("second_breadth", second_breadth);
  }
};

// A move removes (base, head) and joins the head to a candidate, which loses one of its edges and
// so gives the next head, until closing the path gains; of several ways to close it the best. All
// is evaluated on runs of positions; the tour is changed once, when the gain is known.
class LinKernighan {
 public:
  static constexpr int max_depth = OpenPath::max_runs - 2;

  LinKernighan(const LkSurroundings& surroundings, const LkParameters& parameters);

  LoggedTour& tour() noexcept { return tour_; }
  const LoggedTour& tour() const noexcept { return tour_; }

  void queue(Node v) noexcept { queue_.push(v); }
  void queue_all() { queue_.fill(tour_.order()); }

  // Improves around queued nodes until none is left; returns by how much the tour got shorter.
  double descend() {
    gained_ = 0.0;
    walks_home_ = false;
    while (!queue_.empty()) improve_fully(queue_.pop());
    return gained_;
  }

  // The same, but for good, and leaves off, with nodes still queued, when the watch says so.
  template <class Watch>
  void settle(Watch& watch) {
    walks_home_ = true;
    drain(queue_, watch, [this](Node v) {
      const bool improved = improve(v);
      tour_.forget();
      return improved;
    });
  }

  std::int64_t moves() const noexcept { return moves_; }

 private:
  // One way to go on: join the head to the node at `place`; or make a detour through `entry`.
  struct Option {
    enum class Kind : std::uint8_t { join, detour_before, detour_after };

    double gain;
    double rank;  // the best is followed first
    Node head;    // of the path that comes out
    Node place;
    Node entry;
    int run;
    int entry_run;
    Kind kind;
  };

  // All ways to go on from one path, and which of them gains most when it is closed at once. More
  // than there is room for are rarely there, and then dropped.
  class Options {
   public:
    explicit Options(double min_gain) : best_closed_(min_gain) {}

    void add(const Option& option, double closed) noexcept {
      if (count_ == max_options) return;
      options_[count_] = option;
      if (closed > best_closed_) {
        best_closed_ = closed;
        best_to_close_ = count_;
      }
      ++count_;
    }
    // Whether one gains, and how much.
    bool closes() const noexcept { return best_to_close_ < count_; }
    double best_closed() const noexcept { return best_closed_; }
    const Option& best_to_close() const noexcept { return options_[best_to_close_]; }
    // Moves the best of those from `first` on to the front of them.
    const Option* best_from(std::size_t first) noexcept;

   private:
    static constexpr std::size_t max_options = 96;
    std::size_t count_ = 0;
    std::size_t best_to_close_ = max_options;
    double best_closed_;
    std::array<Option, max_options> options_;
  };

  void improve_fully(Node v) {
    while (improve(v)) {
    }
  }
  bool improve(Node base);
  int breadth(int level) const noexcept;
  bool makes_detours(int level) const noexcept;
  bool goes_straight(int level) const noexcept;
  bool search(const OpenPath& path, int level, Node head, double gain);
  bool follow(OpenPath& path, int level, Node head, double gain);
  template <class Join, class Detour>
  void visit(const OpenPath& path, Node head, double gain, const Join& join,
             const Detour& detour) const;
  void add_joins(const OpenPath& path, bool detours, Node head, double gain,
                 Options& options) const;
  void add_detours(const OpenPath& path, int r, Node place, Node c, double gain,
                   Options& options) const;
  void add(Option option, Options& options) const;
  OpenPath apply(const OpenPath& path, const Option& option) const;
  double removed_from(const OpenPath& path) const;
  void commit(const OpenPath& path, double gain);

  // How many candidates of a row to look at: connectors ascend behind the near ones.
  std::size_t within(const double* distances, double gain) const noexcept {
    std::size_t end = candidates_.near;
    while (end < candidates_.k && gain - distances[end] > min_gain_) ++end;
    return end;
  }
  bool fixed(Node a, Node b) const noexcept {
    return !partners_.empty() && partners_[index(a)] == b;
  }
  Node position(Node place) const noexcept {
    return wrapped(forward_ ? origin_ + place - tour_.n() : origin_ - place);
  }
  // Without a branch, which would be unpredictable.
  Node wrapped(Node negative_or_not) const noexcept {
    static_assert(sizeof(Node) == sizeof(std::int32_t));
    return negative_or_not + ((negative_or_not >> 31) & tour_.n());
  }
  // The neighbours of a node of the run along the path.
  Node before(Node v, const OpenPath::Run& run) const noexcept {
    return run.forward() == forward_ ? tour_.previous(v) : tour_.next(v);
  }
  Node behind(Node v, const OpenPath::Run& run) const noexcept {
    return run.forward() == forward_ ? tour_.next(v) : tour_.previous(v);
  }
  Node node(Node place) const noexcept { return tour_.at(position(place)); }
  Node place_of(Node v) const noexcept {
    const Node p = tour_.position(v);
    return wrapped(forward_ ? p - origin_ : origin_ - p);
  }

  const Instance& instance_;
  const NeighbourLists& candidates_;
  const std::vector<Node>& partners_;
  LkParameters parameters_;
  bool directed_;  // and searched as a symmetric instance of twice as many nodes
  LoggedTour tour_;
  WorkQueue queue_;
  double gained_ = 0.0;
  std::int64_t moves_ = 0;

  // Of the path that is being searched: its fixed end, the position of its first head, and whether
  // its places run along the tour.
  Node base_ = no_node;
  Node origin_ = 0;
  bool forward_ = true;
  double min_gain_ = 0.0;  // by its first edge; paths with less left are not followed
  // Whether the base lies so far from the first head that the way back counts, not the gain: such
  // edges are left by greedy merging, and shrink step by step only. Looked for in whole descents:
  // once they are gone, what is that long belongs between clusters.
  bool homeward_ = false;
  bool walks_home_ = false;
};

}  // namespace heataco
