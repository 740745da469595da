#include "tacit/audit/users.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tacit/envs/catalog.h"

namespace tacit {
namespace {

TEST(Users, InOrthogonalStatesAreFiveSixthsOfAllApart) {
  const LinearMdp mdp = make_environment("river-swim", 3, 1, {});  // One-hot features.
  EXPECT_NEAR(contrast(mdp.problem, 0, 1), 2.5, 1e-12);
  EXPECT_LT(contrast(mdp.problem, 0, 0), 2.5);
}

// As the comment in the header says: by search over pairs of non-negative unit vectors.
TEST(Users, OfUnitFeaturesAreAtMostAsFarApartAsStated) {
  Problem problem;
  problem.horizon = 1;
  problem.actions = 1;
  problem.dimension = 2;
  double most = 0;
  for (int i = 0; i <= 1000; ++i) {
    const double cosine = i / 1000.0;
    problem.points = Matrix::Zero(2, 2);
    problem.points << 1, 0, cosine, std::sqrt(1 - cosine * cosine);
    most = std::max(most, contrast(problem, 0, 1));
  }
  EXPECT_NEAR(most / 3, 41.0 / 48, 1e-9);
}

TEST(Users, FarApartAreFartherThanAnyOtherPairOfStates) {
  const LinearMdp mdp = make_environment("simplex", 3, 1, {});
  const Problem& problem = mdp.problem;
  const UserPair pair = user_pairs(problem, 0, Stream(1, "pairs")).front();
  const double chosen = contrast(problem, pair.original.states[0], pair.replacement.states[0]);
  for (Index p = 0; p < problem.point_count(); ++p)
    for (Index q = 0; q < p; ++q) EXPECT_LE(contrast(problem, p, q), chosen + 1e-12);
}

TEST(Users, HaveAStateMoreThanStagesAndRewardsWithinBounds) {
  for (const EnvironmentEntry& env : environments()) {
    const LinearMdp mdp = make_environment(env.name, 3, 1, {});
    for (const UserPair& pair : user_pairs(mdp.problem, 4, Stream(1, "pairs")))
      for (const MadeUpUser* user : {&pair.original, &pair.replacement}) {
        EXPECT_EQ(user->states.size(), 4u);
        EXPECT_EQ(user->rewards.size(), 3u);
        for (const Index state : user->states) EXPECT_TRUE(state >= 0 && state < mdp.problem.point_count());
        for (const double reward : user->rewards) EXPECT_TRUE(reward >= 0 && reward <= 1);
      }
  }
}

// Who counts once in every state has most to say where states do not come again.
TEST(Users, SomeGoThroughManyStatesAndNeverMeet) {
  const LinearMdp mdp = make_environment("river-swim", 8, 1, {});
  bool found = false;
  for (const UserPair& pair : user_pairs(mdp.problem, 0, Stream(1, "pairs"))) {
    const std::set<Index> one(pair.original.states.begin(), pair.original.states.end()),
        other(pair.replacement.states.begin(), pair.replacement.states.end());
    const bool meet = std::any_of(one.begin(), one.end(), [&](Index state) { return other.contains(state); });
    found |= !meet && static_cast<Index>(one.size() + other.size()) == mdp.problem.point_count();
  }
  EXPECT_TRUE(found);
}

TEST(Users, OutOfBoundsSayWhatNobodyMaySay) {
  const LinearMdp mdp = make_environment("river-swim", 3, 1, {});
  bool huge = false, negative = false, no_number = false, nowhere = false;
  for (const UserPair& pair : unbounded_pairs(mdp.problem)) {
    huge |= pair.original.rewards[0] == 1e308;
    negative |= pair.replacement.rewards[0] == -5;
    no_number |= std::isnan(pair.original.rewards[0]);
    nowhere |= pair.original.states[1] < 0;
  }
  EXPECT_TRUE(huge && negative && no_number && nowhere);
}

TEST(Users, DrawnAtRandomFollowTheStream) {
  const LinearMdp mdp = make_environment("simplex", 5, 1, {});
  const auto states = [&](std::uint64_t seed) {
    return user_pairs(mdp.problem, 1, Stream(seed, "pairs")).back().original.states;
  };
  EXPECT_EQ(states(1), states(1));
  EXPECT_NE(states(1), states(2));
}

}  // namespace
}  // namespace tacit
