#include "tacit/lab/need.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tacit/core/error.h"

namespace tacit {
namespace {

using testing::ElementsAre;

NeedSpec small(const std::string& agent, std::vector<double> epsilon) {
  NeedSpec spec;
  spec.run.env = "simplex", spec.run.horizon = 3, spec.run.agent = agent, spec.run.runs = 3;
  spec.epsilon = std::move(epsilon);
  spec.most = 1'000'000;
  return spec;
}

TEST(Need, TriesTwoNumbersPerDecade) {
  EXPECT_THAT(numbers_of_users(100, 100000), ElementsAre(100, 320, 1000, 3200, 10000, 32000, 100000));
  EXPECT_THAT(numbers_of_users(1, 10), ElementsAre(1, 3, 10));
  EXPECT_THAT(numbers_of_users(7, 7), ElementsAre(7));
}

TEST(Need, AnswersWithTheLeastNumberFromWhichOnTheGapStaysWithin) {
  const std::vector<NeedPoint> points = {{10, {0.3, 0.2, 0.4}},
                                         {100, {0.04, 0.03, 0.07}},
                                         {1000, {0.06, 0.04, 0.08}},
                                         {10000, {0.04, 0.02, 0.06}},
                                         {100000, {0.01, 0.01, 0.01}}};
  const NeedAnswer answer = answer_from(points, 0.05);
  EXPECT_EQ(answer.users, 10000);  // It was within at 100, and outside again at 1000.
  EXPECT_EQ(answer.least, 100);
  EXPECT_EQ(answer.most, 100000);
  EXPECT_FALSE(answer_from(points, 0.001).users.has_value());
  EXPECT_FALSE(answer_from({}, 0.5).users.has_value());
}

TEST(Need, ASmallerBudgetNeedsMoreUsers) {
  const NeedReport report = users_needed(small("dp-block-ucb", {1, 10}));
  ASSERT_EQ(report.rows.size(), 2u);
  ASSERT_TRUE(report.rows[0].answer.users && report.rows[1].answer.users);
  EXPECT_GT(*report.rows[0].answer.users, *report.rows[1].answer.users);
  const NeedReport open = users_needed(small("block-ucb", {}));
  ASSERT_TRUE(open.rows.at(0).answer.users);
  EXPECT_LT(*open.rows[0].answer.users, *report.rows[1].answer.users);
  EXPECT_FALSE(open.rows[0].epsilon.has_value());
}

// Five steps do not reach the goal, whatever one does.
TEST(Need, RefusesWhereNothingCanBeEarned) {
  NeedSpec spec = small("block-ucb", {});
  spec.run.env = "frozen-lake", spec.run.horizon = 5;
  EXPECT_THROW(users_needed(spec), Error);
  spec.run.horizon = 6, spec.most = 100;
  EXPECT_NO_THROW(users_needed(spec));
}

TEST(Need, SaysWhereNoNumberOfUsersIsEnough) {
  const NeedReport report = users_needed(small("uniform", {}));
  EXPECT_FALSE(report.rows.at(0).answer.users.has_value());
  EXPECT_EQ(report.rows[0].points.back().users, 1'000'000);
}

TEST(Need, StopsWhenToldTo) {
  std::atomic<bool> stop{false};
  int measured = 0;
  NeedHooks hooks;
  hooks.stop = &stop;
  hooks.measured = [&](const std::optional<double>&, const NeedPoint&) { stop = ++measured == 2; };
  const NeedReport report = users_needed(small("uniform", {}), hooks);
  EXPECT_TRUE(report.interrupted);
  EXPECT_EQ(report.rows.at(0).points.size(), 2u);
}

TEST(Need, RefusesWhatIsNoPartAndNoRange) {
  const auto refused = [](auto change) {
    NeedSpec spec = small("uniform", {});
    change(spec);
    EXPECT_THROW(users_needed(spec), Error);
  };
  refused([](NeedSpec& s) { s.within = 0; });
  refused([](NeedSpec& s) { s.within = 1; });
  refused([](NeedSpec& s) { s.fewest = 0; });
  refused([](NeedSpec& s) { s.most = 10; });
  refused([](NeedSpec& s) { s.run.agent = "dp-block-ucb"; });
  refused([](NeedSpec& s) { s.run.agent = "dp-block-ucb", s.epsilon = {1}, s.run.noise = Noise::production; });
}

TEST(Need, TakesTheNoiseOfADeployment) {
  NeedSpec spec = small("dp-block-ucb", {1});
  spec.most = 320;
  const NeedReport simulated = users_needed(spec);
  spec.run.noise = Noise::lattice;
  const NeedReport rehearsed = users_needed(spec);
  EXPECT_NE(simulated.rows.at(0).points.back().gap.centre, rehearsed.rows.at(0).points.back().gap.centre);
  EXPECT_EQ(nlohmann::json::parse(to_json(rehearsed))["noise"], "lattice");
}

TEST(Need, JsonHasAllThatWasMeasured) {
  const auto json = nlohmann::json::parse(to_json(users_needed(small("block-ucb", {}))));
  EXPECT_EQ(json["budgets"][0]["points"][0]["users"], 100);
  EXPECT_TRUE(json["budgets"][0]["users_needed"].is_number_integer());
  EXPECT_EQ(json["within"], 0.05);
}

}  // namespace
}  // namespace tacit
