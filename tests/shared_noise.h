// Broken mechanisms: noise that is not new everywhere, and data that nobody bounded. Each is a witness behind the real
// door and rewrites what the door publishes, since the door itself cannot do any of this.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "tacit/privacy/witness.h"

namespace tacit::trial {

/// Passes everything on.
class Passing : public Witness {
 public:
  explicit Passing(Witness& witness) : witness_(witness) {}
  void contributed(std::int64_t user, const Contribution& c, const VaultShape& shape) override {
    witness_.contributed(user, c, shape);
  }
  void touching(std::int64_t series, std::int64_t first, std::int64_t end, double mu_squared) override {
    witness_.touching(series, first, end, mu_squared);
  }
  void charged(const Charge& charge) override { witness_.charged(charge); }
  void expecting(std::span<const double> without_noise, std::span<const double> deviation) override {
    expected_.assign(without_noise.begin(), without_noise.end());
    deviation_.assign(deviation.begin(), deviation.end());
  }
  void releasing(std::int64_t series, std::int64_t first, std::int64_t end, std::span<const double> exact, double share,
                 std::span<double> published) override {
    witness_.expecting(expected_, deviation_);
    witness_.releasing(series, first, end, exact, share, published);
  }

 protected:
  std::vector<double> expected_, deviation_;

 private:
  Witness& witness_;
};

/// One draw where there should be many.
enum class Shared { nowhere, coordinates, stages, statistics };

/// In `coordinates` one number is the noise of a whole release; in `stages` the second half of a release has the draws
/// of the first; in `statistics` moments on request take their draws from the stream of the sums, from its start.
class SharedNoise final : public Passing {
 public:
  SharedNoise(Witness& witness, Shared shared) : Passing(witness), shared_(shared) {}
  void releasing(std::int64_t series, std::int64_t first, std::int64_t end, std::span<const double> exact, double share,
                 std::span<double> published) override {
    std::vector<double> draws(published.size());
    for (std::size_t i = 0; i < draws.size(); ++i)
      draws[i] = deviation_[i] > 0 ? (published[i] - expected_[i]) / deviation_[i] : 0;
    if (series == 0) sums_ = draws, next_ = 0;
    for (std::size_t i = 0; i < draws.size(); ++i)
      published[i] = expected_[i] + deviation_[i] * drawn(draws, series, i);
    if (series != 0) next_ += draws.size();
    Passing::releasing(series, first, end, exact, share, published);
  }

 private:
  double drawn(const std::vector<double>& draws, std::int64_t series, std::size_t i) const {
    if (shared_ == Shared::coordinates) return draws.front();
    if (shared_ == Shared::stages && series == 0) return draws[i % (draws.size() / 2)];
    if (shared_ == Shared::statistics && series != 0) return sums_[(next_ + i) % sums_.size()];
    return draws[i];
  }

  Shared shared_;
  std::vector<double> sums_;
  std::size_t next_ = 0;  ///< Where the draws of the sums are read at the next request.
};

/// Forgets to bound the response of one user: the raw one is in the sums from that user's release on. For the strategy
/// `blocks`, all parts of a task released.
class Unbounded final : public Passing {
 public:
  Unbounded(Witness& witness, std::int64_t victim, double raw, double mu)
      : Passing(witness), victim_(victim), raw_(raw), mu_(mu) {}
  void contributed(std::int64_t user, const Contribution& c, const VaultShape& shape) override {
    Passing::contributed(user, c, shape);
    if (user != victim_) return;
    excess_.resize(static_cast<std::size_t>(shape.size()));
    Index offset = shape.gram_size();
    for (int task = 0; task < c.task; ++task) offset += shape.task_size(task);
    for (int i = 0; i < shape.dimension; ++i)
      excess_[static_cast<std::size_t>(offset + i)] =
          c.features[i] == 0 ? 0 : c.weight * c.features[i] * (raw_ - shape.response_centre - c.response);
  }
  void releasing(std::int64_t series, std::int64_t first, std::int64_t end, std::span<const double> exact, double share,
                 std::span<double> published) override {
    std::vector<double> unbounded(exact.begin(), exact.end());
    for (std::size_t i = 0; i < excess_.size() && victim_ < end; ++i) {
      expected_[i] += excess_[i];
      published[i] += excess_[i];
      if (first <= victim_) unbounded[i] += excess_[i] / (deviation_[i] * mu_);
    }
    Passing::releasing(series, first, end, unbounded, share, published);
  }

 private:
  std::int64_t victim_;
  double raw_, mu_;
  std::vector<double> excess_;
};

}  // namespace tacit::trial
