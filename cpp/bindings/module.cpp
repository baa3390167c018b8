// The native module: batch-shaped functions over arrays. Translation only.
#include <limits>

#include "arrays.h"
#include "bounds.h"
#include "decoders.h"
#include "heataco/core/neighbours.h"
#include "heataco/core/tour.h"
#include "heataco/decoders/mmas/guidance.h"
#include "heataco/local_search/local_search.h"
#include "heataco/relaxation/alpha_nearness.h"
#include "parameters.h"
#include "python_checkpoint.h"

namespace heataco::bindings {

namespace {

OutputArray<Node> improve_tour(const InstanceTuple& tuple, const InputArray<Node, 1>& tour,
                               const std::string& local_search,
                               std::size_t local_search_neighbours) {
  PythonCheckpoint checkpoint{nb::none()};
  Tour improved(tour.data(), tour.data() + tour.shape(0));
  try {
    const WithoutGil no_gil;
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
    const WithoutGil no_gil;
    const Instance instance = to_instance(tuple);
    for (std::size_t t = 0; t < tours.shape(0); ++t)
      costs.push_back(tour_cost(instance, tours.data() + t * tours.shape(1)));
  }
  return to_array(std::move(costs));
}

OutputArray<double> arc_lengths(const InstanceTuple& tuple, const InputArray<Node, 2>& arcs) {
  const Instance instance = to_instance(tuple);
  std::vector<double> lengths(arcs.shape(0));
  for (std::size_t arc = 0; arc < lengths.size(); ++arc)
    lengths[arc] = instance.distance(arcs.data()[2 * arc], arcs.data()[2 * arc + 1]);
  return to_array(std::move(lengths));
}

OutputArray<double> arc_measures(const InstanceTuple& tuple, const InputArray<Node, 2>& arcs) {
  const Instance instance = to_instance(tuple);
  std::vector<double> measures(arcs.shape(0));
  for (std::size_t arc = 0; arc < measures.size(); ++arc)
    measures[arc] = measure(instance.metric(), instance.place(arcs.data()[2 * arc]),
                            instance.place(arcs.data()[2 * arc + 1]));
  return to_array(std::move(measures));
}

std::tuple<OutputArray<Node>, OutputArray<double>> neighbour_lists(const InstanceTuple& tuple,
                                                                   std::size_t k) {
  PythonCheckpoint checkpoint{nb::none()};
  NeighbourLists lists;
  try {
    const WithoutGil no_gil;
    lists = nearest_neighbours(to_instance(tuple), k, Direction::out, checkpoint);
  } catch (const Interrupted&) {
    raise_interrupted(checkpoint);
  }
  const std::vector<std::size_t> shape{static_cast<std::size_t>(lists.n), lists.k};
  return {to_array(std::move(lists.nodes), shape), to_array(std::move(lists.distances), shape)};
}

NamedValues measure_alpha(const InstanceTuple& tuple, const NamedValues& given, double seconds) {
  const auto parameters = read_parameters<AlphaParameters>("alpha", given);
  PythonCheckpoint checkpoint{nb::none()};
  AlphaNearness result;
  try {
    const WithoutGil no_gil;
    Watch watch(checkpoint, seconds);
    Deadline deadline(watch);
    result = alpha_nearness(to_instance(tuple), parameters, deadline);
  } catch (const Interrupted&) {
    raise_interrupted(checkpoint);
  }
  NamedValues dict;
  dict["sources"] = to_array(std::move(result.from));
  dict["targets"] = to_array(std::move(result.to));
  dict["alpha"] = to_array(std::move(result.alpha));
  dict["frequency"] = to_array(std::move(result.frequencies));
  dict["bound"] = result.bound;
  return dict;
}

NamedValues read_guidance(const InstanceTuple& tuple, const HeatTuple& heat_tuple,
                          const NamedValues& given) {
  const MmasParameters parameters = read_parameters("heataco", given, with_evidence());
  PythonCheckpoint checkpoint{nb::none()};
  Guidance guidance;
  try {
    const WithoutGil no_gil;
    const Instance instance = to_instance(tuple);
    const HeatRows heat = to_heat_rows(heat_tuple);
    guidance =
        guide(instance, &heat,
              nearest_neighbours(instance, parameters.candidates, Direction::out, checkpoint),
              parameters, checkpoint);
  } catch (const Interrupted&) {
    raise_interrupted(checkpoint);
  }
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
  module.def("guidance", &read_guidance, arg("problem"), arg("heatmap"), nanobind::kw_only(),
             arg("parameters"),
             "Candidates, confidences and evidence that the colony would read off a heatmap.");
  module.def("alpha_nearness", &measure_alpha, arg("problem"), nanobind::kw_only(),
             arg("parameters"), arg("seconds"),
             "Edges of a sparse graph, their alpha-nearness and their share of the 1-trees.");
  module.def("improve", &improve_tour, arg("problem"), arg("tour"), nanobind::kw_only(),
             arg("local_search"), arg("local_search_neighbours"),
             "The tour at the end of a local search from the given one.");
  module.def("tour_cost", &tour_costs, arg("problem"), arg("tours"), "The cost of every tour.");
  module.def("distances", &arc_lengths, arg("problem"), arg("arcs"),
             "The distance from the first to the second node of every arc.");
  module.def("measures", &arc_measures, arg("problem"), arg("arcs"),
             "What the distance of every arc grows with, before rounding; not for matrices.");
  module.def("nearest_neighbours", &neighbour_lists, arg("problem"), arg("k"),
             "The k nearest nodes of every node and their distances.");
}
