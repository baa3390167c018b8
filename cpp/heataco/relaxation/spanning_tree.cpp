#include "heataco/relaxation/spanning_tree.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace heataco {

namespace {

constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

// Links inside a component are left out: each is overwritten by the next one. A branch would have
// to guess.
std::span<Link> renumbered(std::span<Link> links, const std::vector<Node>& numbers) {
  std::size_t kept = 0;
  for (const Link link : links) {
    const Node a = numbers[index(link.a)];
    const Node b = numbers[index(link.b)];
    links[kept] = {link.weight, link.edge, a, b};
    kept += a != b ? 1 : 0;
  }
  return links.first(kept);
}

}  // namespace

void SpanningTree::begin(Node n) {
  count_ = index(n);
  edges_.clear();
  if (levels_.empty()) levels_.emplace_back();
  levels_.front().resize(count_);
  std::iota(levels_.front().begin(), levels_.front().end(), 0);
  depth_ = 1;
}

void SpanningTree::grow(std::span<Link> links) {
  while (!links.empty()) {
    find_lightest(links);
    join(links);
    links = renumbered(links, number());
  }
}

// The upper levels are small, so that it pays to begin there.
const std::vector<Node>& SpanningTree::components() {
  for (; depth_ > 1; --depth_)
    for (Node& component : levels_[depth_ - 2]) component = levels_[depth_ - 1][index(component)];
  return levels_.front();
}

void SpanningTree::find_lightest(std::span<const Link> links) {
  lightest_.assign(count_, none);
  for (std::size_t place = 0; place < links.size(); ++place) {
    const Link& link = links[place];
    const std::uint64_t key = static_cast<std::uint64_t>(link.weight) << 32 | place;
    lightest_[index(link.a)] = std::min(lightest_[index(link.a)], key);
    lightest_[index(link.b)] = std::min(lightest_[index(link.b)], key);
  }
}

// No two links are equally light, so that only two components can choose each other: the first of
// them is then a root.
void SpanningTree::join(std::span<const Link> links) {
  joined_.resize(count_);
  for (std::size_t c = 0; c < count_; ++c) {
    const auto own = static_cast<Node>(c);
    joined_[c] = own;
    if (lightest_[c] == none) continue;
    const Link& link = links[lightest_[c] & 0xffffffff];
    const Node other = link.a == own ? link.b : link.a;
    if (own < other && lightest_[index(other)] == lightest_[c]) continue;
    joined_[c] = other;
    edges_.push_back(link.edge);
  }
}

// In the order of their roots, so that neighbours still come together.
const std::vector<Node>& SpanningTree::number() {
  if (levels_.size() == depth_) levels_.emplace_back();
  std::vector<Node>& numbers = levels_[depth_++];
  numbers.resize(count_);
  Node next = 0;
  for (std::size_t c = 0; c < count_; ++c)
    if (index(joined_[c]) == c) numbers[c] = next++;
  for (std::size_t c = 0; c < count_; ++c) {
    Node root = joined_[c];
    // Chains are cut short on the way: along a line they may be as long as it is.
    while (joined_[index(root)] != root) {
      joined_[index(root)] = joined_[index(joined_[index(root)])];
      root = joined_[index(root)];
    }
    joined_[c] = root;
    numbers[c] = numbers[index(root)];
  }
  count_ = index(next);
  return numbers;
}

}  // namespace heataco
