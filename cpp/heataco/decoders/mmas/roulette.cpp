#include "heataco/decoders/mmas/roulette.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define HEATACO_AVX2 1
#include <immintrin.h>
#endif

namespace heataco {

namespace {

constexpr std::size_t lanes = roulette_lanes;

// The slot of `lane` in which the wheel stops at `rest`; the lane has a positive weight. Counting
// the slots that end before the stop takes no branch that could be guessed wrong.
inline int slot_in_lane(const float* masked, std::size_t stride, std::size_t lane, float rest) {
  std::size_t slot = lane;
  float sum = 0.0F;
  for (std::size_t s = lane; s + lanes < stride; s += lanes) {
    sum += masked[s];
    slot += sum <= rest ? lanes : 0;
  }
  if (masked[slot] > 0.0F) return static_cast<int>(slot);
  // Rounding put the stop past the last slot with weight, or on one without.
  for (slot = lane; !(masked[slot] > 0.0F);) slot += lanes;
  return static_cast<int>(slot);
}

}  // namespace

int draw_slot_portable(const Node* nodes, const float* weights, std::size_t stride,
                       const std::uint32_t* unvisited, float u) {
  float masked[roulette_longest_row];
  float lane_sum[lanes] = {};
  for (std::size_t begin = 0; begin < stride; begin += lanes) {
    for (std::size_t l = 0; l < lanes; ++l) {
      const auto v = static_cast<std::uint32_t>(nodes[begin + l]);
      const bool open = ((unvisited[v >> 5] >> (v & 31U)) & 1U) != 0;
      const float weight = open ? weights[begin + l] : 0.0F;
      masked[begin + l] = weight;
      lane_sum[l] += weight;
    }
  }
  float prefix[lanes];
  for (std::size_t l = 0; l < lanes; ++l) prefix[l] = lane_sum[l];
  for (std::size_t shift = 1; shift < lanes; shift *= 2)
    for (std::size_t l = lanes; l-- > shift;) prefix[l] += prefix[l - shift];

  const float stop = u * prefix[lanes - 1];
  // Rounding may leave the prefix sums a little out of order: only lanes that hold weight count.
  int last_positive = -1;
  for (std::size_t l = 0; l < lanes; ++l) {
    if (!(lane_sum[l] > 0.0F)) continue;
    last_positive = static_cast<int>(l);
    if (prefix[l] > stop) break;
  }
  if (last_positive < 0) return -1;
  const auto lane = static_cast<std::size_t>(last_positive);
  return slot_in_lane(masked, stride, lane, stop - (prefix[lane] - lane_sum[lane]));
}

#ifdef HEATACO_AVX2

namespace {

// Of eight lanes, each with all lanes before it.
__attribute__((target("avx2,bmi,lzcnt"))) inline __m256 running_sums(__m256 lanes) {
  const __m256 zero = _mm256_setzero_ps();
  const __m256 by_one = _mm256_blend_ps(
      _mm256_permutevar8x32_ps(lanes, _mm256_setr_epi32(0, 0, 1, 2, 3, 4, 5, 6)), zero, 0x01);
  __m256 sums = _mm256_add_ps(lanes, by_one);
  const __m256 by_two = _mm256_blend_ps(
      _mm256_permutevar8x32_ps(sums, _mm256_setr_epi32(0, 0, 0, 1, 2, 3, 4, 5)), zero, 0x03);
  sums = _mm256_add_ps(sums, by_two);
  const __m256 by_four = _mm256_permute2f128_ps(sums, sums, 0x08);
  return _mm256_add_ps(sums, by_four);
}

// For a fixed stride the loops unroll; 0 takes any.
template <std::size_t fixed_stride>
__attribute__((target("avx2,bmi,lzcnt"))) int draw_slot_avx2(const Node* nodes,
                                                             const float* weights,
                                                             std::size_t any_stride,
                                                             const std::uint32_t* unvisited,
                                                             float u) {
  const std::size_t stride = fixed_stride != 0 ? fixed_stride : any_stride;
  alignas(32) float masked[fixed_stride != 0 ? fixed_stride : roulette_longest_row];
  const __m256i low_bits = _mm256_set1_epi32(31);
  const auto* words = reinterpret_cast<const int*>(unvisited);
  __m256 lane_sum = _mm256_setzero_ps();
  for (std::size_t begin = 0; begin < stride; begin += lanes) {
    const __m256i v = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(nodes + begin));
    const __m256i word = _mm256_i32gather_epi32(words, _mm256_srli_epi32(v, 5), 4);
    // The node's bit goes to the sign bit and from there over the whole lane.
    const __m256i to_sign = _mm256_andnot_si256(v, low_bits);
    const __m256i open = _mm256_srai_epi32(_mm256_sllv_epi32(word, to_sign), 31);
    const __m256 weight =
        _mm256_and_ps(_mm256_loadu_ps(weights + begin), _mm256_castsi256_ps(open));
    _mm256_store_ps(masked + begin, weight);
    lane_sum = _mm256_add_ps(lane_sum, weight);
  }
  const __m256 prefix = running_sums(lane_sum);
  const __m256 total = _mm256_permutevar8x32_ps(prefix, _mm256_set1_epi32(7));
  const __m256 stop = _mm256_mul_ps(_mm256_set1_ps(u), total);
  const auto positive = static_cast<unsigned>(
      _mm256_movemask_ps(_mm256_cmp_ps(lane_sum, _mm256_setzero_ps(), _CMP_GT_OQ)));
  if (positive == 0) return -1;
  const auto beyond =
      positive & static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(prefix, stop, _CMP_GT_OQ)));
  const auto lane = beyond != 0 ? _tzcnt_u32(beyond) : 31U - _lzcnt_u32(positive);
  alignas(32) float start[lanes];
  _mm256_store_ps(start, _mm256_sub_ps(stop, _mm256_sub_ps(prefix, lane_sum)));
  return slot_in_lane(masked, stride, lane, start[lane]);
}

DrawSlot unrolled(std::size_t stride) {
  switch (stride) {
    case 8:
      return draw_slot_avx2<8>;
    case 16:
      return draw_slot_avx2<16>;
    case 24:
      return draw_slot_avx2<24>;
    case 32:
      return draw_slot_avx2<32>;
    default:
      return draw_slot_avx2<0>;
  }
}

}  // namespace

std::vector<DrawSlot> draw_slot_versions(std::size_t stride) {
  if (!__builtin_cpu_supports("avx2")) return {draw_slot_portable};
  return {draw_slot_portable, draw_slot_avx2<0>, unrolled(stride)};
}

#else

std::vector<DrawSlot> draw_slot_versions(std::size_t /*stride*/) {
  return {draw_slot_portable};
}

#endif

}  // namespace heataco
