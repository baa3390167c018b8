// Candidate edges that connect what nearest neighbours leave disconnected.
#pragma once

#include <cstddef>
#include <vector>

#include "heataco/core/kd_tree.h"
#include "heataco/core/neighbours.h"

namespace heataco {

// Where nodes lie in tight clusters, all nearest neighbours of a node are in its own cluster, and
// no local search that follows them ever changes how clusters are joined. Connectors are the
// nearest nodes in those directions in which a row has none, where they lie more than twice as far
// as the row reaches; they come behind the row, ascending by distance. In coordinates a direction
// is an orthant; in a matrix a node lies in a new direction if it is closer to the row's owner than
// to everything that the row holds already (as in a relative neighbourhood graph, which contains a
// minimum spanning tree). On uniform nodes hardly any row but those at the border gets one.
// For symmetric instances; the rows of `near` ascend by distance.
NeighbourLists with_connectors(const Instance& instance, const NeighbourLists& near,
                               Checkpoint& checkpoint);

// For constructions, whose rows are of one length: the k nearest nodes, where these tie all nodes
// together, as they do on uniform ones. Where they leave parts apart, connectors take the place of
// the farthest of them.
NeighbourLists tied_neighbours(const Instance& instance, const NeighbourLists& near, std::size_t k,
                               Checkpoint& checkpoint);

// The size of the longest of all rows.
std::size_t longest_row(const std::vector<Found>& rows);

// Rows with connectors behind them, at most `width` each; these ascend by distance.
NeighbourLists extended(const NeighbourLists& near, const std::vector<Found>& connectors,
                        std::size_t width);

// What is farther from a node than this, in radii of its cluster, lies outside it.
inline constexpr double far_beyond_radius = 2.0;

// The radius of a node's cluster, by its ascending row: the longest edge, or the one in front of
// the first leap.
double cluster_radius(const double* distances, std::size_t count);

}  // namespace heataco
