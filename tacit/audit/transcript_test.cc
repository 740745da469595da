#include "tacit/audit/transcript.h"

#include <gtest/gtest.h>

#include "tests/suspect.h"

namespace tacit {
namespace {

using trial::Suspect;

TEST(Transcript, HoldsWhatWasPublishedAndWhatWasExpected) {
  Transcript run;
  Suspect{"blocks"}(run, 1, false);
  ASSERT_EQ(run.publications().size(), static_cast<std::size_t>(Suspect::kReleases));
  for (const Publication& p : run.publications()) {
    EXPECT_EQ(p.kind, "sums");
    double squares = 0;
    for (std::size_t i = 0; i < p.published.size(); ++i) {
      ASSERT_GT(p.deviation[i], 0);
      squares += std::pow((p.published[i] - p.expected[i]) / p.deviation[i], 2);
    }
    // Noise of the declared size: squares of n standard normals, whose sum has deviation sqrt(2 n).
    const auto size = static_cast<double>(p.published.size());
    EXPECT_NEAR(squares, size, 5 * std::sqrt(2 * size));
  }
}

TEST(Transcript, FrozenPublishesWhatTheOriginalDid) {
  Transcript run, other(&run), free;
  Suspect{"tree"}(run, 1, false);
  Suspect{"tree"}(other, 2, true);
  Suspect{"tree"}(free, 2, true);
  ASSERT_TRUE(run.same_sequence(other));
  for (std::size_t t = 0; t < run.publications().size(); ++t) {
    EXPECT_EQ(other.publications()[t].published, run.publications()[t].published);
    EXPECT_NE(free.publications()[t].published, run.publications()[t].published);
    EXPECT_NE(other.publications()[t].expected, run.publications()[t].expected);
  }
}

TEST(Transcript, SeesThatReleasesCameAtOtherTimes) {
  Transcript run, other(&run);
  const Suspect suspect{"blocks", {.raw_switch = true}};
  suspect(run, 1, false);
  suspect(other, 1, true);
  EXPECT_FALSE(run.same_sequence(other));
}

}  // namespace
}  // namespace tacit
