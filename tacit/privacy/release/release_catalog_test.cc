#include "tacit/privacy/release/release_catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tacit/core/error.h"

namespace tacit {
namespace {

using ::testing::HasSubstr;

std::string message(std::string_view name, Index releases, const Assignments& options) {
  try {
    make_strategy(name, releases, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(ReleaseCatalog, MakesEveryStrategyItNames) {
  for (const std::string& name : release_names()) {
    EXPECT_EQ(make_strategy(name, 9).name, name);
    EXPECT_EQ(make_strategy(name, 9).releases, 9);
    EXPECT_FALSE(release_summary(name).empty());
    for (const Setting& setting : release_settings(name)) EXPECT_FALSE(setting.help.empty());
  }
}

TEST(ReleaseCatalog, SuggestsTheNearestNameAndOption) {
  EXPECT_THAT(message("toeplits", 9, {}), HasSubstr("did you mean 'toeplitz'?"));
  EXPECT_THAT(message("blocks", 9, {{"windw", "3"}}), HasSubstr("did you mean 'window'?"));
  EXPECT_THAT(message("tree", 9, {{"refinement", "more"}}), HasSubstr("release.refinement"));
}

TEST(ReleaseCatalog, PassesOptionsOn) {
  EXPECT_LT(make_strategy("blocks", 9, {{"window", "2"}}).prefix_std[8], 1.5);
  EXPECT_EQ(make_strategy("blt", 9, {{"buffers", "2"}}).memory, 4);
  EXPECT_TRUE(make_strategy("factorised", 9, {{"coefficients", "rounded"}}).encoder);
}

TEST(ReleaseCatalog, RefusesImpossibleNumbersOfReleases) {
  for (const std::string& name : release_names())
    for (const Index releases : {Index{0}, Index{-5}, Index{1} << 40})
      EXPECT_THAT(message(name, releases, {}), HasSubstr("releases")) << name << releases;
}

}  // namespace
}  // namespace tacit
