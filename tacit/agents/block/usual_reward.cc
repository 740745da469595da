#include "tacit/agents/block/usual_reward.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tacit {
namespace {

constexpr double kSame = 0.005, kAgainst = 4, kMostShare = 0.95;
constexpr double kLeastVariance = 0.05;  // Of each reward: a sum of few of them is not normal.
constexpr int kPlaces = 21, kRounds = 30;

// The logarithm of a normal density, but for a constant.
double log_density(double off, double variance) { return -0.5 * (off * off / variance + std::log(variance)); }

// Of a reading in a cell that is usual.
double variance_of(const RewardReading& reading, const UsualReward& usual) {
  return reading.noise + reading.chance * std::max(kLeastVariance, 0.25 - usual.value * usual.value);
}

struct Odds {
  double usual, log_likelihood;
};

Odds odds(const UsualReward& usual, const UnusualRewards& unusual, const RewardReading& reading) {
  const double yes = log_density(reading.mean - usual.value, variance_of(reading, usual) + kSame * kSame);
  const double error = reading.noise + reading.chance * unusual.each;
  const double no = log_density(reading.mean - unusual.level, error + unusual.variance);
  const double most = std::max(yes, no);
  const double a = usual.share * std::exp(yes - most), b = (1 - usual.share) * std::exp(no - most);
  return {a / (a + b), most + std::log(a + b)};
}

// One round: moves `usual` and tells how likely it was.
double improve(UsualReward& usual, std::span<const RewardReading> readings, const UnusualRewards& unusual) {
  double likelihood = 0, count = 0, precision = 0, information = 0;
  for (const RewardReading& reading : readings) {
    const Odds o = odds(usual, unusual, reading);
    const double weight = o.usual / (variance_of(reading, usual) + kSame * kSame);
    likelihood += o.log_likelihood, count += o.usual;
    precision += weight, information += weight * reading.mean;
  }
  usual.share = std::min(kMostShare, count / (static_cast<double>(readings.size()) + kAgainst));
  if (precision > 0) usual.value = std::clamp(information / precision, -0.5, 0.5);
  return likelihood;
}

}  // namespace

UsualReward usual_reward(std::span<const RewardReading> readings, const UnusualRewards& unusual) {
  UsualReward best;
  double most = -std::numeric_limits<double>::infinity();
  if (readings.empty()) return best;
  for (int place = 0; place < kPlaces; ++place) {
    UsualReward usual{-0.5 + static_cast<double>(place) / (kPlaces - 1), 0.5};
    double likelihood = 0;
    for (int round = 0; round < kRounds; ++round) likelihood = improve(usual, readings, unusual);
    if (likelihood > most) most = likelihood, best = usual;
  }
  return best;
}

double expected_reward(const UsualReward& usual, double otherwise) {
  return usual.share * usual.value + (1 - usual.share) * otherwise;
}

double expected_reward(const UsualReward& usual, const UnusualRewards& unusual, const RewardReading& reading,
                       double otherwise) {
  const double chance = odds(usual, unusual, reading).usual;
  const double same = kSame * kSame, error = variance_of(reading, usual);
  const double own = (reading.mean * same + usual.value * error) / (same + error);
  return chance * own + (1 - chance) * otherwise;
}

}  // namespace tacit
