#include "heataco/local_search/survey.h"

namespace heataco {

void Survey::begin(const Tour& asked, const ArrayTour& settled) {
  asked_ = asked;
  places_.clear();
  for (Node v = 0; v < settled.n(); ++v)
    places_.push_back({settled.previous(v), settled.next(v), settled.position(v)});
  obstacles_.clear();
  end_of_obstacles_.assign(asked.size() + 1, 0);
  reads_.clear();
}

// By counting: the readers of a node one after the other.
void Survey::sort_reads() {
  first_reader_.assign(asked_.size() + 1, 0);
  for (const auto& [read, reader] : reads_) ++first_reader_[index(read)];
  std::size_t sum = 0;
  for (std::size_t& first : first_reader_) first = sum += first;
  readers_.resize(reads_.size());
  for (const auto& [read, reader] : reads_) readers_[--first_reader_[index(read)]] = reader;
}

}  // namespace heataco
