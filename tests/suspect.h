// A small private regression that may cheat, as a subject of attacks.
//
// One user in two worlds is as far apart as two users can be, in everything that is released: honest, the regression
// spends all of its budget on this pair.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tacit/audit/specimen.h"
#include "tacit/core/rng.h"
#include "tacit/privacy/door.h"
#include "tacit/privacy/release_catalog.h"

namespace tacit::trial {

/// What it must not do.
struct Fault {
  double noise = 1;            ///< As a part of what is declared.
  bool long_features = false;  ///< Of norm 3, and noise for norm 1.
  bool raw_switch = false;     ///< Releases sooner after large responses.
  bool forgotten = false;      ///< The second stage has the whole budget once more.
  bool twice = false;          ///< The user comes again, in a later block.
  bool reused = false;         ///< Noise is drawn once.
  bool exact = false;          ///< There is none.
  bool refusal = false;        ///< Stops at the replacement.
};

/// A liar at the door: sums what is `length` times as long as declared, and draws `noise` times the noise that is.
class Liar final : public Witness {
 public:
  Liar(Witness& witness, double noise, double length) : witness_(witness), noise_(noise), length_(length) {}
  void contributed(std::int64_t user, const Contribution& c, const VaultShape& shape) override {
    witness_.contributed(user, c, shape);
  }
  void touching(std::int64_t series, std::int64_t first, std::int64_t end, double mu_squared) override {
    witness_.touching(series, first, end, mu_squared);
  }
  void charged(const Charge& charge) override { witness_.charged(charge); }
  void expecting(std::span<const double> without_noise, std::span<const double> deviation) override {
    honest_.assign(without_noise.begin(), without_noise.end());
    expected_ = times(without_noise);
    witness_.expecting(expected_, deviation);
  }
  void releasing(std::int64_t series, std::int64_t first, std::int64_t end, std::span<const double> exact, double share,
                 std::span<double> published) override {
    for (std::size_t i = 0; i < published.size(); ++i)
      published[i] = expected_[i] + noise_ * (published[i] - honest_[i]);
    witness_.releasing(series, first, end, times(exact), share, published);
  }

 private:
  std::vector<double> times(std::span<const double> values) const {
    std::vector<double> result(values.begin(), values.end());
    for (double& value : result) value *= length_;
    return result;
  }

  Witness& witness_;
  double noise_, length_;
  std::vector<double> honest_, expected_;
};

struct Suspect {
  std::string strategy = "blocks";
  Fault fault = {};
  double epsilon = 4;

  static constexpr std::int64_t kUsers = 20, kVictim = 2;  // In the first block, which a tree takes in at every level.
  static constexpr Index kReleases = 5;
  static constexpr double kDelta = 1e-3;

  Promise promise() const { return {Epsilon(epsilon), Delta(kDelta), Theorem::gdp_exact, NoiseSource::simulation}; }

  void operator()(Witness& watching, std::uint64_t seed, bool replaced) const {
    Liar liar(watching, fault.noise, fault.long_features ? 3 : 1);
    PrintedNoise reused(&liar);
    Witness& witness = fault.reused ? static_cast<Witness&>(reused) : liar;
    std::vector<std::unique_ptr<Stage>> stages;
    const int doors = fault.forgotten ? 2 : 1;
    for (int i = 0; i < doors; ++i) stages.push_back(std::make_unique<Stage>(*this, seed, i, 2 / doors, witness));
    double raw = 0;
    Index releases = 0;
    for (std::int64_t k = 0; k < kUsers; ++k) {
      const bool victim = k == kVictim || (fault.twice && k == kVictim + 7);
      const bool other = victim ? replaced : k % 2 == 0;
      if (fault.refusal && victim && replaced) throw std::runtime_error("an odd answer");
      const double phi[2] = {other ? 0.0 : 1.0, other ? 1.0 : 0.0};
      for (auto& stage : stages) stage->add(phi, other);
      raw += other ? 0 : 1;
      const bool due = fault.raw_switch ? raw > 2 * static_cast<double>(releases + 1) : k % 4 == 3;
      if (!due || releases == kReleases) continue;
      ++releases;
      for (auto& stage : stages) stage->door->release();
    }
  }

 private:
  struct Stage {
    Stage(const Suspect& suspect, std::uint64_t seed, int number, int tasks, Witness& witness)
        : vault(shape(tasks)), ledger(suspect.promise()) {
      const Fault& fault = suspect.fault;
      if (fault.exact) {
        door.emplace(vault, board, &witness);
        return;
      }
      const DoorOptions options{make_strategy(fault.reused ? "fresh" : suspect.strategy, kReleases),
                                std::vector<Split>(tasks, {0.6 / tasks, 0, 0.4 / tasks}), 1, kUsers};
      door.emplace(vault, board, ledger, options,
                   SimulationNoise(seed, "suspect", 0, static_cast<std::uint64_t>(number)), &witness);
    }
    static VaultShape shape(int tasks) {
      VaultShape shape;
      shape.tasks = shape.outcome_tasks = tasks;
      shape.dimension = 2;
      shape.outcomes = 2;
      shape.non_negative_features = true;
      return shape;
    }
    void add(const double* phi, bool other) {
      for (int task = 0; task < vault.shape().tasks; ++task)
        vault.add({task, phi, 1, other ? 0.0 : 1.0, other ? 1 : 0});
      vault.end_user();
    }
    Vault vault;
    Billboard board;
    Ledger ledger;
    std::optional<Door> door;
  };
};

}  // namespace tacit::trial
