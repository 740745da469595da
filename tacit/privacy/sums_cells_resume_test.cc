// Sums over whole episodes that stop and go on from their releases.
#include <gtest/gtest.h>

#include "tacit/core/error.h"
#include "tacit/privacy/certificate/certificate.h"
#include "tacit/privacy/release_file.h"
#include "tests/episodes.h"
#include "tests/stored_sums.h"

namespace tacit {
namespace {

using namespace trial;

void block(Sums& sums, Stream& stream) {
  for (int i = 0; i < 5; ++i) add_episode(sums, random_steps(stream));
}

Stored run(Sums& sums, Stream& stream, int releases) {
  return trial::run(sums, releases, [&](Sums& all) { block(all, stream); });
}

void expect_same_board(const Billboard& a, const Billboard& b, const std::string& name) {
  EXPECT_EQ(a.users(), b.users()) << name;
  EXPECT_EQ(a.gram_diagonal(0), b.gram_diagonal(0)) << name;
  EXPECT_EQ(a.response(0), b.response(0)) << name;
  EXPECT_EQ(a.outcomes(0), b.outcomes(0)) << name;
  EXPECT_EQ(a.noise(0).gram, b.noise(0).gram) << name;
}

TEST(ResumedSumsOfCells, GoOnBitForBit) {
  for (const EpisodeCase& c : episode_cases()) {
    const auto first = c.make(), second = c.make();
    Stream stream(1, "people");
    resume(*second, run(*first, stream, 3));
    expect_same_board(first->billboard(), second->billboard(), c.name);
    Stream same = stream;
    for (Index t = 3; t < kReleases; ++t) {
      block(*first, stream), block(*second, same);
      first->release(), second->release();
      if (c.seeded) expect_same_board(first->billboard(), second->billboard(), c.name);
    }
    EXPECT_EQ(certified(*first), certified(*second)) << c.name;
  }
}

TEST(ResumedSumsOfCells, SurviveAKillAfterEveryStep) {
  for (const EpisodeCase& c : episode_cases())
    for (const std::string killed : {"reserve", "draw"}) {
      const auto whole = c.make(), first = c.make(), second = c.make();
      Stream stream(1, "people"), again(1, "people");
      const Stored stored = run(*first, stream, 2);
      block(*first, stream);
      const SealedBlock sealed = first->reserve();
      resume(*second, stored);
      if (killed == "draw") {
        second->resume(first->draw(), &sealed);
      } else {
        second->reserve(sealed);
        second->draw();
        second->publish();
      }
      run(*whole, again, 3);
      EXPECT_EQ(certified(*second), certified(*whole)) << c.name << killed;
      if (c.seeded) expect_same_board(second->billboard(), whole->billboard(), c.name + killed);
    }
}

// In one dimension the sums of both have the same size: only the declaration tells them apart.
TEST(ResumedSumsOfCells, RefuseAReleaseOfSumsWithoutCells) {
  for (const Noise noise : {Noise::simulation, Noise::lattice}) {
    VaultShape with = shape_of_cells(1), without = with;
    without.cells = false;
    Sums first(without, promise_for(noise), sums_options("blocks", 1), noise, 7),
        second(with, promise_for(noise), sums_options("blocks", 1), noise, 7);
    first.end_user();
    const Release release = first.release();
    const SealedBlock sealed = first.sealed();
    try {
      second.resume(release, &sealed);
      ADD_FAILURE() << to_text(noise);
    } catch (const Error& error) {
      EXPECT_EQ(error.field(), "release.mechanism");
    }
  }
  Sums exact_with(shape_of_cells(1)), exact_without([] {
    VaultShape shape = shape_of_cells(1);
    shape.cells = false;
    return shape;
  }());
  EXPECT_NE(exact_with.release().mechanism, exact_without.release().mechanism);
}

}  // namespace
}  // namespace tacit
