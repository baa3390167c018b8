// The native module: batch-shaped functions over arrays. Translation only.
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "bounds.h"
#include "decoders.h"
#include "heataco/core/cpu_clock.h"
#include "heataco/core/neighbours.h"
#include "heataco/core/tour.h"
#include "heataco/core/worker_pool.h"
#include "heataco/decoders/mmas/guidance.h"
#include "heataco/local_search/local_search.h"
#include "heataco/relaxation/alpha_nearness.h"
#include "problems.h"
#include "python_checkpoint.h"

namespace heataco::bindings {

namespace {

InstanceArrays read_instance(const NamedValues& given) {
  return read_parameters<InstanceArrays>("instance", given);
}

OutputArray<Node> improve_tour(const NamedValues& given, const InputArray<Node, 1>& tour,
                               const std::string& local_search,
                               std::size_t local_search_neighbours) {
  const InstanceArrays arrays = read_instance(given);
  Tour improved(tour.data(), tour.data() + tour.shape(0));
  interruptible([&](Checkpoint& checkpoint) {
    Watch watch(checkpoint, std::numeric_limits<double>::infinity());
    improve(arrays.view(), local_search, local_search_neighbours, improved, watch);
    checkpoint.throw_if_interrupted();
  });
  return to_array(std::move(improved));
}

OutputArray<double> tour_costs(const NamedValues& given, const InputArray<Node, 2>& tours) {
  const InstanceArrays arrays = read_instance(given);
  std::vector<double> costs;
  {
    const WithoutGil no_gil;
    const Instance instance = arrays.view();
    for (std::size_t t = 0; t < tours.shape(0); ++t)
      costs.push_back(tour_cost(instance, tours.data() + t * tours.shape(1)));
  }
  return to_array(std::move(costs));
}

template <class Measure>
OutputArray<double> of_arcs(const InputArray<Node, 2>& arcs, const Measure& measure) {
  std::vector<double> values(arcs.shape(0));
  for (std::size_t arc = 0; arc < values.size(); ++arc)
    values[arc] = measure(arcs.data()[2 * arc], arcs.data()[2 * arc + 1]);
  return to_array(std::move(values));
}

OutputArray<double> arc_lengths(const NamedValues& given, const InputArray<Node, 2>& arcs) {
  const InstanceArrays arrays = read_instance(given);
  const Instance instance = arrays.view();
  return of_arcs(arcs, [&](Node a, Node b) { return instance.distance(a, b); });
}

OutputArray<double> distance_table(const NamedValues& given, const InputArray<Node, 1>& sources,
                                   const InputArray<Node, 1>& targets) {
  const InstanceArrays arrays = read_instance(given);
  std::vector<double> table;
  {
    const WithoutGil no_gil;
    const Instance instance = arrays.view();
    table.reserve(sources.size() * targets.size());
    for (std::size_t i = 0; i < sources.size(); ++i)
      for (std::size_t j = 0; j < targets.size(); ++j)
        table.push_back(instance.distance(sources.data()[i], targets.data()[j]));
  }
  return to_array(std::move(table), {sources.size(), targets.size()});
}

OutputArray<double> arc_measures(const NamedValues& given, const InputArray<Node, 2>& arcs) {
  const InstanceArrays arrays = read_instance(given);
  const Instance instance = arrays.view();
  return of_arcs(arcs, [&](Node a, Node b) {
    return measure(instance.metric(), instance.place(a), instance.place(b));
  });
}

NamedValues neighbour_lists(const NamedValues& given, std::size_t k, bool incoming,
                            double seconds) {
  const InstanceArrays arrays = read_instance(given);
  NeighbourLists lists = interruptible([&](Checkpoint& checkpoint) {
    Watch watch(checkpoint, seconds);
    Deadline deadline(watch);
    return nearest_neighbours(arrays.view(), k, incoming ? Direction::in : Direction::out,
                              deadline);
  });
  const std::vector<std::size_t> shape{static_cast<std::size_t>(lists.n), lists.k};
  NamedValues dict;
  dict["nodes"] = to_array(std::move(lists.nodes), shape);
  dict["distances"] = to_array(std::move(lists.distances), shape);
  return dict;
}

// What measuring one instance of several gave, and the time that it took.
struct Measured {
  std::optional<AlphaNearness> nearness;  // none where the time was not enough
  double seconds = 0.0;
  double cpu_seconds = 0.0;
};

Measured measure(const Instance& instance, const AlphaParameters& parameters, double limit,
                 Checkpoint& checkpoint) {
  const double cpu_before = thread_cpu_seconds();
  Watch watch(checkpoint, limit);
  Measured result;
  try {
    Deadline deadline(watch);
    result.nearness = alpha_nearness(instance, parameters, deadline);
  } catch (const Interrupted&) {
    if (checkpoint.interrupted()) throw;
  }
  result.seconds = watch.elapsed();
  result.cpu_seconds = thread_cpu_seconds() - cpu_before;
  return result;
}

nb::object to_object(Measured&& measured) {
  NamedValues dict;
  dict["seconds"] = measured.seconds;
  dict["cpu_seconds"] = measured.cpu_seconds;
  dict["nearness"] = nb::none();
  if (measured.nearness) {
    AlphaNearness& nearness = *measured.nearness;
    NamedValues arrays;
    arrays["sources"] = to_array(std::move(nearness.from));
    arrays["targets"] = to_array(std::move(nearness.to));
    arrays["alpha"] = to_array(std::move(nearness.alpha));
    arrays["frequency"] = to_array(std::move(nearness.frequencies));
    arrays["bound"] = nearness.bound;
    dict["nearness"] = std::move(arrays);
  }
  return dict;
}

// The seconds are for each instance.
nb::typed<nb::list, NamedValues> measure_alphas(const std::vector<NamedValues>& given,
                                                const NamedValues& parameters, double seconds,
                                                int threads) {
  std::vector<InstanceArrays> instances;
  instances.reserve(given.size());
  for (const NamedValues& values : given) instances.push_back(read_instance(values));
  const auto values = read_parameters<AlphaParameters>("alpha", parameters);
  std::vector<Measured> found(instances.size());
  interruptible([&](Checkpoint& checkpoint) {
    const auto body = [&](int item) {
      const auto i = static_cast<std::size_t>(item);
      checkpoint.throw_if_interrupted();
      found[i] = measure(instances[i].view(), values, seconds, checkpoint);
    };
    WorkerPool pool(std::min(threads, std::max(1, static_cast<int>(instances.size()))));
    if (!instances.empty()) pool.run(static_cast<int>(instances.size()), body, checkpoint);
  });
  nb::typed<nb::list, NamedValues> result;
  for (Measured& one : found) result.append(to_object(std::move(one)));
  return result;
}

NamedValues read_guidance(const NamedValues& given, const NamedValues& parameters) {
  const auto problem = read_parameters<ProblemArrays>("problem", given);
  const MmasParameters values = read_parameters("heataco", parameters, with_evidence());
  Guidance guidance = interruptible([&](Checkpoint& checkpoint) {
    const Instance instance = problem.instance.view();
    const HeatRows heat = problem.heatmap.value().view();
    return guide(instance, &heat,
                 nearest_neighbours(instance, values.candidates, Direction::out, checkpoint),
                 values, checkpoint);
  });
  NeighbourLists& lists = guidance.candidates.lists;
  const std::vector<std::size_t> shape{static_cast<std::size_t>(lists.n), lists.k};
  NamedValues dict;
  dict["candidates"] = to_array(std::move(lists.nodes), shape);
  dict["confidence"] = to_array(std::move(guidance.candidates.confidence), shape);
  dict["log_evidence"] = to_array(std::move(guidance.evidence.log_evidence), shape);
  dict["quantile"] = guidance.evidence.quantile;
  dict["trail_range"] = guidance.trail_range;
  dict["kappa"] = guidance.kappa;
  return dict;
}

}  // namespace

}  // namespace heataco::bindings

NB_MODULE(_native, module) {
  using namespace heataco::bindings;
  using nanobind::arg;
  module.doc() = "The C++ core of heataco. Use the package's own functions; these check nothing.";

  define_decoders(module);
  define_bounds(module);
  nanobind::module_::import_("atexit").attr("register")(
      nanobind::cpp_function([] { PythonDoor::instance().close(); }));
  module.def("local_search_names", &heataco::local_search_names, "What local_search may be.");
  module.def("metric_names", &heataco::metric_names, "What the metric of a problem may be.");
  module.def("guidance", &read_guidance, arg("problem"), nanobind::kw_only(), arg("parameters"),
             "Candidates, confidences and evidence that the colony would read off a heatmap.");
  module.def("alpha_nearness", &measure_alphas, arg("instances"), nanobind::kw_only(),
             arg("parameters"), arg("seconds"), arg("threads"),
             "Of every instance the edges of a sparse graph, their alpha-nearness and their share "
             "of the 1-trees.");
  module.def("improve", &improve_tour, arg("instance"), arg("tour"), nanobind::kw_only(),
             arg("local_search"), arg("local_search_neighbours"),
             "The tour at the end of a local search from the given one.");
  module.def("tour_cost", &tour_costs, arg("instance"), arg("tours"), "The cost of every tour.");
  module.def("distances", &arc_lengths, arg("instance"), arg("arcs"),
             "The distance from the first to the second node of every arc.");
  module.def("distance_table", &distance_table, arg("instance"), arg("sources"), arg("targets"),
             "The distance from every source to every target.");
  module.def("measures", &arc_measures, arg("instance"), arg("arcs"),
             "What the distance of every arc grows with, before rounding; not for matrices.");
  module.def("nearest_neighbours", &neighbour_lists, arg("instance"), arg("k"), nanobind::kw_only(),
             arg("incoming"), arg("seconds"),
             "The k nearest nodes of every node, or those that are nearest to it, and their "
             "distances.");
}
