#include "tacit/privacy/sums.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tacit/core/error.h"
#include "tacit/privacy/certificate/certificate.h"
#include "tacit/privacy/certificate/certificate_check.h"
#include "tests/sums.h"

namespace tacit {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using namespace trial;

TEST(Sums, AreWhatTheDoorOfASimulationPublishes) {
  for (const std::string& name : kStrategies) {
    Vault vault(shape_of(2));
    Billboard board;
    Ledger ledger(promise());
    Door door(vault, board, ledger, options_of(name, 2), SimulationNoise(7, "noise"));
    Sums sums(shape_of(2), promise(), sums_options(name, 2), Noise::simulation, 7);
    Stream stream(1, "people"), same(1, "people");
    for (Index t = 0; t < kReleases; ++t) {
      for (int i = 0; i < 5; ++i) contribute(vault, stream), contribute(sums, same);
      door.release();
      EXPECT_EQ(sums.release().users, 5 * (t + 1));
      expect_same(sums.billboard(), board);
    }
    EXPECT_EQ(to_json(make_certificate(*sums.ledger())), to_json(make_certificate(ledger)));
  }
}

TEST(Sums, AreExactWithoutAPromise) {
  Vault vault(shape_of(2));
  Billboard board;
  Door door(vault, board);
  Sums sums(shape_of(2));
  Stream stream(1, "people"), same(1, "people");
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < 5; ++i) contribute(vault, stream), contribute(sums, same);
    door.release();
    const Release release = sums.release();
    EXPECT_EQ(release.noise, "exact");
    EXPECT_THAT(release.charges, IsEmpty());
    expect_same(sums.billboard(), board);
  }
  EXPECT_EQ(sums.ledger(), nullptr);
  EXPECT_EQ(sums.predicted(0, 0).gram, 0);
}

TEST(Sums, AnswerRequestsAsTheDoorDoes) {
  SumsOptions options = sums_options("tree", 1);
  options.splits = {{0.5, 0, 0}};
  DoorOptions for_door{options.strategy, options.splits, 1, kUsers};
  Vault vault(shape_of(1));
  Billboard board;
  Ledger ledger(promise());
  Door door(vault, board, ledger, for_door, SimulationNoise(7, "noise"));
  door.answer({0.5, 4}, SimulationNoise(7, "moments"));
  Sums later(shape_of(1), promise(), options, Noise::simulation, 7);
  later.answer({0.5, 4});
  options.requests = {0.5, 4};
  Sums at_once(shape_of(1), promise(), options, Noise::simulation, 7);
  Stream a(1, "people"), b(1, "people"), c(1, "people");
  contribute(vault, a), contribute(later, b), contribute(at_once, c);
  door.release(), later.release(), at_once.release();
  const Targets targets{Vector::Ones(kOutcomes), {}, 1};
  const Matrix expected = board.moments(0, targets).sums;
  EXPECT_EQ(later.billboard().moments(0, targets).sums, expected);
  EXPECT_EQ(at_once.billboard().moments(0, targets).sums, expected);
}

TEST(Sums, OfIntegersHaveTheNoiseOfSimulationsWithinRounding) {
  for (const bool rows : {false, true})
    for (const std::string& name : kIntegerStrategies) {
      const VaultShape shape = rows ? shape_with_rows() : shape_of(2);
      const Sums simulated(shape, zcdp(), sums_options(name, 2, true), Noise::simulation, 7);
      const Sums lattice(shape, zcdp(), sums_options(name, 2), Noise::lattice, 7);
      for (Index t = 0; t < kReleases; ++t) {
        const BillboardNoise a = simulated.predicted(1, t), b = lattice.predicted(1, t);
        EXPECT_NEAR(b.gram / a.gram, 1, 1e-4) << name;
        EXPECT_NEAR(b.response / a.response, 1, 1e-4) << name;
        EXPECT_NEAR(b.outcomes / a.outcomes, 1, 1e-4) << name;
        EXPECT_GT(b.outcomes, a.outcomes) << name;  // Rounding is paid for.
      }
    }
}

TEST(Sums, OfIntegersAreNearTheExactOnes) {
  for (const std::string& name : kIntegerStrategies) {
    Sums exact(shape_with_rows()), lattice(shape_with_rows(), zcdp(1e4), sums_options(name, 2), Noise::lattice, 7);
    Stream stream(1, "people"), same(1, "people");
    for (Index t = 0; t < kReleases; ++t) {
      for (int i = 0; i < 5; ++i) contribute(exact, stream), contribute(lattice, same);
      exact.release(), lattice.release();
      for (int task = 0; task < 2; ++task) {
        const BillboardNoise noise = lattice.billboard().noise(task);
        const double rounding = 60 * 1e-4;
        EXPECT_LT((lattice.billboard().gram(task) - exact.billboard().gram(task)).cwiseAbs().maxCoeff(),
                  7 * std::sqrt(2.0) * noise.gram + rounding);
        EXPECT_LT((lattice.billboard().response(task) - exact.billboard().response(task)).cwiseAbs().maxCoeff(),
                  7 * noise.response + rounding);
        EXPECT_LT((lattice.billboard().outcomes(task) - exact.billboard().outcomes(task)).cwiseAbs().maxCoeff(),
                  7 * noise.outcomes + rounding);
        EXPECT_LT(noise.gram, 0.1) << name;  // A budget this large hides nothing: the bounds above are narrow.
      }
    }
  }
}

TEST(Sums, TellWhatOneMeasurementHas) {
  for (const std::string& name : kIntegerStrategies) {
    Sums simulated(shape_of(1), zcdp(), sums_options(name, 1, true), Noise::simulation, 7);
    Sums lattice(shape_of(1), zcdp(), sums_options(name, 1), Noise::lattice, 7);
    simulated.end_user(), lattice.end_user();
    simulated.release(), lattice.release();
    const BillboardNoise a = simulated.billboard().measured_noise(0), b = lattice.billboard().measured_noise(0);
    EXPECT_GT(b.gram, 0) << name;
    EXPECT_NEAR(b.gram / a.gram, 1, 1e-4) << name;
    EXPECT_NEAR(b.response / a.response, 1, 1e-4) << name;
    EXPECT_NEAR(b.outcomes / a.outcomes, 1, 1e-4) << name;
  }
}

TEST(Sums, CertifyEveryBackEnd) {
  for (const Noise noise : {Noise::simulation, Noise::lattice, Noise::production})
    for (const std::string& name : kIntegerStrategies) {
      Sums sums(shape_with_rows(), promise_for(noise), sums_options(name, 2), noise, 7);
      Stream stream(1, "people");
      for (Index t = 0; t < kReleases; ++t) {
        for (int i = 0; i < 5; ++i) contribute(sums, stream);
        sums.release();
      }
      const std::string json = to_json(make_certificate(*sums.ledger()));
      const CertificateCheck verdict = check_certificate(json);
      EXPECT_THAT(verdict.reasons, IsEmpty()) << name;
      EXPECT_EQ(verdict.simulation, noise != Noise::production);
      EXPECT_NEAR(sums.ledger()->spent().value() / sums.ledger()->promise().mu().value(), 1, 1e-9) << name;
      const auto says = testing::Contains(HasSubstr("rehearsal"));
      EXPECT_EQ(testing::Value(verdict.statements, says), noise == Noise::lattice);
    }
}

TEST(Sums, RefuseNoiseThatDoesNotFitThePromise) {
  const auto make = [](const Promise& promise, Noise noise) {
    Sums(shape_of(1), promise, sums_options("tree", 1), noise, 1);
  };
  const Promise production = promise_for(Noise::production), simulation = zcdp();
  EXPECT_THROW(make(production, Noise::simulation), Error);
  EXPECT_THROW(make(production, Noise::lattice), Error);
  EXPECT_THROW(make(simulation, Noise::production), Error);
  EXPECT_THROW(make(promise(), Noise::lattice), Error);  // By the exact GDP conversion.
  EXPECT_NO_THROW(make(production, Noise::production));
}

TEST(Sums, OfProductionAreWatchedByNobody) {
  Watcher watcher;
  EXPECT_THROW(
      Sums(shape_of(1), promise_for(Noise::production), sums_options("tree", 1), Noise::production, 1, &watcher),
      Error);
}

TEST(Sums, OfIntegersCanBeWatchedAndOverwritten) {
  Watcher watcher;
  watcher.meddle = [](Index, std::span<double> published) { published[0] = 42; };
  Sums sums(shape_of(1), zcdp(), sums_options("tree", 1), Noise::lattice, 1, &watcher);
  Stream stream(1, "people");
  contribute(sums, stream);
  sums.release();
  EXPECT_THAT(watcher.events, testing::ElementsAre(HasSubstr("charged"), "releasing"));
  EXPECT_EQ(sums.billboard().gram(0)(0, 0), 42);
}

TEST(Sums, OfIntegersHaveNoMomentsOnRequestAndSayWhatToDo) {
  Sums sums(shape_of(1), zcdp(), sums_options("tree", 1), Noise::lattice, 1);
  try {
    sums.answer({0.1, 1});
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("moments=streamed"));
  }
}

TEST(Sums, RefuseStrategiesWithoutIntegersByName) {
  SumsOptions options = sums_options("tree", 1);
  options.strategy = make_strategy("blt", kMostRoundedReleases + 1);
  try {
    Sums(shape_of(1), zcdp(), options, Noise::lattice, 1);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("tree"));
  }
}

TEST(Sums, OfMoreUsersHaveFewerBits) {
  const auto bits = [](std::int64_t users) {
    SumsOptions options = sums_options("fading", 1);
    options.most_users = users;
    return Sums(shape_of(1), zcdp(), options, Noise::lattice, 1).bits()->gram;
  };
  EXPECT_EQ(bits(100'000) - bits(400'000), 1);
  EXPECT_GE(bits(1'000'000), 15);
  EXPECT_THROW(bits(std::int64_t{1} << 39), Error);
}

TEST(Sums, ChargeNobodyForAReleaseWithoutNewUsers) {
  for (const Noise noise : {Noise::simulation, Noise::lattice, Noise::production}) {
    SumsOptions options = sums_options("blocks", 1);
    options.most_users = 10;
    Sums sums(shape_of(1), promise_for(noise), options, noise, 1);
    for (int i = 0; i < 10; ++i) sums.end_user();
    EXPECT_EQ(sums.release().charges.size(), 1u);
    const double spent = sums.ledger()->spent().value();
    EXPECT_EQ(sums.release().charges.size(), 0u);
    EXPECT_EQ(sums.ledger()->spent().value(), spent);
    EXPECT_EQ(sums.billboard().releases(), 2);
  }
}

}  // namespace
}  // namespace tacit
