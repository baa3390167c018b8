#include "heataco/relaxation/auction.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace heataco {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Each auction is so many times as fine as the one before it, until its least raise is this share
// of the mean arc, or that of the longest one. Chosen without a comparison.
constexpr double refinement = 5.0;
constexpr double min_share = 1e-3;
constexpr double min_share_of_longest = 1e-6;

// Of one auction, per node: more are made only where hardly any assignment exists.
constexpr Node max_bids = 200;

constexpr Node bids_between_looks = 16;  // at the watch; a bid looks at all nodes

// Every node bids for the one into which its arc costs least with the price of that node, and
// raises the price to where it would as soon take the second best; whoever had it bids again.
class Auction {
 public:
  explicit Auction(const Instance& instance)
      : instance_(instance), prices_(index(instance.n()), 0.0), owners_(index(instance.n())) {}

  // From coarse to fine. False when time is up.
  bool run(Watch& watch) {
    const double longest = longest_arc();
    double raise = longest;
    double least = min_share_of_longest * longest;
    while (raise > least) {
      raise /= refinement;
      if (!hold(raise, watch)) return false;
      least = std::max(least, min_share * mean_arc());
    }
    return true;
  }

  // What leaving a node costs follows from what entering the others does.
  Prices prices() const {
    Prices result = Prices::none(instance_.n());
    for (Node v = 0; v < instance_.n(); ++v) {
      result.entering[index(v)] = -prices_[index(v)];
      const double cheapest = best_two(v).first;
      if (cheapest < infinity) result.leaving[index(v)] = cheapest;
    }
    return result;
  }

 private:
  struct Bid {
    double first = infinity;
    double second = infinity;
    Node target = no_node;
  };

  Bid best_two(Node v) const {
    Bid bid;
    for (Node u = 0; u < instance_.n(); ++u) {
      if (u == v) continue;
      const double cost = instance_.distance(v, u) + prices_[index(u)];
      if (!(cost < bid.second)) continue;
      if (cost < bid.first) {
        bid = {cost, bid.first, u};
      } else {
        bid.second = cost;
      }
    }
    return bid;
  }

  bool hold(double raise, Watch& watch) {
    std::fill(owners_.begin(), owners_.end(), no_node);
    bidders_.resize(owners_.size());
    std::iota(bidders_.begin(), bidders_.end(), 0);
    for (Node bids = 0; !bidders_.empty() && bids / max_bids < instance_.n(); ++bids) {
      if (bids % bids_between_looks == 0 && watch.should_stop()) return false;
      const Node v = bidders_.back();
      bidders_.pop_back();
      const Bid bid = best_two(v);
      if (bid.target == no_node) continue;
      prices_[index(bid.target)] += raise + (bid.second < infinity ? bid.second - bid.first : 0.0);
      const Node outbid = std::exchange(owners_[index(bid.target)], v);
      if (outbid != no_node) bidders_.push_back(outbid);
    }
    return true;
  }

  double longest_arc() const {
    double longest = 0.0;
    for (Node v = 0; v < instance_.n(); ++v)
      for (Node u = 0; u < instance_.n(); ++u) {
        const double length = u == v ? 0.0 : instance_.distance(v, u);
        if (length < infinity) longest = std::max(longest, length);
      }
    return longest;
  }

  double mean_arc() const {
    double sum = 0.0;
    for (Node u = 0; u < instance_.n(); ++u)
      if (owners_[index(u)] != no_node)
        sum += instance_.distance(owners_[index(u)], u) / static_cast<double>(instance_.n());
    return sum;
  }

  const Instance& instance_;
  std::vector<double> prices_;  // of entering, above zero
  std::vector<Node> owners_;    // from where an arc leads into each node
  std::vector<Node> bidders_;
};

}  // namespace

Prices auction_prices(const Instance& instance, Watch& watch) {
  Auction auction(instance);
  auction.run(watch);
  return auction.prices();
}

}  // namespace heataco
