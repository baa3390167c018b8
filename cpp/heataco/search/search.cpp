#include "heataco/search/search.h"

#include <algorithm>

namespace heataco {

void Trace::add(const Progress& row) {
  double best_before = rows_.empty() ? std::numeric_limits<double>::infinity() : rows_.back().best;
  if (kept(row, best_before)) rows_.push_back(row);
  if (rows_.size() <= max_rows) return;

  stride_ *= 2;
  std::vector<Progress> thinned;
  best_before = std::numeric_limits<double>::infinity();
  for (const Progress& old : rows_) {
    if (kept(old, best_before)) thinned.push_back(old);
    best_before = old.best;
  }
  rows_ = std::move(thinned);
}

void Trace::end_with(double best) {
  if (rows_.empty()) return;
  for (Progress& row : rows_) row.best = std::max(row.best, best);
  rows_.back().best = best;
}

}  // namespace heataco
