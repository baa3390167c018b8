#include "heataco/decoders/focused/region.h"

#include <algorithm>
#include <limits>

#include "heataco/decoders/focused/tuning.h"

namespace heataco {

Region::Region(const SearchSpace& whole, const std::vector<float>& beliefs, Stretch stretch,
               const std::vector<Node>& cell, std::vector<Node>& local) {
  for (const Node v : cell) local[index(v)] = 0;
  find_pieces(stretch, local);
  for (const Node v : cell) local[index(v)] = no_node;
  number(stretch, local);
  fill_rows(whole, beliefs, local, link());
  for (const Node v : nodes_) local[index(v)] = no_node;
}

bool Region::worthwhile() const noexcept {
  return nodes_.size() >= tuning::min_region_edges + pieces_.size();
}

void Region::find_pieces(Stretch stretch, const std::vector<Node>& local) {
  for (Node t = 0; t < stretch.length; ++t) {
    if (local[index(stretch.nodes[t])] == no_node) continue;
    const Node first = t;
    while (t + 1 < stretch.length && local[index(stretch.nodes[t + 1])] != no_node) ++t;
    if (t > first) pieces_.push_back({first, t});
  }
}

// Nodes keep their order, so that what is near in the whole is near in the region.
void Region::number(Stretch stretch, std::vector<Node>& local) {
  for (const Piece& piece : pieces_)
    nodes_.insert(nodes_.end(), stretch.nodes + piece.first, stretch.nodes + piece.last + 1);
  tour_ = nodes_;
  std::sort(nodes_.begin(), nodes_.end());
  for (std::size_t r = 0; r < nodes_.size(); ++r) local[index(nodes_[r])] = static_cast<Node>(r);
  for (Node& v : tour_) v = local[index(v)];
}

// Fixed edges from the end of each piece to the beginning of the next one.
std::vector<Node> Region::link() {
  std::vector<Node> partners(nodes_.size(), no_node);
  gaps_.assign(nodes_.size(), no_node);
  std::size_t place = 0;
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    place += index(pieces_[p].last - pieces_[p].first);
    const Node end = tour_[place++];
    const Node next = tour_[p + 1 < pieces_.size() ? place : 0];
    partners[index(end)] = next;
    partners[index(next)] = end;
    gaps_[index(end)] = static_cast<Node>(p);
  }
  return partners;
}

void Region::fill_rows(const SearchSpace& whole, const std::vector<float>& beliefs_of_whole,
                       const std::vector<Node>& local, std::vector<Node> partners) {
  const std::size_t k = whole.candidates.k;
  NeighbourLists lists{static_cast<Node>(nodes_.size()), k, whole.candidates.near, {}, {}};
  lists.nodes.reserve(nodes_.size() * k);
  lists.distances.reserve(nodes_.size() * k);
  std::vector<float> beliefs;
  beliefs.reserve(nodes_.size() * k);
  slots_.reserve(nodes_.size() * k);
  for (std::size_t r = 0; r < nodes_.size(); ++r) {
    const auto fill_up_to = [&](std::size_t size) {
      lists.nodes.resize(size, static_cast<Node>(r));
      lists.distances.resize(size, std::numeric_limits<double>::infinity());
      beliefs.resize(size, 0.0F);
      slots_.resize(size, nowhere);
    };
    for (std::size_t s = 0; s < k; ++s) {
      if (s == lists.near) fill_up_to(r * k + s);
      const std::size_t slot = index(nodes_[r]) * k + s;
      const Node u = local[index(whole.candidates.nodes[slot])];
      if (u == no_node) continue;
      lists.nodes.push_back(u);
      lists.distances.push_back(whole.candidates.distances[slot]);
      beliefs.push_back(beliefs_of_whole[slot]);
      slots_.push_back(slot);
    }
    fill_up_to((r + 1) * k);
  }
  std::vector<double> radii;
  if (!whole.radii.empty())
    for (const Node v : nodes_) radii.push_back(whole.radii[index(v)]);
  space_.emplace(SearchSpace{whole.instance.renumbered(nodes_), std::move(lists),
                             std::move(beliefs), std::move(partners), std::move(radii)});
}

void Region::put_back(const Tour& tour, Stretch stretch) const {
  const auto size = static_cast<Node>(tour.size());
  const Node first = tour_.front();
  const Node last = tour_.back();
  const auto at = static_cast<Node>(std::find(tour.begin(), tour.end(), first) - tour.begin());
  // From the first node away from the last one, which the fixed edge holds beside it.
  const bool forward = tour[index(at == 0 ? size - 1 : at - 1)] == last;
  const std::vector<Node> old(stretch.nodes + pieces_.front().first,
                              stretch.nodes + pieces_.back().last + 1);
  const Node offset = pieces_.front().first;
  Node* out = stretch.nodes + offset;
  Node place = at;
  for (Node t = 0; t < size; ++t) {
    const Node v = tour[index(place)];
    place = forward ? (place + 1 == size ? 0 : place + 1) : (place == 0 ? size - 1 : place - 1);
    *out++ = nodes_[index(v)];
    if (t + 1 == size || space_->partners[index(v)] != tour[index(place)]) continue;
    const bool along = gaps_[index(v)] != no_node;
    const Node gap = gaps_[index(along ? v : tour[index(place)])];
    const auto begin = old.begin() + (pieces_[index(gap)].last + 1 - offset);
    const auto end = old.begin() + (pieces_[index(gap) + 1].first - offset);
    out = along ? std::copy(begin, end, out) : std::reverse_copy(begin, end, out);
  }
}

void Region::put_back(const std::vector<float>& beliefs, std::vector<float>& whole) const {
  for (std::size_t s = 0; s < slots_.size(); ++s)
    if (slots_[s] != nowhere) whole[slots_[s]] = beliefs[s];
}

}  // namespace heataco
