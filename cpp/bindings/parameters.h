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

class ParameterReader;

// A struct that tells its members' names.
template <class T>
concept Named = requires(T& value, ParameterReader& read) { value.read_by(read); };

// `first` decides which optional parts are read: those that it has.
template <Named Parameters>
Parameters read_parameters(const char* owner, const NamedValues& values, Parameters first = {});

// Throws std::invalid_argument, which names the parameter, for one that is missing, unknown or of
// another type.
class ParameterReader {
 public:
  ParameterReader(const char* owner, NamedValues values)
      : owner_(owner), values_(std::move(values)) {}

  template <class T>
  void operator()(const char* name, T& member) {
    known_.push_back(name);
    if (!values_.contains(name)) refuse(" lacks parameter ", name);
    const nb::object value = values_[name];
    if (!read_value(name, value, member))
      refuse(": ", name, " is ", nb::repr(value).c_str(), "; expected ", kind_of(&member));
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
      for (const char* other : known_) known.append(known.empty() ? "" : ", ").append(other);
      refuse(" has no parameter ", name, "; known are ", known);
    }
  }

 private:
  // Named members within named members come as a dict of their own.
  template <class T>
  static bool read_value(const char* name, const nb::object& value, T& member) {
    if constexpr (Named<T>) {
      NamedValues values;
      if (!nb::try_cast(value, values)) return false;
      member = read_parameters<T>(name, values);
      return true;
    } else {
      return nb::try_cast(value, member);
    }
  }
  template <class T>
  static bool read_value(const char* name, const nb::object& value, std::optional<T>& member) {
    member.reset();
    return value.is_none() || read_value(name, value, member.emplace());
  }

  template <class... Words>
  [[noreturn]] void refuse(const Words&... words) const {
    std::string message = owner_;
    throw std::invalid_argument((message.append(words), ...));
  }

  static std::string kind_of(const std::string*) { return "a text"; }
  template <class T>
  static std::string kind_of(const T*) {
    if (Named<T>) return "a dict";
    if (std::is_class_v<T>) return "an array";
    return std::is_integral_v<T> ? "a whole number in its range" : "a number";
  }
  template <class T>
  static std::string kind_of(const std::optional<T>*) {
    return kind_of(static_cast<const T*>(nullptr)) + " or None";
  }

  const char* owner_;
  NamedValues values_;
  std::vector<const char*> known_;
};

template <Named Parameters>
Parameters read_parameters(const char* owner, const NamedValues& values, Parameters first) {
  ParameterReader read(owner, values);
  first.read_by(read);
  read.refuse_others();
  return first;
}

}  // namespace heataco::bindings
