// Descents that skip nodes around which no move is known to gain.
#pragma once

#include "heataco/local_search/descent.h"

namespace heataco {

// For symmetric instances. `Search` has `note(v, notes)` as well (see survey.h), and calls
// `touched` for the nodes whose neighbours in the tour a move has changed.
template <class Search>
class SurveyedDescent : public Descent<Search, ReversibleTour> {
  using Base = Descent<Search, ReversibleTour>;

 public:
  SurveyedDescent(const Instance& instance, const LocalSearchLists& lists)
      : Base(instance, lists), changed_(index(instance.n())) {}

  using Base::improve;
  void improve(Tour& tour, const Survey& known, Watch& watch) final {
    if (known.empty()) return improve(tour, watch);
    known_ = &known;
    tour_.assign(tour);
    this->begin();
    mark_changes(tour);
    queue_.fill(tour);
    drain(queue_, watch, [this](Node v) {
      if (changed_[index(v)] == 0 && known_->same_order(v, tour_)) return false;
      return search().improve_node(v);
    });
    tour = tour_.order();
    known_ = nullptr;
  }

  void survey(const Tour& tour, Survey& known, Watch& watch) final {
    if (tour.size() < 4) return;
    tour_.assign(tour);
    this->begin();
    int looked = 0;
    const auto stopped = [&] { return ++looked % nodes_between_looks == 0 && watch.should_stop(); };
    for (bool settled = false; !settled;) {
      settled = true;
      for (const Node v : tour) {
        if (stopped()) return;
        while (search().improve_node(v)) settled = false;
      }
    }
    const auto note = [this](Node v, Survey::Notes& notes) { search().note(v, notes); };
    known.make(tour, tour_, note, stopped);
  }

 protected:
  using Base::queue_;
  using Base::tour_;

  void touched(std::initializer_list<Node> nodes) noexcept {
    queue_.push(nodes);
    if (known_ == nullptr) return;
    for (const Node v : nodes) mark(v);
  }

 private:
  Search& search() { return static_cast<Search&>(*this); }

  void mark(Node v) noexcept {
    changed_[index(v)] = 1;
    for (const Node reader : known_->readers(v)) changed_[index(reader)] = 1;
  }

  void mark_changes(const Tour& tour) noexcept {
    changed_.assign(changed_.size(), 0);
    Node before = tour.back();
    for (std::size_t t = 0; t < tour.size(); ++t) {
      const Node v = tour[t];
      const Node after = t + 1 == tour.size() ? tour.front() : tour[t + 1];
      if (!known_->has_neighbours(v, before, after)) mark(v);
      before = v;
    }
  }

  const Survey* known_ = nullptr;
  std::vector<std::uint8_t> changed_;  // 1 where a search reads what is not as known
};

}  // namespace heataco
