// Between the numbers of the instance and those of the search.
#pragma once

#include <utility>

#include "heataco/core/numbering.h"
#include "heataco/core/rng.h"
#include "heataco/decoders/focused/candidate_builder.h"
#include "heataco/decoders/focused/search_space.h"
#include "heataco/decoders/focused/starts.h"
#include "heataco/lin_kernighan/doubling.h"

namespace heataco {

// Nodes with coordinates are numbered along a k-d tree; a directed instance becomes a symmetric one
// of twice as many nodes.
class Translation {
 public:
  Translation(const Instance& instance, Checkpoint& checkpoint)
      : directed_(!instance.symmetric()),
        numbering_(instance, checkpoint),
        searched_(directed_ ? numbering_.instance().doubled() : numbering_.instance().view()) {}

  const Numbering& numbering() const noexcept { return numbering_; }

  SearchSpace space(CandidateRows rows) const {
    return {searched_.view(), std::move(rows.lists), std::move(rows.beliefs),
            directed_ ? doubled_partners(numbering_.instance().n()) : std::vector<Node>{},
            std::move(rows.radii)};
  }

  // The instance that tours are built on, by the numbers of the search.
  const Instance& instance() const noexcept { return numbering_.instance(); }

  // The instance that is searched, of twice as many nodes where directed.
  const Instance& searched() const noexcept { return searched_; }

  // From a tour of the problem to one of `searched()`, and back.
  Tour translated(const Tour& tour) const { return doubled_if_directed(numbering_.apply(tour)); }
  Tour original(const Tour& tour) const {
    return directed_ ? numbering_.undo(single_tour(tour)) : numbering_.undo(tour);
  }

  // From a tour of `instance()` to one of `searched()`.
  Tour doubled_if_directed(Tour tour) const {
    return directed_ ? doubled_tour(tour) : std::move(tour);
  }

  Tour random_tour(const SearchSpace& space, Rng rng, Checkpoint& checkpoint) const {
    return doubled_if_directed(random_start(instance(), space, rng, checkpoint));
  }

 private:
  bool directed_;
  Numbering numbering_;
  Instance searched_;
};

}  // namespace heataco
