// The declared sensitivities against a search over pairs of users.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/door.h"

namespace tacit {
namespace {

using trial::outcomes;
using trial::shape_of;

struct Pair {
  std::vector<double> x;  // Twice: features, weight, response. The vault projects.
  Index first = 0, second = 0;
};

// The exact sums of one user, as the vault has them.
void sums_of(const VaultShape& shape, const double* x, Index outcome, Matrix& gram, Vector& response,
             Matrix& outcome_sum) {
  Vault vault(shape);
  Billboard board;
  Door door(vault, board);
  vault.add({0, x, x[shape.dimension], x[shape.dimension + 1], outcome});
  vault.end_user();
  door.release();
  gram = board.gram(0), response = board.response(0), outcome_sum = outcomes(board, 0);
}

double distance(const VaultShape& shape, const Pair& pair, Adjacency adjacency, Statistic statistic) {
  Matrix gram[2], outcome[2];
  Vector response[2];
  sums_of(shape, pair.x.data(), pair.first, gram[0], response[0], outcome[0]);
  sums_of(shape, pair.x.data() + shape.dimension + 2, pair.second, gram[1], response[1], outcome[1]);
  if (adjacency == Adjacency::add_remove) gram[1] *= 0, response[1] *= 0, outcome[1] *= 0;
  return statistic == Statistic::gram       ? (gram[0] - gram[1]).norm()
         : statistic == Statistic::response ? (response[0] - response[1]).norm()
                                            : (outcome[0] - outcome[1]).norm();
}

// The largest distance found by climbing from random users, and from users at the corners of what is allowed.
double largest_distance(const VaultShape& shape, Adjacency adjacency, Statistic statistic, Stream& stream) {
  double largest = 0;
  for (int start = 0; start < 24; ++start) {
    Pair pair{std::vector<double>(2 * (shape.dimension + 2)), 0, start % 2};
    for (double& v : pair.x) v = start < 12 ? stream.normal() : static_cast<double>(stream.below(3)) - 1;
    double best = distance(shape, pair, adjacency, statistic);
    for (double step = 1; step > 1e-4;) {
      Pair next = pair;
      for (double& v : next.x) v += step * stream.normal();
      const double found = distance(shape, next, adjacency, statistic);
      if (found > best) {
        best = found;
        pair = next;
      } else {
        step *= 0.985;
      }
    }
    largest = std::max(largest, best);
  }
  return largest;
}

TEST(Sensitivities, AreReachedAndNeverExceeded) {
  Stream stream(7, "sensitivities");
  for (const Adjacency adjacency : {Adjacency::replace_one, Adjacency::add_remove})
    for (const bool non_negative : {false, true})
      for (const double centre : {0.0, 0.3, 0.5, 1.0}) {
        VaultShape shape = shape_of(1);
        shape.non_negative_features = non_negative;
        shape.response_centre = centre;
        const Sensitivities stated = Sensitivities::of(adjacency, non_negative, centre);
        const auto expect = [&](Statistic statistic, double bound) {
          const double found = largest_distance(shape, adjacency, statistic, stream);
          EXPECT_LE(found, bound * (1 + 1e-14)) << int(statistic) << to_text(adjacency) << non_negative << centre;
          EXPECT_GT(found, bound - 1e-6) << int(statistic) << to_text(adjacency) << non_negative << centre;
        };
        expect(Statistic::response, stated.response);
        if (centre != 0.5) continue;  // The others do not depend on it.
        expect(Statistic::gram, stated.gram);
        expect(Statistic::outcomes, stated.outcomes);
      }
}

TEST(Sensitivities, HoldForManyRandomUsers) {
  Stream stream(8, "sensitivities");
  for (const bool non_negative : {false, true}) {
    VaultShape shape = shape_of(1);
    shape.non_negative_features = non_negative;
    const Sensitivities stated = Sensitivities::of(Adjacency::replace_one, non_negative, 0.5);
    for (int i = 0; i < 3000; ++i) {
      Pair pair{std::vector<double>(8), static_cast<Index>(stream.below(2)), static_cast<Index>(stream.below(2))};
      for (double& v : pair.x) v = 3 * stream.normal();
      ASSERT_LE(distance(shape, pair, Adjacency::replace_one, Statistic::gram), stated.gram * (1 + 1e-14));
      ASSERT_LE(distance(shape, pair, Adjacency::replace_one, Statistic::response), stated.response * (1 + 1e-14));
      ASSERT_LE(distance(shape, pair, Adjacency::replace_one, Statistic::outcomes), stated.outcomes * (1 + 1e-14));
    }
  }
}

TEST(KnownBad, NonNegativeSensitivitiesForSignedFeaturesFailTheSearch) {
  Stream stream(9, "sensitivities");
  const double found = largest_distance(shape_of(1), Adjacency::replace_one, Statistic::outcomes, stream);
  EXPECT_GT(found, 1.4 * Sensitivities::of(Adjacency::replace_one, true, 0.5).outcomes);
}

TEST(KnownBad, HalvedSensitivitiesFailTheSearch) {
  Stream stream(10, "sensitivities");
  const Sensitivities stated = Sensitivities::of(Adjacency::replace_one, false, 0.5);
  for (const auto& [statistic, bound] : {std::pair{Statistic::gram, stated.gram},
                                         {Statistic::response, stated.response},
                                         {Statistic::outcomes, stated.outcomes}})
    EXPECT_GT(largest_distance(shape_of(1), Adjacency::replace_one, statistic, stream), 1.9 * bound / 2);
}

}  // namespace
}  // namespace tacit
