// What several tours agree on, as a field: their edges are its candidates.
#pragma once

#include <vector>

#include "heataco/core/types.h"
#include "heataco/decoders/focused/field.h"

namespace heataco {

// An edge is believed as far as the tours have it: by the share of them. The most frequent edges of
// a node come first, and only the first eight are kept. Fixed edges are no candidates.
Field agreement(const Field& field, const std::vector<Tour>& tours);

}  // namespace heataco
