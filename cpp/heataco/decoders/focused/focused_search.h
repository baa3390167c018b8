// One focused search from its first tour on.
#pragma once

#include <optional>

#include "heataco/decoders/focused/candidate_builder.h"
#include "heataco/decoders/focused/focused.h"
#include "heataco/decoders/focused/rounds.h"
#include "heataco/decoders/focused/translation.h"
#include "heataco/search/iterative_search.h"

namespace heataco {

class FocusedSearch final : public IterativeSearch {
 public:
  // Prepares the search as far as `deadline` allows. Throws Interrupted when it comes before the
  // nodes are numbered; from then on there is a tour to keep.
  FocusedSearch(const Problem& problem, const FocusedParameters& parameters, const Budget& budget,
                WorkerPool& pool, Watch& watch, const Tour& first, Checkpoint& deadline);

 private:
  void prepare(Checkpoint& deadline);
  void find_start_and_candidates(Checkpoint& deadline);
  void find_first_tour(const Assignment& assignment, Checkpoint& deadline);
  Tour joined_tour(Checkpoint& deadline) const;
  void judge_heat(const CandidateBuilder& builder, Checkpoint& deadline);
  void search_exactly(const Assignment& assignment);
  void settle();

  bool iterate() override;
  double iteration_best() const override { return cost_; }
  Tour original(const Tour& tour) const override { return translation_.original(tour); }
  Learned copy_learned() const override;
  bool proven() const override { return proven_; }
  void annotate(SearchResult& result) const override { result.trust = trust_; }

  void take(const Tour& tour);
  double descend(std::int64_t trials);
  bool whole() const;
  std::vector<Edge> settled_edges(Checkpoint& deadline);
  WalkerFactory walkers();

  const FocusedParameters& parameters_;
  WorkerPool& pool_;
  Translation translation_;
  std::optional<SearchSpace> space_;
  std::optional<Schedule> schedule_;
  std::optional<Rounds> rounds_;
  std::optional<Trust> trust_;
  Tour tour_;  // the present one, in the numbers of the search
  double cost_ = 0.0;
  bool proven_ = false;  // that there is no shorter tour
};

}  // namespace heataco
