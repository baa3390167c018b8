#include "decoders.h"

#include <nanobind/stl/vector.h>

#include <algorithm>

#include "heataco/decoders/focused/focused.h"
#include "heataco/decoders/greedy/greedy.h"
#include "heataco/decoders/mcts/mcts.h"
#include "heataco/decoders/mmas/mmas.h"
#include "heataco/search/batch.h"
#include "heataco/search/solve_distinct.h"
#include "problems.h"
#include "python_checkpoint.h"

namespace heataco::bindings {

namespace {

// Values of the Python enum of the same name.
const char* name_of(StopReason reason) {
  switch (reason) {
    case StopReason::complete:
      return "complete";
    case StopReason::iterations:
      return "iterations";
    case StopReason::time:
      return "time";
    case StopReason::target:
      return "target";
    case StopReason::stopped:
      return "stopped";
    case StopReason::interrupted:
      return "interrupted";
  }
  return "";
}

template <class T>
OutputArray<T> column(const Trace& trace, T Progress::* member) {
  std::vector<T> values;
  values.reserve(trace.rows().size());
  for (const Progress& row : trace.rows()) values.push_back(row.*member);
  return to_array(std::move(values));
}

nb::dict to_dict(const Trace& trace) {
  nb::dict dict;
  dict["iteration"] = column(trace, &Progress::iteration);
  dict["seconds"] = column(trace, &Progress::seconds);
  dict["iteration_best"] = column(trace, &Progress::iteration_best);
  dict["best"] = column(trace, &Progress::best);
  return dict;
}

nb::dict to_dict(const Trust& trust) {
  nb::dict dict;
  dict["value"] = trust.value;
  dict["missing_by_heat"] = trust.missing_by_heat;
  dict["missing_by_distance"] = trust.missing_by_distance;
  dict["ahead_by_heat"] = trust.ahead_by_heat;
  dict["ahead_by_distance"] = trust.ahead_by_distance;
  return dict;
}

// None for a search that was interrupted before it had a tour.
nb::object to_object(SearchResult&& result) {
  if (result.tour.empty()) return nb::none();
  nb::dict dict;
  dict["tour"] = to_array(std::move(result.tour));
  dict["cost"] = result.cost;
  dict["iterations"] = result.iterations;
  dict["seconds"] = result.seconds;
  dict["cpu_seconds"] = result.cpu_seconds;
  dict["stop_reason"] = name_of(result.stop_reason);
  dict["trace"] = to_dict(result.trace);
  dict["trust"] = result.trust ? nb::object(to_dict(*result.trust)) : nb::none();
  return dict;
}

using Results = nb::typed<nb::list, nb::any>;

std::vector<ProblemArrays> read_problems(const std::vector<NamedValues>& given) {
  std::vector<ProblemArrays> problems;
  problems.reserve(given.size());
  for (const NamedValues& values : given)
    problems.push_back(read_parameters<ProblemArrays>("problem", values));
  return problems;
}

// What all decoders are called with beside their parameters.
struct Call {
  const std::vector<ProblemArrays> problems;
  Budget budget;
  std::uint64_t seed;
  int threads;
  nb::object on_progress;
};

std::optional<Tour> to_tour(const TourArray& nodes) {
  if (!nodes) return std::nullopt;
  return Tour(nodes->data(), nodes->data() + nodes->size());
}

// Runs `search(problem, budget, pool, checkpoint)` for every problem without the GIL.
template <class Search>
Results decode_all(const Call& call, const Search& search) {
  PythonCheckpoint checkpoint(call.on_progress);
  std::vector<SearchResult> results;
  const auto decode = [&](std::size_t i, WorkerPool& pool) {
    const auto& [arrays, heat_arrays, initial_array, fallback_array, spent] = call.problems[i];
    const Instance instance = arrays.view();
    std::optional<HeatRows> heat;
    if (heat_arrays) heat = heat_arrays->view();
    const auto initial = to_tour(initial_array), fallback = to_tour(fallback_array);
    const Problem problem{instance, heat ? &*heat : nullptr, initial ? &*initial : nullptr,
                          call.seed, fallback ? &*fallback : nullptr};
    Budget budget = call.budget;
    budget.seconds = std::max(0.0, budget.seconds - spent);
    return solve_distinct(problem, budget, checkpoint,
                          [&](const Problem& distinct, const Budget& left, Checkpoint& reports) {
                            return search(distinct, left, pool, reports);
                          });
  };
  {
    const WithoutGil no_gil;
    results = solve_batch(call.problems.size(), call.threads, checkpoint, decode);
  }
  checkpoint.throw_if_failed();
  Results objects;
  for (SearchResult& result : results) objects.append(to_object(std::move(result)));
  return objects;
}

// Binds `search(problem, parameters, budget, pool, checkpoint)` under a name; `first` as in
// `read_parameters`.
template <class Parameters, class Search>
void define(nb::module_& module, const char* name, const Parameters& first, const Search& search,
            const char* text) {
  using nb::arg;
  module.def(
      name,
      [=](const std::vector<NamedValues>& problems, const NamedValues& parameters,
          const NamedValues& budget, std::uint64_t seed, int threads,
          const nb::object& on_progress) {
        const Parameters values = read_parameters(name, parameters, first);
        const Call call{read_problems(problems), read_parameters<Budget>("budget", budget), seed,
                        threads, on_progress};
        return decode_all(call, [&](const Problem& problem, const Budget& left, WorkerPool& pool,
                                    Checkpoint& checkpoint) {
          return search(problem, values, left, pool, checkpoint);
        });
      },
      arg("problems"), nb::kw_only(), arg("parameters"), arg("budget"), arg("seed"), arg("threads"),
      arg("on_progress").none(), text);
}

}  // namespace

void define_decoders(nb::module_& module) {
  const auto greedy_alone = [](const Problem& problem, const GreedyParameters& parameters,
                               const Budget& budget, WorkerPool&, Checkpoint& checkpoint) {
    return greedy(problem, parameters, budget, checkpoint);
  };
  define(module, "greedy", GreedyParameters{}, greedy_alone, "Greedy merging of every problem.");
  define(module, "mmas", MmasParameters{}, mmas, "The Max-Min Ant System on every problem.");
  define(module, "heataco", with_evidence(), mmas,
         "The Max-Min Ant System with the evidence of heatmaps on every problem.");
  define(module, "mcts", MctsParameters{}, mcts,
         "Monte-Carlo search by k-opt actions on every problem.");
  define(module, "focused", FocusedParameters{}, focused, "The focused colony on every problem.");
}

}  // namespace heataco::bindings
