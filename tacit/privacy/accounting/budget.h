// The numbers in which privacy is promised and spent, each a type of its own.
//
//   Epsilon, Delta   (epsilon, delta)-differential privacy (Dwork et al. 2006): what is promised to people.
//   Mu               mu-Gaussian differential privacy (Dong, Roth and Su 2022): telling two neighbours apart is no
//                    easier than telling N(0, 1) from N(mu, 1).
//   Rho              rho-zero-concentrated differential privacy (Bun and Steinke 2016): the Renyi divergence of every
//                    order a between neighbours is at most a rho.
//
// A value is checked where it is made, so that a function that takes one needs no check. Only what is a theorem is an
// operator: rho adds under adaptive composition and mu composes as the root of the sum of squares, whereas epsilons
// do add, but so wastefully that adding them is nearly always a mistake: Epsilon + Epsilon does not compile.
// "Not private" is a different kind of answer, not an infinite epsilon.
//
// Sums here are rounded to nearest: they serve planning. The ledger keeps the books, and rounds against itself.
#pragma once

#include <compare>
#include <string>

namespace tacit {

/// Finite and at least 0; 0 is the epsilon of having released nothing, or of a delta that covers everything.
class Epsilon {
 public:
  explicit Epsilon(double value);
  double value() const { return value_; }
  friend auto operator<=>(const Epsilon&, const Epsilon&) = default;

 private:
  double value_;
};

/// Strictly between 0 and 1: Gaussian noise never reaches 0, and 1 promises nothing.
class Delta {
 public:
  explicit Delta(double value);
  double value() const { return value_; }
  friend auto operator<=>(const Delta&, const Delta&) = default;

 private:
  double value_;
};

/// Finite and at least 0. Of one release: sensitivity over the standard deviation of its noise.
class Mu {
 public:
  explicit Mu(double value);
  double value() const { return value_; }
  friend auto operator<=>(const Mu&, const Mu&) = default;

 private:
  double value_;
};

/// Finite and at least 0. Of one release: half the square of its mu.
class Rho {
 public:
  explicit Rho(double value);
  double value() const { return value_; }
  friend auto operator<=>(const Rho&, const Rho&) = default;

 private:
  double value_;
};

/// Bun and Steinke 2016, Lemma 2.3: the composition of rho- and rho'-zCDP is (rho + rho')-zCDP.
Rho operator+(Rho a, Rho b);
/// Dong, Roth and Su 2022, Corollary 3.3: the composition of mu- and mu'-GDP is sqrt(mu^2 + mu'^2)-GDP.
Mu compose(Mu a, Mu b);

/// When two sequences of users are neighbours. One run uses one of them throughout.
enum class Adjacency {
  replace_one,  ///< One user's responses are replaced by any others. The default everywhere.
  add_remove,   ///< One user's contribution is replaced by zero.
};

/// Where noise comes from. The two never stand in for each other.
enum class NoiseSource {
  simulation,  ///< Continuous Gaussian from a seeded stream: reproducible, and therefore not for deployment.
  production,  ///< Discrete Gaussian on integers from the operating system's generator.
};

/// "replace-one", "add-remove"; "simulation", "production".
std::string to_text(Adjacency adjacency);
std::string to_text(NoiseSource source);
/// The inverse; throws Error naming `field`.
Adjacency parse_adjacency(const std::string& text, const std::string& field);
NoiseSource parse_noise_source(const std::string& text, const std::string& field);

}  // namespace tacit
