// The native module: batch-shaped functions over arrays. Translation only.
#include <limits>

#include "arrays.h"
#include "heataco/batch.h"
#include "heataco/greedy.h"
#include "heataco/guidance.h"
#include "heataco/local_search/local_search.h"
#include "heataco/mcts.h"
#include "heataco/mmas.h"
#include "heataco/neighbours.h"
#include "heataco/relaxation/alpha_nearness.h"
#include "heataco/tour.h"
#include "python_checkpoint.h"

namespace heataco::bindings {

namespace {

// (tour, cost, iterations, seconds, cpu_seconds, stop_reason,
//  trace of iteration, seconds, iteration_best, best)
using ResultTuple = std::tuple<OutputArray<Node>, double, std::int64_t, double, double, int,
                               OutputArray<std::int64_t>, OutputArray<double>, OutputArray<double>,
                               OutputArray<double>>;

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
  return {to_array(std::move(result.tour)),
          result.cost,
          result.iterations,
          result.seconds,
          result.cpu_seconds,
          static_cast<int>(result.stop_reason),
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

// Runs `solve(problem, pool, checkpoint)` for every problem without the GIL.
template <class Solve>
std::vector<ResultTuple> decode_all(const std::vector<ProblemTuple>& problems, std::uint64_t seed,
                                    int threads, nb::object on_progress, const Solve& solve) {
  PythonCheckpoint checkpoint(std::move(on_progress));
  std::vector<SearchResult> results;
  {
    const nb::gil_scoped_release no_gil;
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
          return solve(problem, pool, checkpoint);
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
  return decode_all(problems, 0, threads, nb::none(),
                    [&](const Problem& problem, WorkerPool&, Checkpoint& checkpoint) {
                      return greedy(problem, parameters, budget, checkpoint);
                    });
}

// (heat_threshold, confidence_floor, evidence_quantile, evidence_cap, kappa)
using EvidenceTuple =
    std::tuple<double, double, double, std::optional<double>, std::optional<double>>;

std::optional<EvidenceParameters> to_evidence(const std::optional<EvidenceTuple>& tuple) {
  if (!tuple) return std::nullopt;
  const auto& [heat_threshold, confidence_floor, quantile, cap, kappa] = *tuple;
  return EvidenceParameters{heat_threshold, confidence_floor, quantile, cap, kappa};
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
  return decode_all(problems, seed, threads, std::move(on_progress),
                    [&](const Problem& problem, WorkerPool& pool, Checkpoint& checkpoint) {
                      return mmas(problem, parameters, budget, pool, checkpoint);
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
  return decode_all(problems, seed, threads, std::move(on_progress),
                    [&](const Problem& problem, WorkerPool& pool, Checkpoint& checkpoint) {
                      return mcts(problem, parameters, budget, pool, checkpoint);
                    });
}

// Raises KeyboardInterrupt for a call that was interrupted and has nothing to keep.
[[noreturn]] void raise_interrupted(const PythonCheckpoint& checkpoint) {
  checkpoint.throw_if_failed();
  PyErr_SetNone(PyExc_KeyboardInterrupt);
  throw nb::python_error();
}

OutputArray<Node> improve_tour(const InstanceTuple& tuple, const InputArray<Node, 1>& tour,
                               const std::string& local_search,
                               std::size_t local_search_neighbours) {
  PythonCheckpoint checkpoint{nb::none()};
  Tour improved(tour.data(), tour.data() + tour.shape(0));
  try {
    const nb::gil_scoped_release no_gil;
    const Instance instance = to_instance(tuple);
    Watch watch(checkpoint, std::numeric_limits<double>::infinity());
    improve(instance, local_search, local_search_neighbours, improved, watch);
    checkpoint.throw_if_interrupted();
  } catch (const Interrupted&) {
    raise_interrupted(checkpoint);
  }
  return to_array(std::move(improved));
}

OutputArray<double> tour_costs(const InstanceTuple& tuple, const InputArray<Node, 2>& tours) {
  std::vector<double> costs;
  {
    const nb::gil_scoped_release no_gil;
    const Instance instance = to_instance(tuple);
    for (std::size_t t = 0; t < tours.shape(0); ++t)
      costs.push_back(tour_cost(instance, tours.data() + t * tours.shape(1)));
  }
  return to_array(std::move(costs));
}

std::tuple<OutputArray<Node>, OutputArray<double>> neighbour_lists(const InstanceTuple& tuple,
                                                                   std::size_t k) {
  PythonCheckpoint checkpoint{nb::none()};
  NeighbourLists lists;
  try {
    const nb::gil_scoped_release no_gil;
    lists = nearest_neighbours(to_instance(tuple), k, Direction::out, checkpoint);
  } catch (const Interrupted&) {
    raise_interrupted(checkpoint);
  }
  const std::vector<std::size_t> shape{static_cast<std::size_t>(lists.n), lists.k};
  return {to_array(std::move(lists.nodes), shape), to_array(std::move(lists.distances), shape)};
}

// (from, to, alpha, frequencies, bound)
using AlphaTuple = std::tuple<OutputArray<Node>, OutputArray<Node>, OutputArray<float>,
                              OutputArray<float>, double>;

AlphaTuple measure_alpha(const InstanceTuple& tuple, std::size_t neighbours,
                         std::size_t orthant_neighbours, int iterations, double first_step,
                         double last_step, double momentum, double memory) {
  PythonCheckpoint checkpoint{nb::none()};
  AlphaNearness result;
  try {
    const nb::gil_scoped_release no_gil;
    result = alpha_nearness(to_instance(tuple), {neighbours, orthant_neighbours},
                            {iterations, first_step, last_step, momentum, memory}, checkpoint);
  } catch (const Interrupted&) {
    raise_interrupted(checkpoint);
  }
  return {to_array(std::move(result.from)), to_array(std::move(result.to)),
          to_array(std::move(result.alpha)), to_array(std::move(result.frequencies)), result.bound};
}

// (candidates, confidence, log_evidence, quantile, trail_range, kappa)
using GuidanceTuple =
    std::tuple<OutputArray<Node>, OutputArray<double>, OutputArray<double>, double, double, double>;

GuidanceTuple read_guidance(const InstanceTuple& tuple, const HeatTuple& heat_tuple,
                            std::size_t candidates, double alpha, bool local_search, double p_best,
                            const EvidenceTuple& evidence) {
  PythonCheckpoint checkpoint{nb::none()};
  Guidance guidance;
  try {
    const nb::gil_scoped_release no_gil;
    const Instance instance = to_instance(tuple);
    const HeatRows heat = to_heat_rows(heat_tuple);
    guidance =
        guide(instance, &heat, nearest_neighbours(instance, candidates, Direction::out, checkpoint),
              {candidates, alpha, local_search, p_best, to_evidence(evidence)}, checkpoint);
  } catch (const Interrupted&) {
    raise_interrupted(checkpoint);
  }
  NeighbourLists& lists = guidance.candidates.lists;
  const std::vector<std::size_t> shape{static_cast<std::size_t>(lists.n), lists.k};
  return {to_array(std::move(lists.nodes), shape),
          to_array(std::move(guidance.candidates.confidence), shape),
          to_array(std::move(guidance.evidence.log_evidence), shape),
          guidance.evidence.quantile,
          guidance.trail_range,
          guidance.kappa};
}

}  // namespace

}  // namespace heataco::bindings

NB_MODULE(_native, module) {
  using namespace heataco::bindings;
  using nanobind::arg;
  module.doc() = "The C++ core of heataco. Use the package's own functions; these check nothing.";

  module.def("greedy", &decode_greedy, arg("problems"), nanobind::kw_only(), arg("local_search"),
             arg("local_search_neighbours"), arg("seconds").none(), arg("threads"),
             "Greedy merging of every problem.");
  module.def("mmas", &decode_mmas, arg("problems"), nanobind::kw_only(), arg("ants"),
             arg("candidates"), arg("alpha"), arg("beta"), arg("symmetric_evaporation"),
             arg("directed_evaporation"), arg("exploitation"), arg("local_search"),
             arg("local_search_neighbours"), arg("p_best"), arg("branching_interval"),
             arg("branching_band"), arg("branching_threshold"), arg("restart_patience"),
             arg("evidence").none(), arg("iterations").none(), arg("seconds").none(),
             arg("target").none(), arg("seed"), arg("threads"), arg("on_progress").none(),
             "The Max-Min Ant System on every problem, with heatmap evidence where given.");
  module.def("mcts", &decode_mcts, arg("problems"), nanobind::kw_only(), arg("local_search"),
             arg("local_search_neighbours"), arg("candidate_limit"), arg("heat_threshold"),
             arg("exploration"), arg("reinforcement"), arg("tries"), arg("depth"), arg("chains"),
             arg("iterations").none(), arg("seconds").none(), arg("target").none(), arg("seed"),
             arg("threads"), arg("on_progress").none(),
             "Monte-Carlo search by k-opt actions on every problem.");
  module.def("guidance", &read_guidance, arg("problem"), arg("heatmap"), nanobind::kw_only(),
             arg("candidates"), arg("alpha"), arg("local_search"), arg("p_best"), arg("evidence"),
             "Candidates, confidences and evidence that the colony would read off a heatmap.");
  module.def("alpha_nearness", &measure_alpha, arg("problem"), nanobind::kw_only(),
             arg("neighbours"), arg("orthant_neighbours"), arg("iterations"), arg("first_step"),
             arg("last_step"), arg("momentum"), arg("memory"),
             "Edges of a sparse graph, their alpha-nearness and their share of the 1-trees.");
  module.def("improve", &improve_tour, arg("problem"), arg("tour"), nanobind::kw_only(),
             arg("local_search"), arg("local_search_neighbours"),
             "The tour at the end of a local search from the given one.");
  module.def("tour_cost", &tour_costs, arg("problem"), arg("tours"), "The cost of every tour.");
  module.def("nearest_neighbours", &neighbour_lists, arg("problem"), arg("k"),
             "The k nearest nodes of every node and their distances.");
}
