#include "tacit/privacy/promised_noise.h"

namespace tacit {

Promise promise_for(Noise noise, Epsilon epsilon, Delta delta, Theorem theorem, Adjacency adjacency) {
  const bool integers = noise != Noise::simulation;
  return {epsilon, delta, integers && theorem == Theorem::gdp_exact ? Theorem::zcdp_tight : theorem,
          noise == Noise::production ? NoiseSource::production : NoiseSource::simulation, adjacency};
}

}  // namespace tacit
