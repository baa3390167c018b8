#include "heataco/core/instance.h"

#include <algorithm>

namespace heataco {

Instance::Instance(Metric metric, const double* data, Node n, bool symmetric)
    : metric_(metric), n_(n), symmetric_(symmetric), data_(data) {
  if (!has_coordinates() || is_planar(metric)) return;
  owned_.reserve(2 * index(n));
  owned_places_.reserve(index(n));
  const std::size_t columns = dimensions(metric);
  for (std::size_t i = 0; i < index(n); ++i) {
    const auto [first, second] = on_map(metric, data + columns * i);
    owned_.insert(owned_.end(), {first, second});
    owned_places_.push_back(place_of(metric, data + columns * i));
  }
  data_ = owned_.data();
  places_ = owned_places_.data();
}

Instance Instance::renumbered(const std::vector<Node>& order) const {
  Instance renumbered;
  renumbered.metric_ = metric_;
  renumbered.n_ = static_cast<Node>(order.size());
  renumbered.symmetric_ = symmetric_;
  renumbered.owned_.reserve(2 * order.size());
  for (const Node v : order) renumbered.owned_.insert(renumbered.owned_.end(), {x(v), y(v)});
  renumbered.data_ = renumbered.owned_.data();
  if (places_ != nullptr) {
    for (const Node v : order) renumbered.owned_places_.push_back(places_[index(v)]);
    renumbered.places_ = renumbered.owned_places_.data();
  }
  return renumbered;
}

Instance Instance::view() const {
  Instance view;
  view.metric_ = metric_;
  view.n_ = n_;
  view.symmetric_ = symmetric_;
  view.data_ = data_;
  view.places_ = places_;
  return view;
}

Instance Instance::doubled() const {
  Instance doubled = view();
  doubled.metric_ = Metric::doubled_matrix;
  doubled.n_ = 2 * n_;
  doubled.symmetric_ = true;
  return doubled;
}

double Instance::distance_of_places(Node i, Node j) const noexcept {
  return length(metric_, measure(metric_, places_[index(i)], places_[index(j)]));
}

double Instance::far_great_circle(Node i, Node j) const noexcept {
  const Point& a = places_[index(i)];
  const Point& b = places_[index(j)];
  const double product = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const double length = earth_radius * std::acos(std::clamp(product, -1.0, 1.0)) + 1.0;
  const auto whole = static_cast<double>(static_cast<std::int64_t>(length));
  return is_clear(length, whole) ? whole : great_circle_by_formula(i, j);
}

double Instance::great_circle_by_formula(Node i, Node j) const noexcept {
  if (i == j) return 0.0;
  const double q1 = std::cos(y(i) - y(j));
  const double q2 = std::cos(x(i) - x(j));
  const double q3 = std::cos(x(i) + x(j));
  const double cosine = 0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3);
  return great_circle_length(std::clamp(cosine, -1.0, 1.0));
}

}  // namespace heataco
