#include "heataco/decoders/mmas/leaders.h"

namespace heataco {

Leaders leaders_of(const Node* nodes, const float* weights, std::size_t stride) {
  Leaders leaders{};
  for (std::size_t s = 0; s < stride; ++s) {
    if (!(weights[s] > leaders.weights[Leaders::count - 1])) continue;
    std::size_t i = Leaders::count - 1;
    for (; i > 0 && weights[s] > leaders.weights[i - 1]; --i) {
      leaders.weights[i] = leaders.weights[i - 1];
      leaders.slots[i] = leaders.slots[i - 1];
    }
    leaders.weights[i] = weights[s];
    leaders.slots[i] = static_cast<std::uint8_t>(s);
  }
  for (std::size_t i = 0; i < Leaders::count; ++i) leaders.nodes[i] = nodes[leaders.slots[i]];
  for (std::size_t s = 0; s < stride; ++s)
    if (!leaders.leads(s)) leaders.rest += weights[s];
  return leaders;
}

Node draw_behind(const Leaders& leaders, const Node* nodes, const float* weights,
                 std::size_t stride, float u) {
  const float stop = u * leaders.rest;
  float sum = 0.0F;
  Node drawn = no_node;
  for (std::size_t s = 0; s < stride && !(sum > stop); ++s) {
    if (leaders.leads(s) || !(weights[s] > 0.0F)) continue;
    sum += weights[s];
    drawn = nodes[s];
  }
  return drawn;
}

}  // namespace heataco
