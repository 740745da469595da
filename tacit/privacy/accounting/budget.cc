#include "tacit/privacy/accounting/budget.h"

#include <fmt/format.h>

#include <cmath>

#include "tacit/core/error.h"

namespace tacit {
namespace {

double finite_and_not_negative(double value, const char* field) {
  if (!(value >= 0) || !std::isfinite(value)) throw Error(field, fmt::format("{}", value), "a finite number from 0 up");
  return value + 0.0;  // -0 becomes 0.
}

std::string shown(const std::string& text) { return "'" + text.substr(0, 60) + "'"; }

}  // namespace

Epsilon::Epsilon(double value) : value_(finite_and_not_negative(value, "epsilon")) {}
Mu::Mu(double value) : value_(finite_and_not_negative(value, "mu")) {}
Rho::Rho(double value) : value_(finite_and_not_negative(value, "rho")) {}
Delta::Delta(double value) : value_(value) {
  if (!(value > 0 && value < 1))
    throw Error("delta", fmt::format("{}", value), "a number between 0 and 1, both excluded");
}

Rho operator+(Rho a, Rho b) { return Rho(a.value() + b.value()); }
Mu compose(Mu a, Mu b) { return Mu(std::hypot(a.value(), b.value())); }

std::string to_text(Adjacency adjacency) { return adjacency == Adjacency::replace_one ? "replace-one" : "add-remove"; }

std::string to_text(NoiseSource source) { return source == NoiseSource::simulation ? "simulation" : "production"; }

Adjacency parse_adjacency(const std::string& text, const std::string& field) {
  for (const auto adjacency : {Adjacency::replace_one, Adjacency::add_remove})
    if (text == to_text(adjacency)) return adjacency;
  throw Error(field, shown(text), "replace-one or add-remove");
}

NoiseSource parse_noise_source(const std::string& text, const std::string& field) {
  for (const auto source : {NoiseSource::simulation, NoiseSource::production})
    if (text == to_text(source)) return source;
  throw Error(field, shown(text), "simulation or production");
}

}  // namespace tacit
