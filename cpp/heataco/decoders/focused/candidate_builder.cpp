#include "heataco/decoders/focused/candidate_builder.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <utility>

#include "heataco/core/connectors.h"
#include "heataco/decoders/focused/trust.h"
#include "heataco/decoders/focused/tuning.h"
#include "heataco/lin_kernighan/doubling.h"
#include "heataco/relaxation/directed_rows.h"
#include "heataco/relaxation/matrix_neighbours.h"

namespace heataco {

namespace {

// The entries of a row by the numbers of the search, the hottest first; ties by number.
void sort_by_heat(const Confidences& heat, const Numbering& numbering, Node v,
                  std::vector<Confidences::Entry>& entries) {
  const Node original = numbering.undo(v);
  entries.assign(heat.begin(original), heat.end(original));
  for (Confidences::Entry& entry : entries) entry.node = numbering.apply(entry.node);
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
    return a.value != b.value ? a.value > b.value : a.node < b.node;
  });
}

// The share of all heat that lies outside the `count` hottest entries of the n rows.
double share_left_out(const Confidences& heat, Node n, std::size_t count, Checkpoint& checkpoint) {
  double all = 0.0;
  double left_out = 0.0;
  std::vector<double> values;
  for (Node v = 0; v < n; ++v) {
    if (v % 64 == 0) checkpoint.throw_if_interrupted();
    values.clear();
    for (const auto* entry = heat.begin(v); entry != heat.end(v); ++entry)
      values.push_back(entry->value);
    std::sort(values.begin(), values.end(), std::greater<>());
    for (std::size_t e = 0; e < values.size(); ++e) {
      all += values[e];
      if (e >= count) left_out += values[e];
    }
  }
  return all > 0.0 ? left_out / all : 0.0;
}

std::vector<double> cluster_radii(const NeighbourLists& lists) {
  std::vector<double> radii;
  radii.reserve(index(lists.n));
  for (Node v = 0; v < lists.n; ++v)
    radii.push_back(cluster_radius(lists.row_distances(v), lists.near));
  return radii;
}

// Fills a row of v up to `count` with near nodes, and puts the connectors behind them.
void fill_up(const NeighbourLists& lists, Node v, std::size_t count, std::vector<Node>& row) {
  const auto take = [&row](Node u) {
    if (std::find(row.begin(), row.end(), u) == row.end()) row.push_back(u);
  };
  for (std::size_t s = 0; s < lists.near && row.size() < count; ++s) take(lists.row(v)[s]);
  for (std::size_t s = lists.near; s < lists.k && lists.row(v)[s] != v; ++s) take(lists.row(v)[s]);
}

// 0 for a node without an entry.
double heat_of(Node u, const std::vector<Confidences::Entry>& entries) {
  const auto entry = std::find_if(entries.begin(), entries.end(),
                                  [u](const auto& other) { return other.node == u; });
  return entry == entries.end() ? 0.0 : entry->value;
}

}  // namespace

struct CandidateBuilder::Side {
  const NeighbourLists& near;
  const Confidences* heat;
  bool outgoing;
};

struct CandidateBuilder::Extent {
  std::size_t hot;    // candidates by heat
  std::size_t count;  // with those by distance, without connectors
};

CandidateBuilder::CandidateBuilder(const Numbering& numbering, const HeatRows* heat,
                                   const CandidateParameters& parameters, Checkpoint& checkpoint,
                                   double seconds)
    : instance_(numbering.instance()), numbering_(numbering), parameters_(parameters) {
  // Directed distances have ties by the dozen, and no geometry that would rank them: there are as
  // many candidates by heat as without.
  if (!instance_.symmetric())
    parameters_.candidates = parameters_.neighbours =
        std::max(parameters.candidates, tuning::directed_candidates(parameters.neighbours));
  const std::size_t k = std::max(parameters_.neighbours, parameters_.candidates);
  hot_ = parameters_.candidates;
  Watch patience(checkpoint, tuning::prices_share * seconds);
  if (instance_.symmetric()) {
    near_ = with_connectors(instance_, nearest(k, patience, checkpoint), checkpoint);
    radii_ = cluster_radii(near_);
    near_.distances = std::vector<double>();  // of a million nodes 100 MB
  } else {
    assignment_ = cheapest_assignment(instance_, patience);
    DirectedRows near = directed_rows(instance_, assignment_.prices, k, checkpoint);
    near_ = std::move(near.out);
    near_in_ = std::move(near.in);
  }
  if (heat == nullptr) return;
  heat_.emplace(*heat, instance_.symmetric(), parameters.heat_threshold, checkpoint);
  if (!instance_.symmetric())
    heat_in_.emplace(transposed(*heat).rows(), false, parameters.heat_threshold, checkpoint);
  else if (share_left_out(*heat_, heat->n, hot_, checkpoint) > tuning::max_heat_left_out)
    hot_ = k;
}

// Matrices have ties by the dozen; if all nodes preferred the same few, the edges would not make a
// tour. Where many rows end amid equals, what they leave out is as good as what they hold: they are
// then twice as long.
NeighbourLists CandidateBuilder::nearest(std::size_t k, Watch& patience,
                                         Checkpoint& checkpoint) const {
  if (instance_.has_coordinates())
    return nearest_neighbours(instance_, k, Direction::out, checkpoint);
  NeighbourLists lists =
      matrix_neighbours(instance_, tuning::tied_row_growth * k, patience, checkpoint);
  if (lists.near <= k) return lists;
  Node tied = 0;
  for (Node v = 0; v < lists.n; ++v)
    tied += lists.row_distances(v)[k - 1] == lists.row_distances(v)[k] ? 1 : 0;
  return tuning::rows_per_tied_row * tied > lists.n ? lists : lists.first(k);
}

// Rows by distance that are longer than asked for are so because of ties, among which heat chooses.
CandidateBuilder::Extent CandidateBuilder::extent(double trust) const {
  const bool tied = near_.near > std::max(parameters_.neighbours, parameters_.candidates);
  const std::size_t neighbours = tied ? near_.near : parameters_.neighbours;
  const auto hot = static_cast<double>(hot_) * trust;
  const auto near = static_cast<double>(neighbours) * (1.0 - trust);
  const auto wanted = static_cast<std::size_t>(std::lround(hot + near));
  return {static_cast<std::size_t>(std::lround(hot)), std::min(wanted, near_.near)};
}

CandidateBuilder::Side CandidateBuilder::out() const {
  return {near_, heat_ ? &*heat_ : nullptr, true};
}

CandidateBuilder::Side CandidateBuilder::in() const {
  return {near_in_, heat_in_ ? &*heat_in_ : nullptr, false};
}

CandidateRows CandidateBuilder::candidates(double trust, Checkpoint& checkpoint) const {
  CandidateRows out = rows(this->out(), trust, checkpoint);
  if (instance_.symmetric()) {
    out.radii = radii_;
    return out;
  }
  CandidateRows in = rows(this->in(), trust, checkpoint);
  out.lists = doubled_lists(std::move(out.lists), std::move(in.lists));
  out.beliefs.insert(out.beliefs.end(), in.beliefs.begin(), in.beliefs.end());
  return out;
}

// Rows by heat are made as they are looked at: of all nodes they take 150 MB of a million, and the
// edges may be those of one cell.
Trust CandidateBuilder::measure(const std::vector<Edge>& edges, const NeighbourLists& by_distance,
                                Checkpoint& checkpoint) const {
  const Extent extent = this->extent(1.0);
  const Node n = instance_.n();
  Row made;
  const auto hottest = [&](Node searched) {
    if (searched % 64 == 0) checkpoint.throw_if_interrupted();
    const bool entered = searched >= n;
    fill_row(entered ? in() : out(), entered ? searched - n : searched, extent, made);
    if (!instance_.symmetric() && !entered)
      for (Node& u : made.nodes) u += n;
    made.nodes.resize(extent.count + near_.k - near_.near, searched);
    return std::span<const Node>(made.nodes);
  };
  const auto nearest = [&](Node searched) {
    return std::span<const Node>(by_distance.row(searched), by_distance.k);
  };
  Trust trust = trust_in_heat(edges, by_distance.n, hottest, nearest, parameters_.candidates);
  // Rows are filled up with near nodes, which are no merit of heat that is not there.
  if (heat_->empty()) {
    trust.value = 0.0;
    trust.missing_by_heat = 1.0;
  }
  return trust;
}

// The hottest first, then the near ones.
void CandidateBuilder::fill_row(const Side& side, Node v, const Extent& extent, Row& row) const {
  row.nodes.clear();
  row.entries.clear();
  if (side.heat != nullptr) sort_by_heat(*side.heat, numbering_, v, row.entries);
  for (std::size_t e = 0; e < std::min(extent.hot, row.entries.size()); ++e) {
    if (e > 1 && row.entries[e].value < tuning::min_relative_heat * row.entries[1].value) break;
    row.nodes.push_back(row.entries[e].node);
  }
  fill_up(side.near, v, extent.count, row.nodes);
}

CandidateRows CandidateBuilder::rows(const Side& side, double trust, Checkpoint& checkpoint) const {
  const Extent extent = this->extent(trust);
  CandidateRows result;
  result.lists = NeighbourLists::unfilled(
      instance_.n(), extent.count + side.near.k - side.near.near, extent.count);
  result.beliefs.reserve(index(instance_.n()) * result.lists.k);
  Row row;
  for (Node v = 0; v < instance_.n(); ++v) {
    if (v % 64 == 0) checkpoint.throw_if_interrupted();
    fill_row(side, v, extent, row);
    for (const Node u : row.nodes) {
      result.lists.add(side.outgoing ? instance_.distance(v, u) : instance_.distance(u, v), u);
      result.beliefs.push_back(static_cast<float>(trust * std::min(heat_of(u, row.entries), 1.0)));
    }
    const std::size_t filled = (index(v) + 1) * result.lists.k;
    result.lists.nodes.resize(filled, v);
    result.lists.distances.resize(filled, std::numeric_limits<double>::infinity());
    result.beliefs.resize(filled, 0.0F);
  }
  return result;
}

}  // namespace heataco
