// All local searches: what makes them, and the names that Python shows.
#pragma once

#include "heataco/local_search/local_search.h"

namespace heataco {

using MakeOperator = std::unique_ptr<LocalSearch>(const Instance&, const LocalSearchLists&);

// Each in a file of its own.
MakeOperator make_two_opt, make_directed_two_opt;
MakeOperator make_three_opt, make_directed_three_opt;
MakeOperator make_or_opt, make_directed_or_opt;
MakeOperator make_lk;

struct Operator {
  const char* name;
  MakeOperator* symmetric;
  MakeOperator* directed;
};

inline constexpr Operator operators[] = {{"none", nullptr, nullptr},
                                         {"2opt", make_two_opt, make_directed_two_opt},
                                         {"3opt", make_three_opt, make_directed_three_opt},
                                         {"oropt", make_or_opt, make_directed_or_opt},
                                         {"lk", make_lk, make_lk}};

}  // namespace heataco
