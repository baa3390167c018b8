#include "heataco/decoders/focused/focused.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>

#include "heataco/core/tour.h"
#include "heataco/decoders/focused/cells.h"
#include "heataco/decoders/focused/evolution.h"
#include "heataco/decoders/focused/parts.h"
#include "heataco/decoders/focused/plan.h"
#include "heataco/decoders/focused/region.h"
#include "heataco/decoders/focused/symmetrised.h"
#include "heataco/decoders/focused/translation.h"
#include "heataco/decoders/greedy/greedy.h"
#include "heataco/relaxation/branching.h"
#include "heataco/relaxation/patching.h"
#include "heataco/search/first_tour.h"

namespace heataco {

namespace {

constexpr Node fewest_nodes = 8;  // from here on there is room for ants

// Instances of a handful of nodes: all tours.
Tour shortest_of_all(const Instance& instance) {
  Tour tour(index(instance.n()));
  std::iota(tour.begin(), tour.end(), 0);
  Tour best = tour;
  double least = tour_cost(instance, best.data());
  while (std::next_permutation(tour.begin() + 1, tour.end())) {
    const double cost = tour_cost(instance, tour.data());
    if (cost < least) {
      least = cost;
      best = tour;
    }
  }
  return best;
}

class FocusedSearch {
 public:
  // Throws Interrupted when `deadline` says so before the nodes are numbered.
  FocusedSearch(const Problem& problem, const FocusedParameters& parameters, const Budget& budget,
                WorkerPool& pool, Watch& watch, const Tour& first, Checkpoint& deadline)
      : problem_(problem),
        parameters_(parameters),
        budget_(budget),
        pool_(pool),
        watch_(watch),
        translation_(problem.instance, deadline) {
    prepare(first, deadline);
  }

  SearchResult run() {
    while (true) {
      if (const auto reason = finished()) return result(*reason);
      const bool complete = iterate();
      note_tour();
      if (!complete) continue;
      ++iteration_;
      const Progress progress{iteration_, watch_.elapsed(), cost_, best_cost_};
      trace_.add(progress);
      if (!watch_.checkpoint().report(progress))
        return result(watch_.checkpoint().interrupted() ? StopReason::interrupted
                                                        : StopReason::stopped);
    }
  }

 private:
  static constexpr double typical_seconds = 1e-4;     // of a trial, where it is not measured
  static constexpr double share_for_branching = 0.3;  // of a limited time

  // From here on there is a tour to keep, whatever happens.
  void prepare(const Tour& first, Checkpoint& deadline) {
    start_from(first);
    try {
      look_around(deadline);
    } catch (const Interrupted&) {
      // Time was up, or the call interrupted.
    }
    if (trace_.rows().empty()) note_start();
  }

  // The first tour is found without the heatmap, so that it can be asked about it.
  void look_around(Checkpoint& deadline) {
    const Guide guide(problem_.instance, translation_.numbering(), problem_.heat, parameters_.guide,
                      deadline, watch_.left());
    if (problem_.initial == nullptr) {
      start_from(greedy_tour(problem_.instance, deadline));
      if (guide.assignment().complete()) start_from_patched(guide.assignment(), deadline);
    }
    field_.emplace(translation_.field(guide.candidates(0.0, deadline)));
    if (whole()) descend();
    if (problem_.heat != nullptr) {
      const auto given = parameters_.guide.trust;
      trust_ = given ? Trust{*given} : guide.measure(settled_edges(), field_->candidates, deadline);
      if (trust_->value > 0.0)
        field_.emplace(translation_.field(guide.candidates(trust_->value, deadline)));
    }
    if (guide.assignment().complete() && budget_.iterations > 0) search_exactly(guide.assignment());
    if (proven_) return;
    settle();
    note_start();
    evolution_.emplace(*field_, *schedule_, tour_, Crew{walkers(), starts(), polishers()}, pool_,
                       watch_);
  }

  void start_from(const Tour& tour) {
    tour_ = translation_.to_search(tour);
    note_tour();
  }

  // Where the cycles of the assignment are few this is by far the shorter tour.
  void start_from_patched(const Assignment& assignment, Checkpoint& checkpoint) {
    const Tour tour = patched_tour(problem_.instance, assignment, checkpoint);
    if (tour_cost(problem_.instance, tour.data()) < cost_) start_from(tour);
  }

  // The few open subproblems of a tight assignment are soon done with; those of others never.
  void search_exactly(const Assignment& assignment) {
    Watch patience(watch_.checkpoint(), share_for_branching * watch_.left());
    const BranchingResult found = branch(problem_.instance, assignment, best_cost_, patience);
    if (!found.tour.empty()) start_from(found.tour);
    proven_ = found.proven;
  }

  void descend() {
    Chain chain(*field_, parameters_.chain);
    chain.start(tour_, watch_);
    tour_ = chain.tour();
    note_tour();
  }

  // A local optimum, whatever the candidates are by now. A few trials more tell how long one takes.
  void settle() {
    constexpr std::int64_t trials = 64;
    Chain chain(*field_, parameters_.chain);
    chain.start(tour_, watch_);
    const double before = watch_.elapsed();
    Rng rng = Rng::for_item(problem_.seed, 0, 1);
    if (whole()) chain.run(trials, 0.0, rng, watch_);
    const double seconds = (watch_.elapsed() - before) / static_cast<double>(trials);
    tour_ = chain.tour();
    note_tour();
    schedule_.emplace(parameters_.temperature, budget_, problem_.instance.n(), watch_.elapsed(),
                      (whole() ? std::max(seconds, 1e-7) : typical_seconds) / pool_.threads());
  }

  MakeWalker walkers() {
    if (whole())
      return [this](bool) { return std::make_unique<Chain>(*field_, parameters_.chain); };
    return [this](bool alone) {
      return std::make_unique<Parts>(*field_, parameters_.chain, parameters_.region_size,
                                     alone ? stretches() : 1, alone ? &pool_ : nullptr);
    };
  }

  // What all tours of a round agree on is hardly ever wrong; where they do not, candidates are few.
  Polishers polishers() {
    constexpr std::size_t count = 8;  // not the number of threads, on which no tour may depend
    ChainParameters chain = parameters_.chain;
    chain.least_doubt *= 0.05;
    ++chain.steps.breadth;
    ++chain.steps.second_breadth;
    if (whole())
      return {count, [chain](const Field& field) { return std::make_unique<Chain>(field, chain); }};
    return {1, [this, chain](const Field& field) {
              return std::make_unique<Parts>(field, chain, parameters_.region_size, stretches(),
                                             &pool_);
            }};
  }

  MakeStart starts() {
    return [this](std::size_t w) {
      return translation_.random_tour(*field_, Rng::for_item(problem_.seed, 0, w + 1),
                                      watch_.checkpoint());
    };
  }

  // Whether one chain works on the whole tour.
  bool whole() const {
    return !field_->instance.has_coordinates() || tour_.size() <= parameters_.region_size;
  }

  int stretches() const {
    constexpr std::size_t nodes = 50'000;
    return static_cast<int>(std::clamp<std::size_t>(tour_.size() / nodes, 1, 16));
  }

  // Edges of a tour that is locally optimal where they lie: all of it, or one cell.
  std::vector<std::pair<Node, Node>> settled_edges() {
    if (whole()) return edges_of(tour_, *field_);
    Rng rng = Rng::for_item(problem_.seed, 0, 0);
    Tour nodes = tour_;
    const auto cells = cut_into_cells(field_->instance, std::move(nodes), 5'000, rng);
    std::vector<Node> local(tour_.size(), no_node);
    const Stretch stretch{tour_.data(), static_cast<Node>(tour_.size())};
    const Region region(*field_, field_->beliefs, stretch, cells.front(), local);
    Chain chain(region.field(), parameters_.chain);
    chain.start(region.tour(), watch_);
    auto edges = edges_of(chain.tour(), region.field());
    for (auto& [a, b] : edges) {
      a = region.node(a);
      b = region.node(b);
    }
    return edges;
  }

  static std::vector<std::pair<Node, Node>> edges_of(const Tour& tour, const Field& field) {
    std::vector<std::pair<Node, Node>> edges;
    for (std::size_t p = 0; p < tour.size(); ++p) {
      const Node next = tour[p + 1 == tour.size() ? 0 : p + 1];
      if (!field.fixed(tour[p], next)) edges.emplace_back(tour[p], next);
    }
    return edges;
  }

  bool iterate() {
    bool complete = false;
    try {
      complete = evolution_->iterate({iteration_, watch_.elapsed()}, problem_.seed);
    } catch (const Interrupted&) {
      // Told by the watch, too.
    }
    tour_ = evolution_->tour();
    return complete;
  }

  void note_tour() {
    cost_ = tour_cost(translation_.searched(), tour_.data());
    if (!(cost_ < best_cost_)) return;
    best_cost_ = cost_;
    best_tour_ = tour_;
  }

  void note_start() { trace_.add({0, watch_.elapsed(), best_cost_, best_cost_}); }

  std::optional<StopReason> finished() const {
    if (best_cost_ <= budget_.target) return StopReason::target;
    if (proven_ || best_cost_ == 0.0) return StopReason::complete;
    if (watch_.checkpoint().interrupted()) return StopReason::interrupted;
    if (iteration_ >= budget_.iterations) return StopReason::iterations;
    if (watch_.expired()) return StopReason::time;
    return std::nullopt;
  }

  SearchResult result(StopReason reason) {
    SearchResult result;
    result.tour = translation_.from_search(best_tour_);
    result.cost = tour_cost(problem_.instance, result.tour.data());
    // An iteration that was stopped half-way may have improved on the last row.
    if (result.cost < trace_.rows().back().best)
      trace_.add({iteration_, watch_.elapsed(), result.cost, result.cost});
    result.iterations = iteration_;
    result.seconds = watch_.elapsed();
    result.stop_reason = reason;
    result.trace = std::move(trace_);
    result.trust = trust_;
    return result;
  }

  const Problem& problem_;
  const FocusedParameters& parameters_;
  const Budget& budget_;
  WorkerPool& pool_;
  Watch& watch_;
  Translation translation_;
  std::optional<Field> field_;
  std::optional<Schedule> schedule_;
  std::optional<Evolution> evolution_;
  std::optional<Trust> trust_;
  Tour tour_;
  double cost_ = 0.0;
  Tour best_tour_;
  double best_cost_ = std::numeric_limits<double>::infinity();
  bool proven_ = false;  // that there is no shorter tour
  std::int64_t iteration_ = 0;
  Trace trace_;
};

SearchResult search(const Problem& problem, const FocusedParameters& parameters,
                    const Budget& budget, WorkerPool& pool, Watch& watch) {
  return search_from_first(problem, budget, watch, [&](const Tour& first, Checkpoint& deadline) {
    return std::make_unique<FocusedSearch>(problem, parameters, budget, pool, watch, first,
                                           deadline);
  });
}

// The tour of a search without directions, or the given one where that is shorter.
Tour symmetrised_start(const Problem& problem, const FocusedParameters& parameters,
                       const Budget& budget, WorkerPool& pool, Watch& watch) {
  constexpr double share = 0.5;  // of the budget; of iterations they come on top of it
  const Symmetrised symmetrised(problem.instance);
  const Problem undirected{symmetrised.instance(), problem.heat, problem.initial, problem.seed};
  Budget part;
  part.seconds = share * budget.seconds;
  part.iterations = static_cast<std::int64_t>(share * static_cast<double>(budget.iterations));
  Deadline quiet(watch);  // reports nothing: its costs are not those of the instance
  Watch first(quiet, part.seconds);
  Tour tour = symmetrised.directed(search(undirected, parameters, part, pool, first).tour);
  const auto cost = [&](const Tour& given) { return tour_cost(problem.instance, given.data()); };
  if (problem.initial != nullptr && cost(*problem.initial) < cost(tour)) return *problem.initial;
  return tour;
}

SearchResult all_tours(const Problem& problem) {
  SearchResult result;
  result.tour = shortest_of_all(problem.instance);
  result.cost = tour_cost(problem.instance, result.tour.data());
  result.trace.add({0, 0.0, result.cost, result.cost});
  return result;
}

}  // namespace

SearchResult focused(const Problem& problem, const FocusedParameters& parameters,
                     const Budget& budget, WorkerPool& pool, Checkpoint& checkpoint) {
  Watch watch(checkpoint, budget.seconds);
  if (problem.instance.n() < fewest_nodes) return all_tours(problem);
  if (watch.should_stop() || !Symmetrised::pays(problem.instance))
    return search(problem, parameters, budget, pool, watch);
  const Tour start = symmetrised_start(problem, parameters, budget, pool, watch);
  const Problem started{problem.instance, problem.heat, &start, problem.seed};
  return search(started, parameters, budget, pool, watch);
}

}  // namespace heataco
