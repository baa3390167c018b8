#include "heataco/decoders/focused/walker_factory.h"

#include <algorithm>
#include <utility>

#include "heataco/decoders/focused/region_walker.h"
#include "heataco/decoders/focused/tuning.h"

namespace heataco {

namespace {

int stretches(const SearchSpace& space) {
  const std::size_t count = index(space.instance.n()) / tuning::stretch_nodes;
  return static_cast<int>(std::clamp<std::size_t>(count, 1, tuning::max_stretches));
}

// What all tours of a round agree on is hardly ever wrong; where they do not, candidates are few.
ChainParameters for_polishing(ChainParameters chain) {
  chain.min_doubt *= tuning::polishing_doubt;
  chain.steps.breadth += tuning::polishing_breadth;
  chain.steps.second_breadth += tuning::polishing_breadth;
  return chain;
}

ChainParameters for_regions(ChainParameters chain) {
  chain.steps.depth = std::min(chain.steps.depth + tuning::region_depth, LinKernighan::max_depth);
  chain.steps.breadth += tuning::region_breadth;
  chain.steps.second_breadth += tuning::region_breadth;
  return chain;
}

}  // namespace

bool walked_as_a_whole(const SearchSpace& space, std::size_t region_size) {
  return !space.instance.has_coordinates() || index(space.instance.n()) <= region_size;
}

WalkerFactory walker_factory(const SearchSpace& space, const FocusedParameters& parameters,
                             MakeStart make_start, WorkerPool& pool) {
  const ChainParameters& chain = parameters.chain;
  const ChainParameters polishing = for_polishing(chain);
  if (walked_as_a_whole(space, parameters.region_size))
    return {[&space, &chain](bool) { return std::make_unique<Chain>(space, chain); },
            std::move(make_start),
            {tuning::polishers, [polishing](const SearchSpace& agreed) {
               return std::make_unique<Chain>(agreed, polishing);
             }}};
  const ChainParameters far = for_regions(chain);
  const std::size_t size = parameters.region_size / tuning::cells_per_whole;
  const int count = stretches(space);
  return {[&space, far, &pool, size, count](bool alone) {
            return std::make_unique<RegionWalker>(space, far, size, alone ? count : 1,
                                                  alone ? &pool : nullptr);
          },
          std::move(make_start),
          {1, [polishing, &pool, size, count](const SearchSpace& agreed) {
             return std::make_unique<RegionWalker>(agreed, polishing, size, count, &pool);
           }}};
}

}  // namespace heataco
