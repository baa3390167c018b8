#include "heataco/core/instance.h"

#include <algorithm>
#include <stdexcept>

namespace heataco {

namespace {

// TSPLIB's conversion of DDD.MM, with its own value of pi: the best-known lengths depend on both.
double to_radians(double ddd_mm) {
  const double degrees = std::trunc(ddd_mm);
  const double minutes = ddd_mm - degrees;
  return 3.141592 * (degrees + 5.0 * minutes / 3.0) / 180.0;
}

}  // namespace

Metric metric_named(const std::string& name) {
  const std::vector<std::string> names = metric_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw std::invalid_argument("metric " + name + " is unknown");
  return static_cast<Metric>(found - names.begin());
}

Instance::Instance(Metric metric, const double* data, Node n, bool symmetric)
    : metric_(metric), n_(n), symmetric_(symmetric), data_(data) {
  if (metric == Metric::geo) {
    owned_.resize(2 * index(n));
    std::transform(data, data + owned_.size(), owned_.begin(), to_radians);
    data_ = owned_.data();
    find_directions();
  }
}

Instance Instance::renumbered(const std::vector<Node>& order) const {
  Instance renumbered;
  renumbered.metric_ = metric_;
  renumbered.n_ = static_cast<Node>(order.size());
  renumbered.symmetric_ = symmetric_;
  renumbered.owned_.reserve(2 * order.size());
  for (const Node v : order) renumbered.owned_.insert(renumbered.owned_.end(), {x(v), y(v)});
  renumbered.data_ = renumbered.owned_.data();
  if (metric_ == Metric::geo) renumbered.find_directions();
  return renumbered;
}

Instance Instance::view() const {
  Instance view;
  view.metric_ = metric_;
  view.n_ = n_;
  view.symmetric_ = symmetric_;
  view.data_ = data_;
  view.directions_ = directions_;
  return view;
}

Instance Instance::doubled() const {
  Instance doubled = view();
  doubled.metric_ = Metric::doubled_matrix;
  doubled.n_ = 2 * n_;
  doubled.symmetric_ = true;
  return doubled;
}

void Instance::find_directions() {
  owned_directions_.reserve(3 * index(n_));
  for (Node i = 0; i < n_; ++i)
    owned_directions_.insert(
        owned_directions_.end(),
        {std::cos(x(i)) * std::cos(y(i)), std::cos(x(i)) * std::sin(y(i)), std::sin(x(i))});
  directions_ = owned_directions_.data();
}

// TSPLIB's formula needs three cosines. The product of two directions is the same number but for
// rounding, which counts only where the length is next to an integer: there the formula decides.
double Instance::great_circle(Node i, Node j) const noexcept {
  constexpr double rounding = 1e-3;  // for lengths above it, far more than the two can differ by
  if (i == j) return 0.0;
  const double* a = direction(i);
  const double* b = direction(j);
  const double product = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const double length = earth_radius * std::acos(std::clamp(product, -1.0, 1.0)) + 1.0;
  const auto whole = static_cast<double>(static_cast<std::int64_t>(length));
  if (length - whole > rounding && length - whole < 1.0 - rounding) return whole;
  return great_circle_by_formula(i, j);
}

double Instance::great_circle_by_formula(Node i, Node j) const noexcept {
  const double q1 = std::cos(y(i) - y(j));
  const double q2 = std::cos(x(i) - x(j));
  const double q3 = std::cos(x(i) + x(j));
  const double cosine = 0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3);
  return great_circle_length(std::clamp(cosine, -1.0, 1.0));
}

}  // namespace heataco
