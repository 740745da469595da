// Runs that stop and go on from their releases.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <stdexcept>

#include "tacit/core/error.h"
#include "tacit/privacy/certificate/certificate.h"
#include "tacit/privacy/release/factorised.h"
#include "tacit/privacy/release_file.h"
#include "tacit/privacy/witness.h"
#include "tests/stored_sums.h"
#include "tests/sums.h"

namespace tacit {
namespace {

using testing::HasSubstr;
using namespace trial;

using Make = std::function<std::unique_ptr<Sums>()>;
struct Case {
  std::string name;
  Make make;
  bool seeded;
};

const std::vector<std::string> kTwoKinds = {"blocks", "fading"};  // That read one block, and earlier ones.

std::vector<Case> cases(const std::vector<std::string>& strategies = kTwoKinds) {
  std::vector<Case> all = {{"exact", [] { return std::make_unique<Sums>(shape_with_rows()); }, true}};
  for (const Noise noise : {Noise::simulation, Noise::lattice, Noise::production})
    for (const std::string& name : strategies)
      all.push_back({to_text(noise) + " " + name,
                     [=] {
                       return std::make_unique<Sums>(shape_with_rows(), promise_for(noise), sums_options(name, 2),
                                                     noise, 7);
                     },
                     noise != Noise::production});
  return all;
}

void block(Sums& sums, Stream& stream) {
  for (int i = 0; i < 5; ++i) contribute(sums, stream);
}

Stored run(Sums& sums, Stream& stream, int releases) {
  return trial::run(sums, releases, [&](Sums& all) { block(all, stream); });
}

TEST(ResumedSums, StandWhereTheOthersStood) {
  for (const Case& c : cases(kIntegerStrategies)) {
    const auto first = c.make(), second = c.make();
    Stream stream(1, "people");
    resume(*second, run(*first, stream, 3));
    EXPECT_EQ(second->users(), first->users());
    expect_same(second->billboard(), first->billboard());
    EXPECT_EQ(certified(*second), certified(*first)) << c.name;
  }
}

TEST(ResumedSums, GoOnBitForBitWithSeededNoise) {
  for (const Case& c : cases(kIntegerStrategies)) {
    if (!c.seeded) continue;
    const auto first = c.make(), second = c.make();
    Stream stream(1, "people");
    resume(*second, run(*first, stream, 3));
    Stream same = stream;
    for (Index t = 3; t < kReleases; ++t) {
      block(*first, stream), block(*second, same);
      EXPECT_EQ(first->release(), second->release()) << c.name;
      expect_same(second->billboard(), first->billboard());
    }
    EXPECT_EQ(certified(*second), certified(*first)) << c.name;
  }
}

// What a measurement of production has in it besides noise: that of a rehearsal from the same sums is known.
TEST(ResumedSums, OfProductionReadTheSameEarlierBlocks) {
  for (const std::string& name : kIntegerStrategies) {
    const auto make = [&] {
      return std::make_unique<Sums>(shape_with_rows(), promise_for(Noise::production), sums_options(name, 2),
                                    Noise::production, 0);
    };
    const auto first = make(), second = make();
    Stream stream(1, "people");
    resume(*second, run(*first, stream, 3));
    Stream same = stream;
    block(*first, stream), block(*second, same);
    first->release(), second->release();
    for (int task = 0; task < 2; ++task) {
      const double noise = first->billboard().noise(task).response;
      EXPECT_LT((first->billboard().response(task) - second->billboard().response(task)).cwiseAbs().maxCoeff(),
                2 * 7 * noise);
      EXPECT_NE(first->billboard().response(task), second->billboard().response(task)) << name;
    }
  }
}

// What a service finds again when it was killed after each step of the third release.
TEST(ResumedSums, SurviveAKillAfterEveryStep) {
  for (const Case& c : cases()) {
    for (const char* killed : {"before reserve", "after reserve", "after draw", "after publish"}) {
      const auto whole = c.make(), first = c.make(), second = c.make();
      Stream stream(1, "people");
      Stored stored = run(*first, stream, 2);
      Stream unreleased = stream;
      block(*first, stream);
      std::string sealed, drawn;
      const std::string step = killed;
      if (step != "before reserve") sealed = SealedBlockFile::to_json(first->reserve());
      if (step == "after draw" || step == "after publish") drawn = to_json(first->draw());
      if (step == "after publish") first->publish();

      resume(*second, stored);
      if (!drawn.empty()) {
        const SealedBlock again = SealedBlockFile::read(sealed);
        second->resume(read_release(drawn), &again);
      } else if (!sealed.empty()) {
        second->reserve(SealedBlockFile::read(sealed));
        second->draw();
        second->publish();
      } else {
        block(*second, unreleased);  // Taken again.
        second->release();
      }
      Stream people(1, "people");
      run(*whole, people, 3);
      EXPECT_EQ(certified(*second), certified(*whole)) << c.name << killed;
      if (c.seeded) expect_same(second->billboard(), whole->billboard());
      EXPECT_TRUE(drawn.empty() || second->newest() == read_release(drawn)) << c.name;
    }
  }
}

TEST(ResumedSums, AreReservedDrawnAndPublishedInThisOrder) {
  for (const Case& c : cases()) {
    const auto sums = c.make();
    EXPECT_THROW(sums->draw(), Error);
    EXPECT_THROW(sums->publish(), Error);
    sums->reserve();
    EXPECT_THROW(sums->reserve(), Error);
    EXPECT_THROW(sums->publish(), Error);
    sums->draw();
    EXPECT_THROW(sums->draw(), Error) << "a second draw would be another answer";
    EXPECT_THROW(sums->release(), Error);
    sums->publish();
    EXPECT_NO_THROW(sums->release());
  }
}

// Why a release is refused; and nothing has changed by that: the honest one is taken after it.
std::string refusal(const Case& c, const std::function<void(Release&)>& tamper) {
  const auto first = c.make(), second = c.make();
  Stream stream(1, "people");
  block(*first, stream);
  const Release honest = first->release();
  const SealedBlock sealed = first->sealed();
  Release changed = honest;
  tamper(changed);
  std::string field;
  try {
    second->resume(changed, &sealed);
  } catch (const Error& error) {
    field = error.field();
  }
  EXPECT_EQ(second->billboard().releases(), 0) << c.name;
  EXPECT_EQ(second->users(), 0) << c.name;
  EXPECT_TRUE(!second->ledger() || second->ledger()->releases() == 0) << c.name;
  EXPECT_NO_THROW(second->resume(honest, &sealed)) << c.name;
  return field;
}

TEST(ResumedSums, RefuseWhatIsNotTheirNextRelease) {
  for (const Case& c : cases()) {
    EXPECT_EQ(refusal(c, [](Release& r) { r.number = 1; }), "release.number");
    EXPECT_EQ(refusal(c, [](Release& r) { r.users = -1; }), "release.users");
    EXPECT_EQ(refusal(c, [](Release& r) { r.users += 1; }), "sealed.users");
    EXPECT_EQ(refusal(c, [](Release& r) { r.noise = "none"; }), "release.noise");
    EXPECT_EQ(refusal(c, [](Release& r) { r.mechanism[0] = 'x'; }), "release.mechanism");
    EXPECT_EQ(refusal(c, [](Release& r) { r.values.push_back(0); }), "release.values");
    EXPECT_EQ(refusal(c, [](Release& r) { r.integers.push_back(0); }), "release.integers");
    EXPECT_EQ(refusal(c, [](Release& r) { r.charges.push_back({"more", 1, 1, 0, 1}); }), "release.charges");
  }
}

TEST(ResumedSums, RefuseAReleaseOfOtherSums) {
  Sums other(shape_with_rows(), zcdp(2), sums_options("tree", 2), Noise::lattice, 7);
  other.end_user();
  const Release release = other.release();
  Sums sums(shape_with_rows(), zcdp(1), sums_options("tree", 2), Noise::lattice, 7);
  const SealedBlock sealed = other.sealed();
  EXPECT_THROW(sums.resume(release, &sealed), Error);
}

TEST(ResumedSums, OfASimulationNoticeValuesOfAnotherSeed) {
  Sums first(shape_of(1), promise(), sums_options("tree", 1), Noise::simulation, 7);
  Sums second(shape_of(1), promise(), sums_options("tree", 1), Noise::simulation, 8);
  first.end_user();
  const Release release = first.release();
  const SealedBlock sealed = first.sealed();
  EXPECT_THROW(second.resume(release, &sealed), Error);
  EXPECT_THROW(second.release(), Error);  // Shut.
}

TEST(ResumedSums, AskForTheSealedBlockWhereItIsRead) {
  for (const Case& c : cases(kIntegerStrategies)) {
    const auto first = c.make(), second = c.make();
    first->end_user();
    const Release release = first->release();
    if (first->needs_sealed())
      EXPECT_THROW(second->resume(release), Error) << c.name;
    else
      EXPECT_NO_THROW(second->resume(release)) << c.name;
    EXPECT_EQ(first->needs_sealed(), c.name != "lattice blocks" && c.name != "production blocks") << c.name;
  }
}

TEST(ResumedSums, TakeReleasesBeforeUsers) {
  for (const Case& c : cases()) {
    const auto first = c.make(), second = c.make();
    first->end_user();
    const Release release = first->release();
    const SealedBlock sealed = first->sealed();
    second->end_user();
    EXPECT_THROW(second->resume(release, &sealed), Error) << c.name;
  }
}

// Two factorisations of one size whose longest columns are alike: users of the first block would be charged once and
// counted by two sets of coefficients.
TEST(ResumedSums, RefuseAReleaseOfAnotherFactorisation) {
  const auto with = [](double diagonal, double below) {
    Matrix C = Matrix::Identity(2, 2);
    C(0, 0) = diagonal, C(1, 0) = below;
    SumsOptions options = sums_options("blocks", 2);
    options.strategy = factorised_strategy(C);
    return std::make_unique<Sums>(shape_with_rows(), promise_for(Noise::lattice), options, Noise::lattice, 7);
  };
  const auto first = with(1, 0), same = with(1, 0), other = with(0.625, 0.75);
  Stream stream(1, "people");
  block(*first, stream);
  const Release release = first->release();
  const SealedBlock sealed = first->sealed();
  EXPECT_NO_THROW(same->resume(release, &sealed));
  EXPECT_THROW(other->resume(release, &sealed), Error);
}

TEST(ResumedSums, AreNoneThatAnswerRequests) {
  VaultShape shape;
  shape.dimension = 2, shape.outcomes = 2, shape.outcome_tasks = 1;
  const auto make = [&] {
    SumsOptions options = sums_options("blocks", 2);
    options.splits = {{0.5, 0, 0}};
    options.requests = Requests{0.5, 1};
    return std::make_unique<Sums>(shape, promise_for(Noise::simulation), options, Noise::simulation, 7);
  };
  const auto first = make(), second = make();
  const Release release = first->release();
  const SealedBlock sealed = first->sealed();
  EXPECT_THROW(second->resume(release, &sealed), Error);
  EXPECT_THROW(second->reserve(sealed), Error);
}

/// Fails while a release is published.
class Clumsy final : public Witness {
 public:
  void contributed(std::int64_t, const Contribution&, const VaultShape&) override {}
  void touching(std::int64_t, std::int64_t, std::int64_t, double) override {}
  void charged(const Charge&) override {}
  void releasing(std::int64_t, std::int64_t, std::int64_t, std::span<const double>, double,
                 std::span<double>) override {
    throw std::runtime_error("no memory");
  }
};

TEST(ResumedSums, StayShutAfterAReleaseThatFailed) {
  for (const Noise noise : {Noise::simulation, Noise::lattice}) {
    Clumsy witness;
    Sums sums(shape_with_rows(), promise_for(noise), sums_options("fading", 2), noise, 7, &witness);
    EXPECT_THROW(sums.release(), std::runtime_error);
    EXPECT_THROW(sums.draw(), Error);
    EXPECT_THROW(sums.publish(), Error);
    EXPECT_THROW(sums.release(), Error);
  }
}

}  // namespace
}  // namespace tacit
