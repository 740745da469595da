// The likelihood ratio of two worlds, given all that was published.
//
// Publications of one kind are the rows of a stream. In units of its declared noise a row is its expectation plus
// noise, and given the past the two worlds differ in the expectation alone, by the shift M. With K the covariance of
// the noise over the rows, the same in every coordinate, and R what was published less the expectation of the original
// world,
//     log likelihood ratio = <M, K^-1 (R - M/2)>,      and the worlds are |K^(-1/2) M| standard deviations apart.
// Where noise is as declared this is the best test there is (Neyman and Pearson). K is not taken from the strategy that
// the agent says it follows but learned from runs: any linear strategy is decoded in this way, and noise that is
// smaller, reused or missing is seen as what it is. Rows that few runs reach are left out; where rows are independent,
// they are taken as declared.
//
// Whatever noise hides, the sequence of releases may show: a run that the other world could not have given is certain.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tacit/audit/transcript.h"
#include "tacit/core/linear_algebra.h"

namespace tacit {

/// For the replaced world, against the original one.
struct Evidence {
  double likelihood_ratio = 0;  ///< Its logarithm.
  /// The same from differences of consecutive publications alone, as if these were independent: shows reused noise
  /// even where there were too few runs to learn K.
  double differences = 0;
  double squared_distance = 0;  ///< How far apart the worlds are, in deviations; kCertain where noise hides nothing.

  /// For what only the world that `replaced` says could have given.
  static Evidence certain(bool replaced);
};

class NoiseModel {
 public:
  /// Takes in a run that published its own values.
  void learn(const Transcript& run);
  /// After the last run.
  void finish();

  /// `run` was made in the world that `replaced` says, `other` is frozen to it in the other world.
  Evidence weigh(const Transcript& run, const Transcript& other, bool replaced) const;

 private:
  using Kind = std::pair<std::string, std::size_t>;  ///< With the number of coordinates.
  struct Rows {
    std::vector<const Publication*> run, other;
  };
  struct Stream {
    Matrix covariance, factor;  ///< For the rows that most runs reach; the factor is lower triangular.
    std::int64_t samples = 0, runs = 0;
    bool independent = false;  ///< Rows are, as far as can be seen.
  };
  static std::map<Kind, Rows> rows_of(const Transcript& run, const Transcript* other);
  void weigh_stream(const Stream* stream, Matrix residual, Matrix shift, Evidence& evidence) const;

  std::map<Kind, Stream> streams_;
};

}  // namespace tacit
