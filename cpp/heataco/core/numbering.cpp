#include "heataco/core/numbering.h"

#include <limits>
#include <numeric>

namespace heataco {

namespace {

constexpr std::size_t rows_between_looks = 4'096;

}  // namespace

Numbering::Numbering(const Instance& instance, Checkpoint& checkpoint)
    : original_(instance), rank_(index(instance.n())) {
  if (instance.has_coordinates()) {
    const KdTree tree(instance, checkpoint);
    order_ = tree.order();
    renumbered_.emplace(instance.renumbered(order_));
    tree_.emplace(tree.renumbered(*renumbered_));
  } else {
    order_.resize(index(instance.n()));
    std::iota(order_.begin(), order_.end(), 0);
  }
  for (Node r = 0; r < instance.n(); ++r) rank_[index(order_[index(r)])] = r;
}

NeighbourLists Numbering::apply(const NeighbourLists& lists, Checkpoint& checkpoint) const {
  auto result = NeighbourLists::unfilled(lists.n, lists.k, lists.near);
  for (std::size_t r = 0; r < order_.size(); ++r) {
    if (r % rows_between_looks == 0) checkpoint.throw_if_interrupted();
    const Node v = order_[r];
    for (std::size_t s = 0; s < lists.k; ++s)
      result.add(lists.row_distances(v)[s], rank_[index(lists.row(v)[s])]);
  }
  return result;
}

std::vector<double> Numbering::apply_rows(const std::vector<double>& rows, std::size_t k,
                                          Checkpoint& checkpoint) const {
  std::vector<double> result;
  result.reserve(rows.size());
  for (std::size_t r = 0; r < order_.size(); ++r) {
    if (r % rows_between_looks == 0) checkpoint.throw_if_interrupted();
    const auto row = rows.begin() + static_cast<std::ptrdiff_t>(index(order_[r]) * k);
    result.insert(result.end(), row, row + static_cast<std::ptrdiff_t>(k));
  }
  return result;
}

Tour Numbering::apply(const Tour& tour) const {
  Tour result;
  for (const Node v : tour) result.push_back(rank_[index(v)]);
  return result;
}

Tour Numbering::undo(const Tour& tour) const {
  Tour result;
  for (const Node r : tour) result.push_back(order_[index(r)]);
  return result;
}

Node Numbering::nearest_in(Node v, const NodeSet& set) const {
  if (tree_) return tree_->nearest_in(v, set);
  Node nearest = no_node;
  double least = std::numeric_limits<double>::infinity();
  set.for_each([&](Node u) {
    if (const double d = original_.distance(v, u); d < least) {
      least = d;
      nearest = u;
    }
  });
  return nearest;
}

}  // namespace heataco
