#include "decoders.h"

#include "arrays.h"
#include "evidence.h"
#include "heataco/decoders/focused/focused.h"
#include "heataco/decoders/greedy/greedy.h"
#include "heataco/decoders/mcts/mcts.h"
#include "heataco/decoders/mmas/mmas.h"
#include "heataco/search/batch.h"
#include "heataco/search/solve_distinct.h"
#include "python_checkpoint.h"

namespace heataco::bindings {

namespace {

// (value, missing_by_heat, missing_by_distance, ahead_by_heat, ahead_by_distance)
using TrustTuple = std::tuple<double, double, double, double, double>;

// (tour, cost, iterations, seconds, cpu_seconds, stop_reason, trust or None,
//  trace of iteration, seconds, iteration_best, best)
using ResultTuple = std::tuple<OutputArray<Node>, double, std::int64_t, double, double, int,
                               std::optional<TrustTuple>, OutputArray<std::int64_t>,
                               OutputArray<double>, OutputArray<double>, OutputArray<double>>;

ResultTuple to_tuple(SearchResult&& result) {
  std::vector<std::int64_t> iteration;
  std::vector<double> seconds;
  std::vector<double> iteration_best;
  std::vector<double> best;
  for (const Progress& row : result.trace.rows()) {
    iteration.push_back(row.iteration);
    seconds.push_back(row.seconds);
    iteration_best.push_back(row.iteration_best);
    best.push_back(row.best);
  }
  std::optional<TrustTuple> trust;
  if (const auto& found = result.trust)
    trust.emplace(found->value, found->missing_by_heat, found->missing_by_distance,
                  found->ahead_by_heat, found->ahead_by_distance);
  return {to_array(std::move(result.tour)),
          result.cost,
          result.iterations,
          result.seconds,
          result.cpu_seconds,
          static_cast<int>(result.stop_reason),
          trust,
          to_array(std::move(iteration)),
          to_array(std::move(seconds)),
          to_array(std::move(iteration_best)),
          to_array(std::move(best))};
}

Budget to_budget(std::optional<std::int64_t> iterations, std::optional<double> seconds,
                 std::optional<double> target) {
  Budget budget;
  if (iterations) budget.iterations = *iterations;
  if (seconds) budget.seconds = *seconds;
  if (target) budget.target = *target;
  return budget;
}

// Runs `solve(problem, budget, pool, checkpoint)` for every problem without the GIL.
template <class Solve>
std::vector<ResultTuple> decode_all(const std::vector<ProblemTuple>& problems, const Budget& budget,
                                    std::uint64_t seed, int threads, nb::object on_progress,
                                    const Solve& solve) {
  PythonCheckpoint checkpoint(std::move(on_progress));
  std::vector<SearchResult> results;
  {
    const WithoutGil no_gil;
    results =
        solve_batch(problems.size(), threads, checkpoint, [&](std::size_t i, WorkerPool& pool) {
          const auto& [instance_tuple, heat_tuple, initial_array] = problems[i];
          const Instance instance = to_instance(instance_tuple);
          std::optional<HeatRows> heat;
          if (heat_tuple) heat = to_heat_rows(*heat_tuple);
          std::optional<Tour> initial;
          if (initial_array)
            initial.emplace(initial_array->data(), initial_array->data() + instance.n());
          const Problem problem{instance, heat ? &*heat : nullptr, initial ? &*initial : nullptr,
                                seed};
          return solve_distinct(problem, budget, checkpoint,
                                [&](const Problem& distinct, const Budget& left) {
                                  return solve(distinct, left, pool, checkpoint);
                                });
        });
  }
  checkpoint.throw_if_failed();
  std::vector<ResultTuple> tuples;
  for (SearchResult& result : results) tuples.push_back(to_tuple(std::move(result)));
  return tuples;
}

std::vector<ResultTuple> decode_greedy(const std::vector<ProblemTuple>& problems,
                                       const std::string& local_search,
                                       std::size_t local_search_neighbours,
                                       std::optional<double> seconds, int threads) {
  const GreedyParameters parameters{local_search, local_search_neighbours};
  const Budget budget = to_budget(std::nullopt, seconds, std::nullopt);
  return decode_all(
      problems, budget, 0, threads, nb::none(),
      [&](const Problem& problem, const Budget& left, WorkerPool&, Checkpoint& checkpoint) {
        return greedy(problem, parameters, left, checkpoint);
      });
}

std::vector<ResultTuple> decode_mmas(
    const std::vector<ProblemTuple>& problems, int ants, std::size_t candidates, double alpha,
    double beta, double symmetric_evaporation, double directed_evaporation, double exploitation,
    const std::string& local_search, std::size_t local_search_neighbours, double p_best,
    std::int64_t branching_interval, double branching_band, double branching_threshold,
    std::int64_t restart_patience, const std::optional<EvidenceTuple>& evidence,
    std::optional<std::int64_t> iterations, std::optional<double> seconds,
    std::optional<double> target, std::uint64_t seed, int threads, nb::object on_progress) {
  const MmasParameters parameters{ants,
                                  candidates,
                                  alpha,
                                  beta,
                                  symmetric_evaporation,
                                  directed_evaporation,
                                  exploitation,
                                  local_search,
                                  local_search_neighbours,
                                  p_best,
                                  branching_interval,
                                  branching_band,
                                  branching_threshold,
                                  restart_patience,
                                  to_evidence(evidence)};
  const Budget budget = to_budget(iterations, seconds, target);
  return decode_all(
      problems, budget, seed, threads, std::move(on_progress),
      [&](const Problem& problem, const Budget& left, WorkerPool& pool, Checkpoint& checkpoint) {
        return mmas(problem, parameters, left, pool, checkpoint);
      });
}

std::vector<ResultTuple> decode_mcts(const std::vector<ProblemTuple>& problems,
                                     const std::string& local_search,
                                     std::size_t local_search_neighbours,
                                     std::size_t candidate_limit, double heat_threshold,
                                     double exploration, double reinforcement, std::int64_t tries,
                                     int depth, int chains, std::optional<std::int64_t> iterations,
                                     std::optional<double> seconds, std::optional<double> target,
                                     std::uint64_t seed, int threads, nb::object on_progress) {
  const MctsParameters parameters{
      local_search, local_search_neighbours, candidate_limit, heat_threshold,
      exploration,  reinforcement,           tries,           depth,
      chains};
  const Budget budget = to_budget(iterations, seconds, target);
  return decode_all(
      problems, budget, seed, threads, std::move(on_progress),
      [&](const Problem& problem, const Budget& left, WorkerPool& pool, Checkpoint& checkpoint) {
        return mcts(problem, parameters, left, pool, checkpoint);
      });
}

std::vector<ResultTuple> decode_focused(
    const std::vector<ProblemTuple>& problems, std::size_t candidates, std::size_t neighbours,
    double heat_threshold, std::optional<double> heatmap_trust, int depth, int breadth,
    int second_breadth, int reach, double least_doubt, double learning, double temperature,
    std::size_t region_size, std::optional<std::int64_t> iterations, std::optional<double> seconds,
    std::optional<double> target, std::uint64_t seed, int threads, nb::object on_progress) {
  const FocusedParameters parameters{
      {candidates, neighbours, heat_threshold, heatmap_trust},
      {{depth, breadth, second_breadth}, reach, least_doubt, learning},
      temperature,
      region_size};
  const Budget budget = to_budget(iterations, seconds, target);
  return decode_all(
      problems, budget, seed, threads, std::move(on_progress),
      [&](const Problem& problem, const Budget& left, WorkerPool& pool, Checkpoint& checkpoint) {
        return focused(problem, parameters, left, pool, checkpoint);
      });
}

}  // namespace

void define_decoders(nb::module_& module) {
  using nb::arg;
  module.def("greedy", &decode_greedy, arg("problems"), nb::kw_only(), arg("local_search"),
             arg("local_search_neighbours"), arg("seconds").none(), arg("threads"),
             "Greedy merging of every problem.");
  module.def("mmas", &decode_mmas, arg("problems"), nb::kw_only(), arg("ants"), arg("candidates"),
             arg("alpha"), arg("beta"), arg("symmetric_evaporation"), arg("directed_evaporation"),
             arg("exploitation"), arg("local_search"), arg("local_search_neighbours"),
             arg("p_best"), arg("branching_interval"), arg("branching_band"),
             arg("branching_threshold"), arg("restart_patience"), arg("evidence").none(),
             arg("iterations").none(), arg("seconds").none(), arg("target").none(), arg("seed"),
             arg("threads"), arg("on_progress").none(),
             "The Max-Min Ant System on every problem, with heatmap evidence where given.");
  module.def("mcts", &decode_mcts, arg("problems"), nb::kw_only(), arg("local_search"),
             arg("local_search_neighbours"), arg("candidate_limit"), arg("heat_threshold"),
             arg("exploration"), arg("reinforcement"), arg("tries"), arg("depth"), arg("chains"),
             arg("iterations").none(), arg("seconds").none(), arg("target").none(), arg("seed"),
             arg("threads"), arg("on_progress").none(),
             "Monte-Carlo search by k-opt actions on every problem.");
  module.def("focused", &decode_focused, arg("problems"), nb::kw_only(), arg("candidates"),
             arg("neighbours"), arg("heat_threshold"), arg("heatmap_trust").none(), arg("depth"),
             arg("breadth"), arg("second_breadth"), arg("reach"), arg("least_doubt"),
             arg("learning"), arg("temperature"), arg("region_size"), arg("iterations").none(),
             arg("seconds").none(), arg("target").none(), arg("seed"), arg("threads"),
             arg("on_progress").none(), "The focused colony on every problem.");
}

}  // namespace heataco::bindings
