#include "heataco/decoders/focused/chain.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "heataco/core/tour.h"
#include "heataco/decoders/focused/tuning.h"

namespace heataco {

Chain::Chain(const SearchSpace& space, const ChainParameters& parameters)
    : space_(space),
      parameters_(parameters),
      search_({space.instance, space.candidates, space.partners}, parameters.steps),
      trails_(space.candidates, space.beliefs) {}

void Chain::start(const Tour& tour, Watch& watch) {
  search_.tour().assign(tour);
  search_.queue_all();
  search_.settle(watch);
  cost_ = tour_cost(space_.instance, search_.tour().order().data());
  find_leaps();
}

void Chain::resume(const Tour& tour) {
  search_.tour().assign(tour);
  cost_ = tour_cost(space_.instance, tour.data());
  find_leaps();
}

// Where there are clusters, leaps between them get several times the trials of other edges, and
// some in any case: each has more ways to go than an edge inside. A few leaps are everywhere, by
// chance.
void Chain::find_leaps() {
  leaps_.clear();
  for (Node v = 0; v < search_.tour().n(); ++v)
    if (space_.leap(v, search_.tour().next(v)))
      leaps_.emplace_back(space_.instance.distance(v, search_.tour().next(v)), v);
  std::sort(leaps_.begin(), leaps_.end(), std::greater<>());
  const auto leaps = static_cast<double>(leaps_.size());
  const auto n = static_cast<double>(search_.tour().n());
  wide_share_ = 0.0;
  if (leaps > tuning::leaps_by_chance(n))
    wide_share_ =
        std::clamp(tuning::wide_weight * leaps / n, tuning::min_wide_share, tuning::max_wide_share);
}

bool Chain::run(std::int64_t trials, double temperature, Rng& rng, Watch& watch) {
  for (std::int64_t t = 0; t < trials; ++t) {
    if (t % tuning::trials_between_looks == 0 && watch.should_stop()) return false;
    attempt(temperature, rng);
  }
  return true;
}

void Chain::attempt(double temperature, Rng& rng) {
  choose_cuts(rng);
  const double longer = reconnect() - search_.descend();
  // A tour as short as before is taken, too: plateaus are there to be crossed.
  const bool accepted =
      longer <= 0.0 || longer < -temperature * scale_ * std::log1p(-rng.uniform());
  learn();
  if (accepted) {
    cost_ += longer;
    search_.tour().forget();
  } else {
    search_.tour().undo();
  }
}

// Four edges to cut: one where the trails are in doubt, and three more where walks of `reach` steps
// from there end; a walk that ends at an edge that is not cut goes on by single steps. Or, wide,
// four leaps between neighbouring clusters.
void Chain::choose_cuts(Rng& rng) {
  const LoggedTour& tour = search_.tour();
  const bool wide = wide_share_ > 0.0 && rng.uniform() < wide_share_;
  const Node place = wide ? draw_leap(rng) : draw_place(rng);
  position_[0] = tour.position(place);
  int failures = 0;
  for (std::size_t count = 1; count < cuts; ++count) {
    Node v = wide ? other_leap(place, rng) : walk_from(place, parameters_.reach, rng);
    while (is_cut(v, count) || !cut_behind(v, failures, rng)) {
      ++failures;
      // Where walks lead nowhere new, any place will do, in doubt or not: fewer than four may be.
      v = failures >= tuning::max_failures ? rng.below(tour.n())
          : wide                           ? other_leap(place, rng)
                                           : walk_from(v, 1, rng);
    }
    position_[count] = tour.position(v);
  }
}

bool Chain::is_cut(Node v, std::size_t count) const {
  const auto end = position_.begin() + static_cast<std::ptrdiff_t>(count);
  return std::find(position_.begin(), end, search_.tour().position(v)) != end;
}

Node Chain::draw_place(Rng& rng) const {
  for (int failures = 0;; ++failures) {
    const Node v = rng.below(search_.tour().n());
    if (cut_behind(v, failures, rng)) return v;
  }
}

Node Chain::walk_from(Node v, int steps, Rng& rng) const {
  const auto k = static_cast<Node>(space_.candidates.near);
  for (int step = 0; step < steps; ++step)
    v = space_.candidates.row(v)[static_cast<std::size_t>(rng.below(k))];
  return v;
}

// Of those that the tour had when the trials began: most are still there, or others nearby. The
// longest are tried most often: where clusters have clusters inside they are few.
Node Chain::draw_leap(Rng& rng) const {
  const double share = rng.uniform();
  const auto at = static_cast<std::size_t>(share * share * static_cast<double>(leaps_.size()));
  const Node v = next_leap(leaps_[at].second);
  return space_.fixed(v, search_.tour().next(v)) ? draw_place(rng) : v;
}

// One about as long, wherever it is, if these are few; else one nearby.
Node Chain::other_leap(Node place, Rng& rng) const {
  const double length = space_.instance.distance(place, search_.tour().next(place));
  const auto end = std::partition_point(leaps_.begin(), leaps_.end(), [&](const auto& leap) {
    return leap.first >= tuning::min_leap_ratio * length;
  });
  const auto count = static_cast<Node>(end - leaps_.begin());
  if (count == 0 || count > tuning::max_leaps_anywhere) return leap_from(place, rng);
  return leaps_[index(rng.below(count))].second;
}

// A leap of a cluster nearby.
Node Chain::leap_from(Node v, Rng& rng) const {
  const NeighbourLists& lists = space_.candidates;
  for (int step = 0; step < tuning::wide_steps; ++step) {
    const Node* row = lists.row(v);
    std::size_t end = lists.near;
    while (end < lists.k && row[end] != v) ++end;
    const std::size_t begin = end > lists.near && rng.below(2) == 0 ? lists.near : 0;
    v = row[begin + static_cast<std::size_t>(rng.below(static_cast<Node>(end - begin)))];
  }
  return next_leap(v);
}

// The next node behind which the tour leaps, or v, where there is none for a while.
Node Chain::next_leap(Node v) const {
  const LoggedTour& tour = search_.tour();
  Node u = v;
  for (int step = 0; step < tuning::max_steps_to_leap; ++step) {
    const Node next = tour.next(u);
    if (space_.leap(u, next)) return u;
    u = next;
  }
  return v;
}

// Fixed edges are never cut, others by how much they are in doubt; after many failures any.
bool Chain::cut_behind(Node v, int failures, Rng& rng) const {
  const Node next = search_.tour().next(v);
  if (space_.fixed(v, next)) return false;
  if (failures >= tuning::max_failures) return true;
  const double doubt = 1.0 - static_cast<double>(trails_.between(v, next));
  return rng.uniform() < std::max(doubt, parameters_.min_doubt);
}

// Double bridge: the stretches B, C, D between the cuts come back as D, C, B. Returns by how much
// the tour got longer.
double Chain::reconnect() {
  LoggedTour& tour = search_.tour();
  std::sort(position_.begin(), position_.end());
  // The longest stretch stays where it is.
  std::size_t last = cuts - 1;
  Node longest = position_[0] + tour.n() - position_[last];
  for (std::size_t c = 0; c + 1 < cuts; ++c) {
    if (position_[c + 1] - position_[c] > longest) {
      longest = position_[c + 1] - position_[c];
      last = c;
    }
  }
  std::rotate(position_.begin(), position_.begin() + static_cast<std::ptrdiff_t>((last + 1) % cuts),
              position_.end());
  for (std::size_t c = 0; c < cuts; ++c) {
    ends_[2 * c] = tour.at(position_[c]);
    ends_[2 * c + 1] = tour.at(tour.wrap_up(position_[c] + 1));
    search_.queue(ends_[2 * c]);
    search_.queue(ends_[2 * c + 1]);
  }
  const Node first = tour.wrap_up(position_[0] + 1);
  const Node* old = tour.open(first, tour.n() - longest);
  Node p = first;
  for (std::size_t c = cuts - 1; c > 0; --c) {
    const Node end = tour.wrap_down(position_[c] - position_[0]);
    for (Node t = tour.wrap_down(position_[c - 1] - position_[0]); t < end; ++t) {
      tour.put(p, old[t]);
      p = tour.wrap_up(p + 1);
    }
  }
  const auto d = [&](std::size_t a, std::size_t b) {
    return space_.instance.distance(ends_[a], ends_[b]);
  };
  const double removed = d(0, 1) + d(2, 3) + d(4, 5) + d(6, 7);
  scale_ = removed / static_cast<double>(cuts);
  return d(0, 5) + d(6, 3) + d(4, 1) + d(2, 7) - removed;
}

void Chain::learn() {
  const LoggedTour& tour = search_.tour();
  const auto rate = static_cast<float>(parameters_.learning);
  for (std::size_t c = 0; c < cuts; ++c) {
    const Node a = ends_[2 * c];
    const Node b = ends_[2 * c + 1];
    trails_.learn(a, b, tour.next(a) == b || tour.previous(a) == b, rate);
  }
}

}  // namespace heataco
