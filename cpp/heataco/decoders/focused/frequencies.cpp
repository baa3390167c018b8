#include "heataco/decoders/focused/frequencies.h"

#include <algorithm>
#include <cmath>

namespace heataco {

namespace {

template <class Row>
auto find(Row& row, Node v) {
  return std::find_if(row.begin(), row.end(), [v](const auto& edge) { return edge.node == v; });
}

}  // namespace

std::vector<std::vector<CountedEdge>> count_edges(Node n, const std::vector<Tour>& tours,
                                                  bool directed) {
  std::vector<std::vector<CountedEdge>> counts(index(n));
  for (const Tour& tour : tours) {
    Node before = tour.back();
    for (const Node v : tour) {
      const auto [from, to] = directed ? Edge{before, v} : Edge(std::minmax(before, v));
      auto& row = counts[index(from)];
      const auto found = find(row, to);
      if (found == row.end()) {
        row.push_back({to, 1});
      } else {
        ++found->tours;
      }
      before = v;
    }
  }
  return counts;
}

Frequencies::Frequencies(Node n, const std::vector<Tour>& tours) : counts_(count_edges(n, tours)) {
  entropies_.assign(tours.size() + 2, 0.0);
  for (std::size_t t = 1; t < entropies_.size(); ++t) {
    const double share = static_cast<double>(t) / static_cast<double>(tours.size());
    entropies_[t] = -share * std::log(share);
  }
}

double Frequencies::loss(const std::vector<Edge>& removed, const std::vector<Edge>& added) const {
  if (counts_.empty()) return 0.0;
  double loss = 0.0;
  for (const Edge& edge : removed) loss += entropy(edge, 0, 0) - entropy(edge, 0, 1);
  for (const Edge& edge : added) loss += entropy(edge, 0, 0) - entropy(edge, 1, 0);
  return loss;
}

// With one tour more or fewer that has the edge. Tours have changed since they were counted.
double Frequencies::entropy(const Edge& edge, std::size_t more, std::size_t fewer) const {
  const auto& row = counts_[index(std::min(edge.first, edge.second))];
  const auto found = find(row, std::max(edge.first, edge.second));
  const std::size_t tours = found == row.end() ? 0 : found->tours;
  return entropies_[std::clamp(tours + more, fewer, entropies_.size() - 1) - fewer];
}

}  // namespace heataco
