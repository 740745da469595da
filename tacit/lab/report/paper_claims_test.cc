#include "tacit/lab/report/paper_claims.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/arenas.h"

namespace tacit {
namespace {

using testing::HasSubstr;

const std::vector<Given> kMechanisms = {{"fresh noise, rarely", {5, 6, 7}, 1},
                                        {"binary tree, rarely", {1, 2, 3}, 1},
                                        {"fresh noise, often", {8, 9, 11}, 1}};

/// The agents of the figures; ours has this regret at the main budget, 1, and at 10.
std::vector<Arena> figures(const std::vector<double>& ours, const std::vector<double>& ours_at_ten) {
  return arenas_of({{"dp-block-ucb", ours, 1},
                    {"dp-block-ucb", ours_at_ten, 10},
                    {"dp-lsvi-ucb++", {80, 85, 90}, 1},
                    {"dp-lsvi-ucb++-paper", {100, 110, 120}, 1},
                    {"dp-lsvi-ucb-ngo", {50, 60, 70}, 1},
                    {"dp-lsvi-ucb-luyo", {50, 61, 72}, 1},
                    {"lsvi-ucb", {20, 21, 22}},
                    {"lsvi-ucb++", {10, 11, 12}}});
}

Claim claim_with(const std::string& text, const std::vector<Arena>& arenas) {
  for (const Claim& claim : paper_claims(arenas, arenas_of(kMechanisms)))
    if (claim.claim.find(text) != std::string::npos) return claim;
  ADD_FAILURE() << "no claim about " << text;
  return {};
}

TEST(PaperClaims, AreDecidedBySign) {
  const auto arenas = figures({30, 33, 36}, {15, 16, 17});
  const Claim ngo = claim_with("Ngo", arenas);
  EXPECT_EQ(ngo.of_ours.verdict, Support::supported);
  EXPECT_EQ(ngo.of_paper.verdict, Support::contradicted);
  EXPECT_THAT(ngo.of_paper.measured, HasSubstr("times the regret, 3 runs"));
  EXPECT_EQ(claim_with("LSVI-UCB, which is not", arenas).of_ours.verdict, Support::contradicted);
  const auto better = figures({15, 16, 17}, {12, 13, 14});
  EXPECT_EQ(claim_with("LSVI-UCB, which is not", better).of_ours.verdict, Support::supported);
}

TEST(PaperClaims, AreUndecidedWhereTheRunsDisagree) {
  EXPECT_EQ(claim_with("Ngo", figures({49, 61, 70}, {1, 2, 3})).of_ours.verdict, Support::undecided);
}

TEST(PaperClaims, AboutTheBudgetCompareTheExtremes) {
  EXPECT_EQ(claim_with("larger budget", figures({30, 33, 36}, {15, 16, 17})).of_ours.verdict, Support::supported);
  EXPECT_EQ(claim_with("larger budget", figures({30, 33, 36}, {45, 46, 47})).of_ours.verdict, Support::contradicted);
  EXPECT_EQ(claim_with("larger budget", figures({1, 2, 3}, {1, 2, 3})).of_paper.verdict, Support::not_measured);
}

TEST(PaperClaims, AboutSizesUseTheStatedLimits) {
  EXPECT_EQ(claim_with("slightly", figures({10.1, 11.1, 12.1}, {9, 9, 9})).of_ours.verdict, Support::supported);
  EXPECT_EQ(claim_with("slightly", figures({20, 21, 22}, {9, 9, 9})).of_ours.verdict, Support::contradicted);
  EXPECT_EQ(claim_with("lower order", figures({15, 16, 17}, {9, 9, 9})).of_ours.verdict, Support::supported);
  EXPECT_EQ(claim_with("lower order", figures({40, 41, 42}, {9, 9, 9})).of_ours.verdict, Support::contradicted);
}

TEST(PaperClaims, AboutMechanismsUseTheirOwnRuns) {
  const auto arenas = figures({30, 33, 36}, {15, 16, 17});
  EXPECT_EQ(claim_with("binary tree", arenas).of_streamed.verdict, Support::contradicted);
  EXPECT_EQ(claim_with("Rare switching", arenas).of_streamed.verdict, Support::supported);
  EXPECT_EQ(claim_with("Rare switching", arenas).of_ours.verdict, Support::not_measured);
}

TEST(PaperClaims, TellTheThreeAlgorithmsApart) {
  const Claim ngo = claim_with("Ngo", figures({30, 33, 36}, {15, 16, 17}));
  EXPECT_EQ(ngo.of_streamed.verdict, Support::contradicted);
  EXPECT_EQ(ngo.of_ours.verdict, Support::supported);
}

TEST(PaperClaims, CountTheOtherEnvironments) {
  std::vector<Arena> arenas = figures({30, 33, 36}, {15, 16, 17});
  const std::vector<Arena> more = figures({80, 90, 95}, {15, 16, 17});
  arenas.insert(arenas.end(), more.begin(), more.end());
  EXPECT_THAT(claim_with("Ngo", arenas).of_ours.measured, HasSubstr("elsewhere less in 0 of 1, more in 1"));
}

}  // namespace
}  // namespace tacit
