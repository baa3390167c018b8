// Parameters across the boundary: read by name from a dict, into the members of a struct.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace heataco::bindings {

namespace nb = nanobind;

using NamedValues = nb::typed<nb::dict, nb::str, nb::any>;

// Throws std::invalid_argument, which names the parameter, for one that is missing, unknown or of
// another type.
class ParameterReader {
 public:
  ParameterReader(std::string owner, NamedValues values)
      : owner_(std::move(owner)), values_(std::move(values)) {}

  template <class T>
  void operator()(const char* name, T& member) {
    known_.push_back(name);
    if (!values_.contains(name)) throw std::invalid_argument(owner_ + " lacks parameter " + name);
    const nb::object value = values_[name];
    if (!nb::try_cast(value, member))
      throw std::invalid_argument(owner_ + ": " + name + " is " + nb::repr(value).c_str() +
                                  "; expected " + kind_of(&member));
  }

  // None leaves the member as it is.
  template <class T>
  void unless_none(const char* name, T& member) {
    std::optional<T> value;
    (*this)(name, value);
    if (value) member = std::move(*value);
  }

  // After all parameters have been read.
  void refuse_others() const {
    for (const auto& [key, value] : values_) {
      const std::string name = nb::str(key).c_str();
      if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
      std::string known;
      for (const std::string& other : known_) known += (known.empty() ? "" : ", ") + other;
      throw std::invalid_argument(owner_ + " has no parameter " + name + "; known are " + known);
    }
  }

 private:
  static std::string kind_of(const std::string*) { return "a text"; }
  template <class T>
  static std::string kind_of(const T*) {
    return std::is_integral_v<T> ? "a whole number in its range" : "a number";
  }
  template <class T>
  static std::string kind_of(const std::optional<T>*) {
    return kind_of(static_cast<const T*>(nullptr)) + " or None";
  }

  std::string owner_;
  NamedValues values_;
  std::vector<std::string> known_;
};

// Into a struct that tells its members' names by `read_by`. `first` decides which optional parts
// are read: those that it has.
template <class Parameters>
Parameters read_parameters(const char* owner, const NamedValues& values, Parameters first = {}) {
  ParameterReader read(owner, values);
  first.read_by(read);
  read.refuse_others();
  return first;
}

}  // namespace heataco::bindings
