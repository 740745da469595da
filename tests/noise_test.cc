// Agents over the kinds of noise: what a run with the integers of a deployment gives, and what it says of itself.
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tacit/agents/catalog.h"
#include "tacit/core/error.h"
#include "tacit/lab/experiment/json.h"
#include "tacit/lab/experiment/runner.h"
#include "tacit/lab/experiment/summary.h"
#include "tacit/privacy/certificate/certificate_check.h"

namespace tacit {
namespace {

RunSpec spec_of(const std::string& env, const std::string& agent, Noise noise, std::int64_t episodes) {
  RunSpec spec;
  spec.env = env, spec.agent = agent, spec.noise = noise, spec.episodes = episodes, spec.epsilon = 1;
  return spec;
}

TEST(Noise, LatticeIsRepeatedFromItsSeedAndProductionIsNot) {
  const auto regret = [](Noise noise) {
    return run_experiment(spec_of("simplex", "dp-block-ucb", noise, 5000)).runs.front().final_regret();
  };
  EXPECT_EQ(regret(Noise::lattice), regret(Noise::lattice));
  EXPECT_NE(regret(Noise::production), regret(Noise::production));
}

TEST(Noise, CertificatesOfEveryKindHold) {
  for (const AgentEntry& entry : agents()) {
    if (!entry.is_private()) continue;
    for (const Noise noise : {Noise::simulation, Noise::lattice, Noise::production}) try {
        const ExperimentRecord record = run_experiment(spec_of("simplex", entry.name, noise, 3000));
        EXPECT_THAT(check_certificate(record.runs.front().certificate).reasons, testing::IsEmpty())
            << entry.name << " " << to_text(noise);
        EXPECT_LE(record.runs.front().epsilon_spent, 1 + 1e-9) << entry.name;
        EXPECT_EQ(nlohmann::json::parse(to_json(record))["privacy"]["noise"], to_text(noise));
      } catch (const Error& error) {
        EXPECT_NE(noise, Noise::simulation) << entry.name << ": " << error.what();
        EXPECT_THAT(error.what(), testing::HasSubstr("moments")) << entry.name;
      }
  }
}

TEST(Noise, IsRefusedWhereNothingIsPromised) {
  RunSpec spec = spec_of("simplex", "block-ucb", Noise::lattice, 100);
  spec.epsilon.reset();
  EXPECT_THROW(run_experiment(spec), Error);
}

// At equal mu: the promise of integers is by zCDP, so their epsilon is larger for the same mu.
TEST(SlowNoise, LatticeCostsNoMoreRegretThanSimulation) {
  constexpr int kSeeds = 8;
  for (const char* env : {"coach", "simplex"}) {
    RunSpec spec = spec_of(env, "dp-block-ucb", Noise::simulation, 100000);
    spec.runs = kSeeds;
    const ExperimentRecord simulated = run_experiment(spec);
    const double mu = simulated.promise->mu().value();
    spec.noise = Noise::lattice;
    spec.epsilon =
        Promise(Mu(mu), simulated.promise->delta(), Theorem::zcdp_tight, NoiseSource::simulation).epsilon().value();
    const ExperimentRecord integers = run_experiment(spec);
    EXPECT_NEAR(integers.promise->mu().value() / mu, 1, 1e-6);
    const double plain = summarise(simulated).mean_regret, lattice = summarise(integers).mean_regret;
    fmt::print("{}: simulation {:.0f}, lattice {:.0f}, {:+.1f} %\n", env, plain, lattice, 100 * (lattice / plain - 1));
    EXPECT_LT(lattice, 1.1 * plain) << env;
  }
}

}  // namespace
}  // namespace tacit
