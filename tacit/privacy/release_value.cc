#include "tacit/privacy/release_value.h"

#include "tacit/core/error.h"

namespace tacit {

std::string to_text(Noise noise) {
  return noise == Noise::simulation ? "simulation" : noise == Noise::lattice ? "lattice" : "production";
}

Noise parse_noise(const std::string& text, const std::string& field) {
  for (const Noise noise : {Noise::simulation, Noise::lattice, Noise::production})
    if (text == to_text(noise)) return noise;
  throw Error(field, "'" + text.substr(0, 60) + "'", "simulation, lattice or production");
}

}  // namespace tacit
