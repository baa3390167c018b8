// A part of a large tour that ants can walk on as if it were a tour of its own.
#pragma once

#include <optional>
#include <vector>

#include "heataco/decoders/focused/search_space.h"

namespace heataco {

// A stretch of a tour, by positions of the array that holds the tour.
struct Stretch {
  Node* nodes;
  Node length;
};

// The nodes of a cell that lie on the stretch, in pieces of at least two. What lies between two
// pieces is left alone: a fixed edge stands for it, and it moves with the edge. The first piece
// begins and the last one ends the part of the stretch that may change.
class Region {
 public:
  // `beliefs` are those of the whole by now. `local` has n times no_node and is left so.
  Region(const SearchSpace& whole, const std::vector<float>& beliefs, Stretch stretch,
         const std::vector<Node>& cell, std::vector<Node>& local);

  // Whether there are enough edges to cut.
  bool worthwhile() const noexcept;

  const SearchSpace& space() const noexcept { return *space_; }
  const Tour& tour() const noexcept { return tour_; }
  // The number in the whole of a node of the region.
  Node node(Node r) const noexcept { return nodes_[static_cast<std::size_t>(r)]; }

  // Writes the region's tour into the stretch, and beliefs back into the whole.
  void put_back(const Tour& tour, Stretch stretch) const;
  void put_back(const std::vector<float>& beliefs, std::vector<float>& whole) const;

 private:
  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

  struct Piece {
    Node first;  // places on the stretch
    Node last;
  };

  void find_pieces(Stretch stretch, const std::vector<Node>& local);
  void number(Stretch stretch, std::vector<Node>& local);
  std::vector<Node> link();
  void fill_rows(const SearchSpace& whole, const std::vector<float>& beliefs,
                 const std::vector<Node>& local, std::vector<Node> partners);

  std::vector<Piece> pieces_;
  std::vector<Node> nodes_;         // by their numbers in the region
  std::vector<Node> gaps_;          // for the last node of a piece: the number of the piece
  std::vector<std::size_t> slots_;  // of the region's candidates, in the whole
  Tour tour_;
  std::optional<SearchSpace> space_;
};

}  // namespace heataco
