#include "tacit/privacy/accounting/touch_runs.h"

#include <gtest/gtest.h>

#include "tacit/privacy/accounting/mechanism.h"
#include "tacit/privacy/release/release_catalog.h"

namespace tacit {
namespace {

bool same(const std::vector<Touch>& a, const std::vector<Touch>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Touch& x, const Touch& y) {
    return x.release == y.release && x.first_block == y.first_block && x.end_block == y.end_block && x.share == y.share;
  });
}

std::vector<Touch> touches_of(const char* name, Index releases, const Assignments& options = {}) {
  return ordered(make_strategy(name, releases, options).touches);
}

TEST(TouchRuns, UnfoldToTheTouchesTheyWereFoldedFrom) {
  for (const Index releases : {1, 2, 7, 40}) {
    for (const char* name : {"fresh", "tree", "toeplitz", "blt", "factorised", "blocks"})
      EXPECT_TRUE(same(unfold(fold(touches_of(name, releases))), touches_of(name, releases))) << name << releases;
    const auto refined = touches_of("tree", releases, {{"refinement", "honaker"}});
    const auto window = touches_of("fresh", releases, {{"window", "3"}});
    const auto discounted = touches_of("fresh", releases, {{"discount", "0.7"}});
    for (const auto& touches : {refined, window, discounted}) EXPECT_TRUE(same(unfold(fold(touches)), touches));
  }
}

TEST(TouchRuns, AreFew) {
  EXPECT_EQ(fold(touches_of("blocks", 10'000)).size(), 1u);
  EXPECT_EQ(fold(touches_of("fresh", 10'000)).size(), 1u);
  EXPECT_LE(fold(touches_of("fresh", 10'000, {{"window", "5"}})).size(), 3u);
  EXPECT_LE(fold(touches_of("tree", 10'000)).size(), 20u);
  EXPECT_LE(fold(touches_of("tree", 10'000, {{"refinement", "honaker"}})).size(), 20u);
}

}  // namespace
}  // namespace tacit
