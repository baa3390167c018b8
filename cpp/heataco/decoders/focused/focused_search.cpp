#include "heataco/decoders/focused/focused_search.h"

#include <algorithm>
#include <utility>

#include "heataco/core/tour.h"
#include "heataco/decoders/focused/agreement.h"
#include "heataco/decoders/focused/cells.h"
#include "heataco/decoders/focused/region.h"
#include "heataco/decoders/focused/tuning.h"
#include "heataco/decoders/greedy/greedy.h"
#include "heataco/relaxation/branching.h"
#include "heataco/relaxation/patching.h"

namespace heataco {

namespace {

std::vector<Edge> free_edges(const Tour& tour, const SearchSpace& space) {
  std::vector<Edge> edges;
  for (std::size_t p = 0; p < tour.size(); ++p) {
    const Node next = tour[p + 1 == tour.size() ? 0 : p + 1];
    if (!space.fixed(tour[p], next)) edges.emplace_back(tour[p], next);
  }
  return edges;
}

}  // namespace

FocusedSearch::FocusedSearch(const Problem& problem, const FocusedParameters& parameters,
                             const Budget& budget, WorkerPool& pool, Watch& watch,
                             const Tour& first, Checkpoint& deadline)
    : IterativeSearch(problem, budget, watch),
      parameters_(parameters),
      pool_(pool),
      translation_(problem.instance, deadline) {
  take(translation_.translated(first));
  try {
    prepare(deadline);
  } catch (const Interrupted&) {
    // Time was up, or the call interrupted: the loop will see it, too.
  }
}

void FocusedSearch::prepare(Checkpoint& deadline) {
  find_start_and_candidates(deadline);
  if (proven_) return;
  settle();
  note_start();
  rounds_.emplace(*space_, *schedule_, tour_, walkers(), pool_, watch_);
}

// The first local optimum is found without the heatmap, so that the heat can be judged by it. What
// the candidates are made of is given back: of a million nodes it takes 170 MB.
void FocusedSearch::find_start_and_candidates(Checkpoint& deadline) {
  const CandidateBuilder builder(translation_.numbering(), problem_.heat, parameters_.candidates,
                                 deadline, watch_.left());
  if (problem_.initial == nullptr) find_first_tour(builder.assignment(), deadline);
  space_.emplace(translation_.space(builder.candidates(0.0, deadline)));
  if (whole()) descend(0);
  if (problem_.heat != nullptr) judge_heat(builder, deadline);
  if (builder.assignment().complete() && budget_.iterations > 0)
    search_exactly(builder.assignment());
}

// Rounds of breeding, recombining and polishing.
bool FocusedSearch::iterate() {
  bool complete = false;
  try {
    complete = rounds_->iterate({iteration() - 1, watch_.elapsed()}, problem_.seed);
  } catch (const Interrupted&) {
    // The loop will see it, too.
  }
  take(rounds_->tour());
  return complete;
}

// Where the cycles of an assignment are few, the patched tour is by far the shorter one.
void FocusedSearch::find_first_tour(const Assignment& assignment, Checkpoint& deadline) {
  take(joined_tour(deadline));
  if (!assignment.complete()) return;
  const Tour patched = patched_tour(translation_.instance(), assignment, deadline);
  if (tour_cost(translation_.instance(), patched.data()) < cost_)
    take(translation_.doubled_if_directed(patched));
}

// Along the numbers of the search, in which neighbours lie close together: at a million nodes this
// takes 40 % of the time that it takes in an order of the user's.
Tour FocusedSearch::joined_tour(Checkpoint& deadline) const {
  return translation_.doubled_if_directed(greedy_tour(translation_.instance(), deadline));
}

void FocusedSearch::judge_heat(const CandidateBuilder& builder, Checkpoint& deadline) {
  const auto given = parameters_.candidates.heatmap_trust;
  trust_ = given ? Trust{*given}
                 : builder.measure(settled_edges(deadline), space_->candidates, deadline);
  if (trust_->value == 0.0) return;
  space_.reset();  // of a million nodes 190 MB, before as much is made
  space_.emplace(translation_.space(builder.candidates(trust_->value, deadline)));
}

// The few open subproblems of a tight assignment are soon done with; those of others never.
void FocusedSearch::search_exactly(const Assignment& assignment) {
  Watch patience(watch_.checkpoint(), tuning::branching_share * watch_.left());
  const BranchingResult found = branch(translation_.instance(), assignment, best_cost(), patience);
  if (!found.tour.empty()) take(translation_.doubled_if_directed(found.tour));
  proven_ = found.proven;
}

// A local optimum, whatever the candidates are by now. A few trials more tell how long one takes.
void FocusedSearch::settle() {
  const double seconds = descend(whole() ? tuning::timed_trials : 0);
  const double per_trial =
      whole() ? std::max(seconds / static_cast<double>(tuning::timed_trials), tuning::min_seconds)
              : tuning::typical_seconds;
  schedule_.emplace(parameters_.temperature, budget_, problem_.instance.n(),
                    translation_.searched().n(), watch_.elapsed(), per_trial / pool_.threads());
}

// What the present tours agree on.
Learned FocusedSearch::copy_learned() const {
  std::vector<Tour> tours;
  if (rounds_) tours = rounds_->tours();
  for (Tour& tour : tours) tour = original(tour);
  return shares(problem_.instance.n(), tours, !problem_.instance.symmetric());
}

void FocusedSearch::take(const Tour& tour) {
  tour_ = tour;
  cost_ = tour_cost(translation_.searched(), tour_.data());
  keep_if_best(tour_, cost_);
}

// Descends and makes so many cold trials; returns the seconds that these took.
double FocusedSearch::descend(std::int64_t trials) {
  Chain chain(*space_, parameters_.chain);
  chain.start(tour_, watch_);
  const double before = watch_.elapsed();
  Rng rng = Rng::for_item(problem_.seed, 0, 1);
  chain.run(trials, 0.0, rng, watch_);
  const double seconds = watch_.elapsed() - before;
  take(chain.tour());
  return seconds;
}

bool FocusedSearch::whole() const {
  return walked_as_a_whole(*space_, parameters_.region_size);
}

// Edges of a tour that is locally optimal where they lie: all of it, or one cell. A tour that was
// given may have hardly an edge within a cell.
std::vector<Edge> FocusedSearch::settled_edges(Checkpoint& deadline) {
  if (whole()) return free_edges(tour_, *space_);
  Tour tour = problem_.initial == nullptr ? tour_ : joined_tour(deadline);
  Rng rng = Rng::for_item(problem_.seed, 0, 0);
  const auto cells = cut_into_cells(space_->instance, tour, tuning::judged_nodes, rng);
  std::vector<Node> local(tour.size(), no_node);
  const Stretch stretch{tour.data(), static_cast<Node>(tour.size())};
  const Region region(*space_, space_->beliefs, stretch, cells.front(), local);
  Chain chain(region.space(), parameters_.chain);
  chain.start(region.tour(), watch_);
  std::vector<Edge> edges = free_edges(chain.tour(), region.space());
  for (auto& [a, b] : edges) {
    a = region.node(a);
    b = region.node(b);
  }
  return edges;
}

WalkerFactory FocusedSearch::walkers() {
  const MakeStart random_start = [this](std::size_t walker) {
    return translation_.random_tour(*space_, Rng::for_item(problem_.seed, 0, walker + 1),
                                    watch_.checkpoint());
  };
  return walker_factory(*space_, parameters_, random_start, pool_);
}

}  // namespace heataco
