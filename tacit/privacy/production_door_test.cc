#include "tacit/privacy/production_door.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "tacit/core/error.h"
#include "tacit/core/rng.h"
#include "tacit/privacy/certificate/certificate.h"
#include "tacit/privacy/certificate/certificate_check.h"
#include "tacit/privacy/release/release_catalog.h"
#include "tests/statistics.h"

namespace tacit {
namespace {

using testing::IsEmpty;
using trial::standard_errors;

// Production noise has no seed. These limits are therefore wide: seven standard errors, wrong once in 10^11 runs.
constexpr double kUnseeded = 7;
constexpr Index kReleases = 5, kDimension = 2, kOutcomes = 2;
constexpr std::int64_t kUsers = 100;
constexpr LatticeBits kBits{10, 8, 8, 10};
const std::vector<std::pair<std::string, Assignments>> kStrategies = {
    {"blocks", {}}, {"fresh", {}}, {"tree", {}}, {"factorised", {{"coefficients", "rounded"}}}};

VaultShape shape_of(int tasks) {
  VaultShape shape;
  shape.tasks = shape.outcome_tasks = tasks;
  shape.dimension = kDimension;
  shape.outcomes = kOutcomes;
  return shape;
}

Promise promise(Adjacency adjacency = Adjacency::replace_one) {
  return {Epsilon(2), Delta(1e-6), Theorem::zcdp_tight, NoiseSource::production, adjacency};
}

std::vector<Split> splits(int tasks) { return std::vector<Split>(tasks, {0.5 / tasks, 0.2 / tasks, 0.3 / tasks}); }

struct Production {
  Production(const VaultShape& shape, const Strategy& strategy, std::vector<Split> shares, const Promise& given,
             LatticeBits bits = kBits)
      : vault(shape, bits, kUsers), ledger(given), door(vault, board, ledger, {strategy, std::move(shares)}, noise) {}
  Production(const VaultShape& shape, const Strategy& strategy)
      : Production(shape, strategy, splits(shape.tasks), promise()) {}

  LatticeVault vault;
  Billboard board;
  Ledger ledger;
  ProductionNoise noise;
  ProductionDoor door;
};

template <typename AnyVault>
void contribute(AnyVault& vault, Stream& stream) {
  std::vector<double> phi(kDimension);
  for (int task = 0; task < vault.shape().tasks; ++task) {
    for (double& v : phi) v = stream.normal();
    vault.add({task, phi.data(), stream.uniform(), stream.uniform(), static_cast<Index>(stream.below(kOutcomes))});
  }
  vault.end_user();
}

Matrix outcomes(const Billboard& board, int task) {
  return board.moments(task, {Matrix::Identity(kOutcomes, kOutcomes), {}, kOutcomes}).sums;
}

// The largest distance from what the exact door publishes, over noise and rounding.
double worst_distance(const std::string& name, const Assignments& options, double response_shift = 0) {
  Production run(shape_of(3), make_strategy(name, kReleases, options));
  Vault vault(shape_of(3));
  Billboard board;
  Door door(vault, board);
  Stream stream(1, "people"), same(1, "people");
  double worst = 0;
  for (Index t = 0; t < kReleases; ++t) {
    for (int i = 0; i < 20; ++i) contribute(run.vault, stream), contribute(vault, same);
    run.door.release(), door.release();
    const double users = static_cast<double>(board.users());
    const double rounding = users * (2 * std::sqrt(2.0) * 0x1p-10 + 0x1p-8 + 0x1p-8);
    for (int task = 0; task < 3; ++task) {
      const BillboardNoise noise = run.board.noise(task);
      const auto see = [&](const Matrix& a, const Matrix& b, double std) {
        worst = std::max(worst, ((a - b).cwiseAbs().maxCoeff() - rounding) / std);
      };
      see(run.board.gram(task), board.gram(task), std::sqrt(2.0) * noise.gram);
      see(run.board.response(task), board.response(task).array() + response_shift, noise.response);
      see(outcomes(run.board, task), outcomes(board, task), noise.outcomes);
    }
  }
  return worst;
}

TEST(ProductionDoor, AgreesWithTheExactDoorWithinNoiseAndRounding) {
  for (const auto& [name, options] : kStrategies) {
    EXPECT_LT(worst_distance(name, options), kUnseeded) << name;
    EXPECT_GT(worst_distance(name, options, 1e3), kUnseeded) << name;
  }
}

TEST(ProductionDoor, HasThePredictedNoiseOnEachStatistic) {
  constexpr int kTasks = 3000;
  for (const auto& [name, options] : kStrategies) {
    LatticeBits bits{8, 6, 6, 0};  // A coarse lattice leaves room for the noise of so many tasks.
    Production run(shape_of(kTasks), make_strategy(name, kReleases, options), splits(kTasks), promise(), bits);
    for (Index t = 0; t < kReleases; ++t) {
      run.vault.end_user();
      run.door.release();
      const BillboardNoise noise = run.door.predicted(5, t);
      double off = 0, diagonal = 0, response = 0, outcome = 0;
      for (int task = 0; task < kTasks; ++task) {
        off += std::pow(run.board.gram(task)(0, 1), 2) / kTasks;
        diagonal += run.board.gram(task).diagonal().squaredNorm() / (2 * kTasks);
        response += run.board.response(task).squaredNorm() / (2 * kTasks);
        outcome += outcomes(run.board, task).squaredNorm() / (4 * kTasks);
      }
      const auto errors = [](double measured, double std, double draws) {
        return standard_errors(measured, std * std, std * std * std::sqrt(2.0), draws);
      };
      EXPECT_LT(errors(off, noise.gram, kTasks), kUnseeded) << name;
      EXPECT_LT(errors(diagonal, std::sqrt(2.0) * noise.gram, 2 * kTasks), kUnseeded) << name;
      EXPECT_LT(errors(response, noise.response, 2 * kTasks), kUnseeded) << name;
      EXPECT_LT(errors(outcome, noise.outcomes, 4 * kTasks), kUnseeded) << name;
      EXPECT_GT(errors(outcome, noise.outcomes / 0.9, 4 * kTasks), kUnseeded) << name;
      EXPECT_GT(errors(diagonal, noise.gram, 2 * kTasks), kUnseeded) << name;
    }
  }
}

TEST(ProductionDoor, PredictsTheNoiseOfPartsThatArePaidOneByOne) {
  const Strategy tree = make_strategy("tree", kReleases);
  const Production run(shape_of(2), tree);
  const auto delta = Sensitivities::of(Adjacency::replace_one, shape_of(2).non_negative_features, 0.5);
  const Split split = splits(2)[1];
  for (Index t = 0; t < kReleases; ++t) {
    const double unit = tree.prefix_std[t] / promise().mu().value();
    const BillboardNoise noise = run.door.predicted(1, t);
    EXPECT_NEAR(noise.gram, unit * delta.gram / std::sqrt(2 * split.gram), 1e-12 * noise.gram);
    EXPECT_NEAR(noise.response, unit * delta.response / std::sqrt(split.response), 1e-12 * noise.response);
    EXPECT_NEAR(noise.outcomes, unit * delta.outcomes / std::sqrt(split.outcomes), 1e-12 * noise.outcomes);
  }
}

TEST(ProductionDoor, SpendsThePromiseAndCertifiesIt) {
  for (const Adjacency adjacency : {Adjacency::replace_one, Adjacency::add_remove})
    for (const auto& [name, options] : kStrategies) {
      Production run(shape_of(2), make_strategy(name, kReleases, options), splits(2), promise(adjacency));
      Stream stream(2, "people");
      for (Index t = 0; t < kReleases; ++t) {
        for (int i = 0; i < 20; ++i) contribute(run.vault, stream);
        run.door.release();
      }
      EXPECT_NEAR(run.ledger.spent().value() / run.ledger.promise().mu().value(), 1, 1e-9) << name;
      const std::string json = to_json(make_certificate(run.ledger));
      EXPECT_THAT(check_certificate(json).reasons, IsEmpty()) << name;
      EXPECT_EQ(nlohmann::json::parse(json)["noise"], "production");
    }
}

TEST(ProductionDoor, ChargesTheSensitivitiesOfTheLattice) {
  Production run(shape_of(1), make_strategy("blocks", 1));
  run.vault.end_user();
  run.door.release();
  const auto statistics = run.ledger.mechanisms()[0].declared.statistics;
  ASSERT_EQ(statistics.size(), 3u);
  EXPECT_NEAR(statistics[0].sensitivity, std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(statistics[1].sensitivity, 1, 1e-12);
  EXPECT_NEAR(statistics[2].sensitivity, 2, 1e-12);
  double squares = 0;
  for (const auto& s : statistics) squares += std::pow(s.sensitivity / s.noise_scale, 2);
  EXPECT_NEAR(run.ledger.runs()[0].charge.mu(), std::sqrt(squares), 1e-12);
}

TEST(ProductionDoor, RefusesAPromiseForSimulationNoise) {
  const Promise simulation(Epsilon(1), Delta(1e-6), Theorem::zcdp_tight, NoiseSource::simulation);
  EXPECT_THROW(Production(shape_of(1), make_strategy("blocks", 1), splits(1), simulation), Error);
}

TEST(ProductionDoor, RefusesStrategiesWithoutIntegers) {
  for (const char* name : {"exact", "toeplitz", "blt", "factorised"})
    EXPECT_THROW(Production(shape_of(1), make_strategy(name, kReleases)), Error) << name;
}

TEST(KnownBad, AFactorisationThatCouldOverflowIsRefusedBeforeAnyData) {
  // With the bits that suffice for plain sums, the multiples of a factorisation leave 64 bits for some data only.
  const LatticeBits plain{15, 10, 10, 0};
  LatticeVault vault(shape_of(1), plain, 1'000'000);
  Billboard board;
  Ledger ledger(promise());
  ProductionNoise noise;
  const Strategy factorised = make_strategy("factorised", 4, {{"coefficients", "rounded"}});
  EXPECT_THROW(ProductionDoor(vault, board, ledger, {factorised, splits(1)}, noise), Error);
  EXPECT_NO_THROW(ProductionDoor(vault, board, ledger, {make_strategy("tree", 4), splits(1)}, noise));
}

TEST(ProductionDoor, OverBudgetItLeavesTheBillboardUntouched) {
  Production run(shape_of(1), make_strategy("blocks", kReleases));
  run.ledger.charge({"someone else", 1, 1 / (0.9 * run.ledger.promise().mu().value()), 0, kUsers});
  Stream stream(3, "people");
  contribute(run.vault, stream);
  EXPECT_THROW(run.door.release(), BudgetExceeded);
  EXPECT_EQ(run.board.releases(), 0);
  EXPECT_EQ(run.board.gram(0).norm(), 0);
  EXPECT_THAT(run.door.measured(), IsEmpty());
}

TEST(ProductionDoor, OverBudgetItBooksNoPartOfTheRelease) {
  // The Gram matrix would still fit, the responses do not.
  Production run(shape_of(1), make_strategy("blocks", kReleases));
  run.ledger.charge({"someone else", 1, 1 / (std::sqrt(0.4) * run.ledger.promise().mu().value()), 0, 1});
  const double left = run.ledger.left(0, 1).value();
  run.vault.end_user(), run.vault.end_user();
  for (int attempt = 0; attempt < 3; ++attempt) EXPECT_THROW(run.door.release(), BudgetExceeded);
  EXPECT_EQ(run.ledger.left(0, 1).value(), left);
  EXPECT_EQ(run.ledger.left(1, 2).value(), run.ledger.left(2, 3).value());
  EXPECT_EQ(run.ledger.runs().size(), 1u);
}

TEST(KnownBad, AProductionReleaseInTheMiddleOfAUserIsRefused) {
  Production run(shape_of(1), make_strategy("blocks", kReleases));
  const double phi[] = {1, 0};
  run.vault.add({0, phi});
  EXPECT_THROW(run.door.release(), Defect);
}

// The patterns that the four low bits of the released integers take, for one user with these features in every task.
std::set<std::uint64_t> low_bits(const Split& part, double feature) {
  constexpr int kTasks = 8000;
  const std::vector<Split> shares(kTasks, {part.gram / kTasks, part.response / kTasks, part.outcomes / kTasks});
  VaultShape shape = shape_of(kTasks);
  shape.dimension = 1;
  Production run(shape, make_strategy("blocks", 1), shares, promise(), {8, 6, 6, 0});
  for (int task = 0; task < kTasks; ++task) run.vault.add({task, &feature, 1, 1, 0});
  run.vault.end_user();
  run.door.release();
  std::set<std::uint64_t> seen;
  for (const std::int64_t number : run.door.measured()) seen.insert(static_cast<std::uint64_t>(number) & 15);
  return seen;
}

TEST(ProductionDoor, ReachesEveryLowBitPatternFromNeighbouringInputs) {
  // A pattern misses 8000 draws with chance (15/16)^8000. Without noise there would be one pattern, or two.
  for (const double feature : {0.0, 0.3, 1.0}) {
    EXPECT_EQ(low_bits({1, 0, 0}, feature).size(), 16u);
    EXPECT_EQ(low_bits({0, 1, 0}, feature).size(), 16u);
    EXPECT_EQ(low_bits({0, 0, 1}, feature).size(), 16u);
  }
}

TEST(ProductionDoor, PublishesFunctionsOfTheReleasedIntegers) {
  Production run(shape_of(1), make_strategy("blocks", 1));
  Stream stream(4, "people");
  contribute(run.vault, stream);
  run.door.release();
  const auto measured = run.door.measured();
  EXPECT_EQ(run.board.gram(0)(0, 0), std::ldexp(static_cast<double>(measured[0]), -(2 * 10 + 8)));
  EXPECT_EQ(run.board.gram(0)(0, 1), std::ldexp(static_cast<double>(measured[1]), -(2 * 10 + 8)));
  EXPECT_EQ(run.board.response(0)(1), std::ldexp(static_cast<double>(measured[4]), -(10 + 8 + 8)));
  EXPECT_EQ(outcomes(run.board, 0)(0, 1), std::ldexp(static_cast<double>(measured[7]), -(10 + 8)));
}

}  // namespace
}  // namespace tacit
