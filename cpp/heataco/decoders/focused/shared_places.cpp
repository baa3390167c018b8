#include "heataco/decoders/focused/shared_places.h"

#include <algorithm>
#include <utility>

#include "heataco/decoders/focused/tuning.h"

namespace heataco {

namespace {

constexpr Node min_places = 3;

// Whether two nodes are as far as each other from everything, in both directions, and from each
// other no farther than from anything else. Nodes from which all others are equally near, such as
// rows of zeros, do not share a place: they are better passed one by one.
bool at_same_place(const Instance& instance, Node a, Node b) {
  const double apart = instance.distance(a, b);
  if (instance.distance(b, a) != apart) return false;
  bool farther = false;
  for (Node v = 0; v < instance.n(); ++v) {
    if (v == a || v == b) continue;
    const double there = instance.distance(a, v);
    const double back = instance.distance(v, a);
    if (instance.distance(b, v) != there || instance.distance(v, b) != back) return false;
    if (!(apart <= there && apart <= back)) return false;
    farther = farther || apart < there;
  }
  return farther;
}

std::vector<double> between(const Instance& instance,
                            const std::vector<std::vector<Node>>& groups) {
  std::vector<double> lengths;
  lengths.reserve(groups.size() * groups.size());
  for (const auto& from : groups)
    for (const auto& to : groups)
      lengths.push_back(&from == &to ? 0.0 : instance.distance(from.front(), to.front()));
  return lengths;
}

}  // namespace

SharedPlaces::SharedPlaces(const Instance& instance, Groups groups)
    : groups_(std::move(groups)),
      lengths_(between(instance, groups_)),
      places_(Metric::explicit_matrix, lengths_.data(), static_cast<Node>(groups_.size()),
              instance.symmetric()) {}

std::optional<SharedPlaces> SharedPlaces::find(const Instance& instance, Checkpoint& checkpoint) {
  const Node n = instance.n();
  if (instance.has_coordinates() || n > tuning::max_symmetrised_nodes) return std::nullopt;
  Groups groups;
  for (Node v = 0; v < n; ++v) {
    checkpoint.throw_if_interrupted();
    const auto found = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
      return at_same_place(instance, v, group.front());
    });
    if (found == groups.end()) {
      groups.push_back({v});
    } else {
      found->push_back(v);
    }
  }
  const auto places = static_cast<Node>(groups.size());
  if (places < min_places || tuning::nodes_per_shared * (n - places) < n) return std::nullopt;
  return SharedPlaces(instance, std::move(groups));
}

Tour SharedPlaces::expanded(const Tour& tour) const {
  Tour result;
  for (const Node place : tour)
    result.insert(result.end(), groups_[index(place)].begin(), groups_[index(place)].end());
  return result;
}

}  // namespace heataco
