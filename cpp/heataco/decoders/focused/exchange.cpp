#include "heataco/decoders/focused/exchange.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "heataco/core/gain.h"
#include "heataco/decoders/focused/tuning.h"

namespace heataco {

namespace {

bool same(const Edge& a, const Edge& b) {
  return a == b || (a.first == b.second && a.second == b.first);
}

bool erase(std::vector<Edge>& edges, const Edge& edge) {
  const auto found = std::find_if(edges.begin(), edges.end(),
                                  [&](const Edge& other) { return same(edge, other); });
  if (found == edges.end()) return false;
  *found = edges.back();
  edges.pop_back();
  return true;
}

}  // namespace

void Exchange::assign(const std::vector<Edge>& removed, const std::vector<Edge>& added) {
  removed_ = removed;
  added_ = added;
}

double Exchange::removed_length() const {
  double length = 0.0;
  for (const auto& [a, b] : removed_) length += space_.instance.distance(a, b);
  return length;
}

double Exchange::gain() const {
  double gain = removed_length();
  for (const auto& [a, b] : added_) gain -= space_.instance.distance(a, b);
  return gain;
}

bool Exchange::gains() const {
  const double gained = gain();
  return gained > 0.0 && is_gain(gained, removed_length(), removed_.size() + added_.size());
}

std::size_t Exchange::count_cycles() {
  analyse();
  return sizes_.size();
}

int Exchange::longest_cycle() const {
  return static_cast<int>(std::max_element(sizes_.begin(), sizes_.end()) - sizes_.begin());
}

int Exchange::cycle_of(Node v) const {
  return segments_[index(segment_of(tour_.position(v)))].cycle;
}

std::vector<std::pair<Node, Node>> Exchange::beside_longest_cycle() const {
  const int longest = longest_cycle();
  std::vector<std::pair<Node, Node>> stretches;
  for (const Segment& segment : segments_) {
    if (segment.cycle == longest) continue;
    if (segment.first <= segment.last) {
      stretches.emplace_back(segment.first, segment.last);
    } else {
      stretches.emplace_back(segment.first, tour_.n() - 1);
      stretches.emplace_back(0, segment.last);
    }
  }
  return stretches;
}

void Exchange::analyse() {
  find_segments();
  link_sides();
  trace_cycles();
}

void Exchange::find_segments() {
  segments_.clear();
  for (const auto& [a, b] : removed_)
    segments_.push_back({0, tour_.next(a) == b ? tour_.position(a) : tour_.position(b), 0, -1});
  std::sort(segments_.begin(), segments_.end(),
            [](const Segment& a, const Segment& b) { return a.last < b.last; });
  for (std::size_t s = 0; s < segments_.size(); ++s) {
    const Node before = segments_[s == 0 ? segments_.size() - 1 : s - 1].last;
    segments_[s].first = tour_.wrap_up(before + 1);
    const Node length = segments_[s].last - segments_[s].first + 1;
    segments_[s].length = length <= 0 ? length + tour_.n() : length;
  }
  order_.resize(segments_.size());
  std::iota(order_.begin(), order_.end(), 0);
}

// Binary search by the last positions; the first segment also has what lies behind the last one.
int Exchange::segment_of(Node position) const {
  const auto found =
      std::lower_bound(order_.begin(), order_.end(), position,
                       [this](int s, Node p) { return segments_[index(s)].last < p; });
  return found == order_.end() ? order_.front() : *found;
}

void Exchange::link_sides() {
  links_.assign(2 * segments_.size(), -1);
  const auto free_side = [&](Node v) {
    const Node p = tour_.position(v);
    const int s = segment_of(p);
    const bool begin = segments_[index(s)].first == p && links_[index(2 * s)] < 0;
    return begin ? 2 * s : 2 * s + 1;
  };
  for (const auto& [a, b] : added_) {
    const int from = free_side(a);
    links_[index(from)] = from;  // taken, also for b
    const int to = free_side(b);
    link(from, to);
  }
}

void Exchange::trace_cycles() {
  sizes_.clear();
  for (std::size_t s = 0; s < segments_.size(); ++s) {
    if (segments_[s].cycle >= 0) continue;
    const auto cycle = static_cast<int>(sizes_.size());
    sizes_.push_back(0);
    int side = 2 * static_cast<int>(s);
    while (segments_[index(side / 2)].cycle < 0) {
      segments_[index(side / 2)].cycle = cycle;
      sizes_.back() += segments_[index(side / 2)].length;
      side = links_[index(side ^ 1)];
    }
  }
}

bool Exchange::join_cycles() {
  if (!gains()) return false;
  analyse();
  double left = gain();
  for (std::size_t cycles = sizes_.size(); cycles > 1; --cycles) {
    int smallest = -1;
    for (int c = 0; c < static_cast<int>(sizes_.size()); ++c)
      if (sizes_[index(c)] > 0 && (smallest < 0 || sizes_[index(c)] < sizes_[index(smallest)]))
        smallest = c;
    const Joint joint = find_joint(smallest);
    left -= joint.cost;
    if (!(left > 0.0)) return false;
    join(joint, smallest);
  }
  return gains();
}

// The cheapest way to join the cycle to another one; infinitely dear where there is none.
Exchange::Joint Exchange::find_joint(int cycle) {
  constexpr Node max_edges = tuning::max_edges_at_end;
  inside_.clear();
  for (std::size_t s = 0; s < segments_.size(); ++s)
    if (segments_[s].cycle == cycle) inside_.push_back(s);
  Joint best{std::numeric_limits<double>::infinity(), {}, {}};
  for (const std::size_t s : inside_) {
    const Node edges = segments_[s].length - 1;
    for (Node e = 0; e < edges; ++e) {
      if (e == max_edges && edges > 2 * max_edges) e = edges - max_edges;
      const Node p = tour_.wrap_up(segments_[s].first + e);
      look_from({tour_.at(p), tour_.at(tour_.wrap_up(p + 1))}, best);
    }
    for (const int side : {2 * static_cast<int>(s), 2 * static_cast<int>(s) + 1})
      if (side < links_[index(side)])
        look_from({at_side(side), at_side(links_[index(side)])}, best);
  }
  return best;
}

// The cycle has few segments as a rule; looking through them beats looking for the one of v.
bool Exchange::in_cycle(Node v) const {
  const Node p = tour_.position(v);
  return std::any_of(inside_.begin(), inside_.end(), [&](std::size_t s) {
    return tour_.wrap_down(p - segments_[s].first) < segments_[s].length;
  });
}

// What is known of all other segments stays as it is.
void Exchange::join(const Joint& joint, int cycle) {
  const int inner = open(joint.removed[0]);
  const int inner_next = links_[index(inner)];
  const int outer = open(joint.removed[1]);
  const int outer_next = links_[index(outer)];
  const int other = segments_[index(outer / 2)].cycle;
  for (Segment& segment : segments_)
    if (segment.cycle == cycle) segment.cycle = other;
  sizes_[index(other)] += sizes_[index(cycle)];
  sizes_[index(cycle)] = 0;
  link(inner, outer);
  link(inner_next, outer_next);
  for (const Edge& edge : joint.removed) remove(edge);
  for (const Edge& edge : joint.added) add(edge);
}

// The side of the first node that is linked to one of the second; within a segment there are such
// sides once it is cut in two.
int Exchange::open(Edge edge) {
  const auto [v, next] = edge;
  const int of_v = segment_of(tour_.position(v));
  for (const int side : {2 * of_v, 2 * of_v + 1})
    if (at_side(side) == v && at_side(links_[index(side)]) == next) return side;
  const bool forward = tour_.next(v) == next;
  const Node cut = tour_.position(forward ? v : next);
  const auto front = static_cast<int>(segments_.size());
  Segment split = segments_[index(of_v)];
  split.last = cut;
  split.length = tour_.wrap_down(cut - split.first) + 1;
  segments_[index(of_v)].first = tour_.wrap_up(cut + 1);
  segments_[index(of_v)].length -= split.length;
  order_.insert(std::lower_bound(order_.begin(), order_.end(), cut,
                                 [this](int s, Node p) { return segments_[index(s)].last < p; }),
                front);
  segments_.push_back(split);
  links_.resize(2 * segments_.size());
  link(2 * front, links_[index(2 * of_v)]);
  link(2 * front + 1, 2 * of_v);
  return forward ? 2 * front + 1 : 2 * of_v;
}

void Exchange::link(int side, int other) {
  links_[index(side)] = other;
  links_[index(other)] = side;
}

void Exchange::look_from(Edge edge, Joint& best) const {
  if (space_.fixed(edge.first, edge.second)) return;
  look_from(edge.first, edge.second, best);
  look_from(edge.second, edge.first, best);
}

// Joins v to a candidate w outside and its neighbour to one of w's neighbours.
void Exchange::look_from(Node v, Node next, Joint& best) const {
  const Node* row = space_.candidates.row(v);
  const double* distances = space_.candidates.row_distances(v);
  const double removed = space_.instance.distance(v, next);
  for (std::size_t s = 0; s < space_.candidates.k; ++s) {
    const Node w = row[s];
    if (in_cycle(w)) continue;
    const auto [left, right] = neighbours(w);
    for (const Node x : {left, right}) {
      if (space_.fixed(w, x)) continue;
      const double cost = distances[s] + space_.instance.distance(next, x) - removed -
                          space_.instance.distance(w, x);
      if (cost < best.cost) best = {cost, {{v, next}, {w, x}}, {{v, w}, {next, x}}};
    }
  }
}

Node Exchange::at_side(int side) const {
  const Segment& segment = segments_[index(side / 2)];
  return tour_.at(side % 2 == 0 ? segment.first : segment.last);
}

// With the exchange made.
std::pair<Node, Node> Exchange::neighbours(Node v) const {
  const Node p = tour_.position(v);
  const int s = segment_of(p);
  const Segment& segment = segments_[index(s)];
  return {p == segment.first ? at_side(links_[index(2 * s)]) : tour_.previous(v),
          p == segment.last ? at_side(links_[index(2 * s + 1)]) : tour_.next(v)};
}

void Exchange::remove(Edge edge) {
  if (!erase(added_, edge)) removed_.push_back(edge);
}

void Exchange::add(Edge edge) {
  if (!erase(removed_, edge)) added_.push_back(edge);
}

Tour Exchange::result() const {
  Tour tour;
  tour.reserve(index(tour_.n()));
  int side = 0;
  do {
    const Segment& segment = segments_[index(side / 2)];
    const bool forward = side % 2 == 0;
    Node p = forward ? segment.first : segment.last;
    for (Node left = segment.length; left > 0; --left) {
      tour.push_back(tour_.at(p));
      p = forward ? tour_.wrap_up(p + 1) : tour_.wrap_down(p - 1);
    }
    side = links_[index(side ^ 1)];
  } while (side != 0);
  return tour;
}

}  // namespace heataco
