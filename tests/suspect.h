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
#include "tacit/privacy/release/release_catalog.h"
#include "tests/shared_noise.h"

namespace tacit::trial {

/// What it must not do.
struct Fault {
  double noise = 1;            ///< As a part of what is declared.
  bool long_features = false;  ///< Features have norm 3, and noise is for norm 1.
  bool raw_switch = false;     ///< Releases sooner after large responses.
  bool forgotten = false;      ///< The second stage has the whole budget once more.
  bool twice = false;          ///< The user comes again, in a later block.
  bool reused = false;         ///< Noise is drawn once.
  bool exact = false;          ///< There is none.
  bool refusal = false;        ///< Stops at the replacement.
  Shared shared = Shared::nowhere;
  bool unbounded = false;  ///< Sums responses as they are given.
};

/// What the replacement says, in and out of bounds.
struct Answer {
  double response = 0;
  Index outcome = 1;
};

/// A liar at the door: sums what is `length` times as long as declared, and draws `noise` times the noise that is.
class Liar final : public Passing {
 public:
  Liar(Witness& witness, double noise, double length) : Passing(witness), noise_(noise), length_(length) {}
  void releasing(std::int64_t series, std::int64_t first, std::int64_t end, std::span<const double> exact, double share,
                 std::span<double> published) override {
    for (std::size_t i = 0; i < published.size(); ++i) {
      const double honest = expected_[i];
      expected_[i] *= length_;
      published[i] = expected_[i] + noise_ * (published[i] - honest);
    }
    std::vector<double> longer(exact.begin(), exact.end());
    for (double& value : longer) value *= length_;
    Passing::releasing(series, first, end, longer, share, published);
  }

 private:
  double noise_, length_;
};

struct Suspect {
  std::string strategy = "blocks";
  Fault fault = {};
  double epsilon = 4;
  Answer answer = {};

  static constexpr std::int64_t kUsers = 20, kVictim = 2;  // In the first block, which a tree takes in at every level.
  static constexpr Index kReleases = 5;
  static constexpr double kDelta = 1e-3;

  Promise promise() const { return {Epsilon(epsilon), Delta(kDelta), Theorem::gdp_exact, NoiseSource::simulation}; }

  void operator()(Witness& watching, std::uint64_t seed, bool replaced) const {
    SharedNoise shared(watching, fault.shared);
    Unbounded unbounded(shared, kVictim, replaced ? answer.response : 1, promise().mu().value());
    Liar liar(fault.unbounded ? static_cast<Witness&>(unbounded) : shared, fault.noise, fault.long_features ? 3 : 1);
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
      for (auto& stage : stages) stage->add(phi, !other ? Answer{1, 0} : victim ? answer : Answer{});
      raw += other ? 0 : 1;
      const bool due = fault.raw_switch ? raw > 2 * static_cast<double>(releases + 1) : k % 4 == 3;
      if (!due || releases == kReleases) continue;
      ++releases;
      for (auto& stage : stages) stage->door->release();
    }
  }

 private:
  // Responses take part only where they are what is looked at: the pair differs less in them than the budget allows.
  bool asks_for_responses() const { return fault.unbounded || !(answer.response == 0 && answer.outcome == 1); }
  Split split(int tasks) const {
    if (asks_for_responses()) return {0.4 / tasks, 0.2 / tasks, 0.4 / tasks};
    return {0.6 / tasks, 0, 0.4 / tasks};
  }

  struct Stage {
    Stage(const Suspect& suspect, std::uint64_t seed, int number, int tasks, Witness& witness)
        : vault(shape(tasks)), ledger(suspect.promise()) {
      const Fault& fault = suspect.fault;
      if (fault.exact) {
        door.emplace(vault, board, &witness);
        return;
      }
      const DoorOptions options{make_strategy(fault.reused ? "fresh" : suspect.strategy, kReleases),
                                std::vector<Split>(tasks, suspect.split(tasks)), 1, kUsers};
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
    void add(const double* phi, const Answer& answer) {
      for (int task = 0; task < vault.shape().tasks; ++task) vault.add({task, phi, 1, answer.response, answer.outcome});
      vault.end_user();
    }
    Vault vault;
    Billboard board;
    Ledger ledger;
    std::optional<Door> door;
  };
};

}  // namespace tacit::trial
