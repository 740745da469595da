// Sums over the steps of whole episodes, behind every kind of door.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "tacit/core/error.h"
#include "tacit/privacy/lattice_door.h"
#include "tests/episodes.h"

namespace tacit {
namespace {

using namespace trial;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();

void expect_equal(const Billboard& board, const PlainSums& plain, double tolerance) {
  EXPECT_LE((board.gram_diagonal(0) - plain.gram).cwiseAbs().maxCoeff(), tolerance);
  EXPECT_LE((board.response(0) - plain.response).cwiseAbs().maxCoeff(), tolerance);
  EXPECT_LE((board.outcomes(0) - plain.outcomes).cwiseAbs().maxCoeff(), tolerance);
}

// Sees what the sums are without noise.
class Seeing final : public Watcher {
 public:
  std::vector<double> sums;
  void expecting(std::span<const double> without_noise, std::span<const double>) override {
    sums.assign(without_noise.begin(), without_noise.end());
  }
};

TEST(SumsOfCells, AreThoseOfAPlainLoop) {
  Sums sums(shape_of_cells());
  PlainSums plain;
  Stream stream(1, "people");
  for (int user = 0; user < 500; ++user) {
    const Steps steps = random_steps(stream);
    add_episode(sums, steps);
    plain.take(steps);
    if (user % 50 == 49) sums.release();
  }
  // Where all of 1 is spent, what rounding leaves of it is below 2^-50, and its root, a weight, below 2^-25.
  expect_equal(sums.billboard(), plain, 500 * 0x1p-25);
  EXPECT_GT(plain.outcomes.minCoeff(), 1);  // Every cell and outcome was met.
  EXPECT_EQ(sums.billboard().gram(0).size(), 0);
  EXPECT_EQ(sums.billboard().gram_diagonal(0).size(), kCells);
}

TEST(SumsOfCells, AreZeroOnTheBillboardBeforeTheFirstRelease) {
  for (const EpisodeCase& c : episode_cases()) {
    const auto sums = c.make();
    add_episode(*sums, {{1, 1, 1, 0}});
    EXPECT_EQ(sums->billboard().gram_diagonal(0), Vector::Zero(kCells)) << c.name;
    EXPECT_EQ(sums->billboard().outcomes(0).norm(), 0) << c.name;
  }
}

TEST(SumsOfCells, OnTheLatticeAreThoseOfWeightsThatAreRoundedDown) {
  for (const double centre : {0.5, 0.3}) {
    VaultShape shape = shape_of_cells();
    shape.response_centre = centre;
    Seeing seeing;
    Sums sums(shape, promise_for(Noise::lattice), sums_options("blocks", 1), Noise::lattice, 7, &seeing);
    const int bits = sums.bits()->gram;
    PlainSums plain;
    EpisodeMeter meter(kCells);
    Stream stream(1, "people");
    for (int user = 0; user < 50; ++user) {
      const Steps steps = random_steps(stream);
      const std::vector<double> weights = add_episode(sums, steps);
      for (std::size_t i = 0; i < steps.size(); ++i) {
        const double weight = meter.weigh(steps[i].cell, steps[i].limit);
        EXPECT_EQ(weights[i], std::ldexp(std::floor(std::ldexp(weight, bits)), -bits));
      }
      meter.end_user();
      plain.take(steps, std::ldexp(std::round(std::ldexp(centre, 16)), -16), bits);
    }
    sums.release();
    // Sums of multiples of 2^-38 are exact in doubles.
    Index at = 0;
    for (int i = 0; i < kCells; ++i) EXPECT_EQ(seeing.sums[at++], plain.gram[i]);
    for (int i = 0; i < kCells; ++i) EXPECT_EQ(seeing.sums[at++], plain.response[i]);
    for (int o = 0; o < kNexts; ++o)
      for (int i = 0; i < kCells; ++i) EXPECT_EQ(seeing.sums[at++], plain.outcomes(o, i));
  }
}

TEST(SumsOfCells, WeighStepsWithoutALookAtRewardsAndNextStates) {
  for (const EpisodeCase& c : episode_cases()) {
    const auto sums = c.make();
    Stream stream(1, "people"), others(2, "rewards");
    for (int user = 0; user < 20; ++user) {
      Steps steps = random_steps(stream);
      const std::vector<double> weights = add_episode(*sums, steps);
      for (Step& step : steps) step.reward = others.uniform(), step.next = static_cast<Index>(others.below(kNexts));
      EXPECT_EQ(add_episode(*sums, steps), weights) << c.name;
    }
  }
}

TEST(SumsOfCells, NeverThrowOnValuesAndNeverLeaveTheBounds) {
  const double wild[] = {0, 1, -1, 0.3, 2, -1e9, 1e308, 1e-308, kNaN, kInfinity, -kInfinity};
  const Index places[] = {-1, 0, 1, 2, kCells, std::numeric_limits<Index>::max(), std::numeric_limits<Index>::min()};
  Stream stream(1, "wild");
  for (int trial = 0; trial < 500; ++trial) {
    Sums sums(shape_of_cells());
    LatticeVault integers(shape_of_cells(), {}, 10);
    Steps steps(8);
    for (Step& s : steps)
      s = {places[stream.below(7)], wild[stream.below(11)], wild[stream.below(11)], places[stream.below(7)]};
    ASSERT_NO_THROW(add_episode(sums, steps));
    ASSERT_NO_THROW(add_episode(integers, steps));
    sums.release();
    ASSERT_TRUE(sums.billboard().gram_diagonal(0).norm() <= 1 + 1e-15);
    ASSERT_TRUE(sums.billboard().response(0).norm() <= 0.5 + 1e-15);
    ASSERT_TRUE(sums.billboard().outcomes(0).norm() <= 1 + 1e-15);
  }
}

TEST(SumsOfCells, HaveTheNoiseThatIsStated) {
  constexpr int kMany = 4000;
  for (const Noise noise : {Noise::simulation, Noise::lattice}) {
    Sums sums(shape_of_cells(kMany), promise_for(noise), sums_options("blocks", 1), noise, 7);
    sums.end_user();
    sums.release();
    const Billboard& board = sums.billboard();
    const auto variance = [](const auto& values, double deviation) {
      return (values.array() / deviation).square().mean();
    };
    const double most = 5 * std::sqrt(2.0 / kMany);  // Five deviations of a mean of squares; 2 would be far outside.
    EXPECT_NEAR(variance(board.gram_diagonal(0), board.noise(0).gram), 1, most);
    EXPECT_NEAR(variance(board.response(0), board.noise(0).response), 1, most);
    EXPECT_NEAR(variance(board.outcomes(0), board.noise(0).outcomes), 1, most);
  }
}

// Three parts with shares of 0.5, 0.2 and 0.3 of one release: calibrated together, they cost all of the promise.
TEST(SumsOfCells, AreChargedForAllOfTheirBudgetAndNoMore) {
  for (const Noise noise : {Noise::simulation, Noise::lattice})
    for (const Adjacency adjacency : {Adjacency::replace_one, Adjacency::add_remove}) {
      const Promise promise = tacit::promise_for(noise, Epsilon(1), Delta(1e-6), Theorem::zcdp_tight, adjacency);
      Sums sums(shape_of_cells(), promise, sums_options("blocks", 1), noise, 7);
      sums.end_user();
      sums.release();
      EXPECT_NEAR(sums.ledger()->spent().value() / promise.mu().value(), 1, 1e-9);
    }
}

TEST(SumsOfCells, AreReleasedBetweenUsersOnly) {
  for (const EpisodeCase& c : episode_cases()) {
    const auto sums = c.make(), other = c.make();
    other->end_user();
    const Release release = other->release();
    const SealedBlock sealed = other->sealed();
    sums->add(contribution_of({0, 0.1, 1, 0}));
    EXPECT_THROW(sums->release(), Defect) << c.name;
    EXPECT_THROW(sums->resume(release, &sealed), Defect) << c.name;
    sums->add(contribution_of({1, 0.1, 1, 0}));
    sums->end_user();
    EXPECT_NO_THROW(sums->release()) << c.name;
  }
}

TEST(SumsOfCells, AreOfOneTaskWithCountedOutcomes) {
  const auto refused = [](const std::function<void(VaultShape&)>& change) {
    VaultShape shape = shape_of_cells();
    change(shape);
    EXPECT_THROW(Vault{shape}, Defect);
    EXPECT_THROW(LatticeVault(shape, {}, 10), Defect);
  };
  EXPECT_NO_THROW(Vault{shape_of_cells()});
  refused([](VaultShape& s) { s.tasks = 2; });
  refused([](VaultShape& s) { s.outcomes = s.outcome_tasks = 0; });
  refused([](VaultShape& s) { s.outcome_tasks = 0; });
  refused([](VaultShape& s) { s.mixed = true; });
  refused([](VaultShape& s) { s.rows = std::make_shared<const Matrix>(Matrix::Identity(kCells, kCells)); });
}

TEST(SumsOfCells, TakeNoCrowds) {
  Vault vault(shape_of_cells());
  LatticeVault integers(shape_of_cells(), {}, 10);
  EXPECT_THROW(vault.add_crowd({}), Defect);
  EXPECT_THROW(integers.add_crowd({}), Defect);
}

// With bits of their own the sums of a step would be those of three weights, and orthogonality would be lost.
TEST(SumsOfCells, HaveTheSameBitsForAllSums) {
  EXPECT_NO_THROW(LatticeVault(shape_of_cells(), {12, 12, 12}, 10));
  for (const LatticeBits& bits : {LatticeBits{13, 12, 12}, LatticeBits{12, 13, 12}, LatticeBits{12, 12, 11}})
    EXPECT_THROW(LatticeVault(shape_of_cells(), bits, 10), Error);
  const LatticeBits most = *sums_of_cells(Noise::lattice, "fading")->bits();
  EXPECT_TRUE(most.gram == most.response && most.gram == most.outcomes);
}

// A step adds at most 1 to a sum: whoever adds the most in every cell stays within 62 bits, and so says `fits`.
TEST(SumsOfCells, FitTheLatticeWhateverUsersDo) {
  SumsOptions options = sums_options("fading", 1);
  options.most_users = std::int64_t{1} << 28;
  const VaultShape shape = shape_of_cells();
  const Sums sums(shape, promise_for(Noise::lattice), options, Noise::lattice, 7);
  LatticeBits bits = *sums.bits();
  const LatticeLoad load{options.most_users, 1, 1, {}};
  EXPECT_TRUE(fits(shape, bits, load));
  bits.gram = bits.response = bits.outcomes = 18;
  EXPECT_TRUE(fits(shape, bits, {std::int64_t{1} << 27, 1, 1, {}}));
  EXPECT_FALSE(fits(shape, bits, {std::int64_t{1} << 28, 1, 1, {}}));  // Responses: 18 + 16 + 28 bits.
}

TEST(SumsOfCells, OnTheLatticeAreCalibratedToTheCentreThatTheyHave) {
  VaultShape shape = shape_of_cells(), rounded = shape;
  shape.response_centre = 0.3;
  rounded.response_centre = std::round(0.3 * 65536) / 65536;
  const Precisions p{0, 1, 0};
  EXPECT_EQ(stacked_sensitivity(shape, LatticeBits{}, Adjacency::replace_one, p),
            stacked_sensitivity(rounded, Adjacency::replace_one, p));
  EXPECT_NE(stacked_sensitivity(shape, Adjacency::replace_one, p),
            stacked_sensitivity(rounded, Adjacency::replace_one, p));
}

}  // namespace
}  // namespace tacit
