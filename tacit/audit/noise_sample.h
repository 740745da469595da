// Noise as it was drawn, over many runs: what was published less what was expected, in units of the declared deviation.
//
// A run is one long vector: every coordinate of every publication, of all kinds, stages and statistics. By declaration
// each coordinate is a standard normal number, and two of them are independent unless they are the same entry of two
// publications of one kind, which a release strategy may relate. The second moments of the whole vector, n of its runs
// summed, are all that tests of scale and of relations need (noise_tests.h).
//
// Where a run has too many coordinates, the entries that the user who is attacked moves come first, each with all
// its rows, since a strategy relates these, and the farthest first. What is left of these is one more coordinate per
// publication, in the direction of the shift; the rest is filled with coordinates that the user does not move, since
// noise that is shared with them can be subtracted. The choice is made on runs of its own, so that it has no say in
// what is found.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tacit/audit/transcript.h"
#include "tacit/core/linear_algebra.h"

namespace tacit {

struct NoiseCoordinate {
  std::string kind;
  std::size_t size = 0, row = 0;                      ///< The size of its publication, and which of its kind it is.
  std::vector<std::pair<std::size_t, double>> terms;  ///< Entries and weights, whose squares add up to 1.
  double shift = 0;                                   ///< How far the replaced user moves it.

  bool is_single() const { return terms.size() == 1; }
  std::string where() const;
};

/// At most `most` coordinates, of which those that the user moves are at most `joint` and stand first. `runs` are made
/// in one world, and `other` is the other world frozen to the first of them, with the same sequence of publications.
/// Coordinates without noise, and those that not all of the runs have, are left out.
std::vector<NoiseCoordinate> choose_coordinates(const std::vector<Transcript>& runs, const Transcript& other,
                                                std::size_t joint, std::size_t most);

class NoiseSample {
 public:
  explicit NoiseSample(std::vector<NoiseCoordinate> coordinates);

  /// What one run says of each coordinate; not a number where it says nothing. Safe to call from several threads.
  Vector read(const Transcript& run) const;
  /// Takes in runs that were read. A coordinate that one of them lacks is left out for good.
  void add(const std::vector<Vector>& runs);

  std::int64_t runs() const { return runs_; }
  std::vector<NoiseCoordinate> coordinates() const;
  /// Sum over runs of x x', of the coordinates that all runs have.
  Matrix squares() const;
  /// Counts of values by the normal chance of a smaller one, in cells of equal chance: per row, over the single
  /// coordinates of all kinds, which are independent of each other by declaration.
  static constexpr int kCells = 256;
  std::map<std::size_t, Vector> cells() const;

 private:
  std::vector<Index> kept() const;

  std::vector<NoiseCoordinate> coordinates_;
  std::vector<bool> lacking_;
  Matrix squares_, cells_;  ///< The latter per coordinate.
  std::int64_t runs_ = 0;
};

}  // namespace tacit
