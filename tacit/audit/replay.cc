#include "tacit/audit/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <exception>
#include <map>

namespace tacit {
namespace {

constexpr double kRounding = 1e-9;

struct Released {
  std::int64_t series, first_user, end_user;
  double share;
  std::vector<double> exact, published;
};

struct Touched {
  std::int64_t series, first_user, end_user;
  double mu_squared;
};

bool alike(const Charge& a, const Charge& b) {
  return a.name == b.name && a.sensitivity == b.sensitivity && a.noise_scale == b.noise_scale &&
         a.first_user == b.first_user && a.last_user == b.last_user && a.times == b.times;
}

std::string to_text(const Charge& c) {
  return fmt::format("{} of {} users {} to {} with sensitivity {} and noise {}", c.times, c.name, c.first_user,
                     c.last_user - 1, c.sensitivity, c.noise_scale);
}

// All that happens at the door, in order. What a user contributed is kept as a digest.
class Recorder : public Witness {
 public:
  std::vector<Touched> touches;
  std::vector<Charge> charges;
  std::vector<Released> releases;
  std::map<std::int64_t, std::uint64_t> digests;

  void contributed(std::int64_t user, const Contribution& c, const VaultShape& shape) override {
    std::uint64_t& digest = digests.try_emplace(user, 0).first->second;
    const auto mix = [&](std::uint64_t word) {
      digest = (digest ^ word) * 0x9E3779B97F4A7C15u;
      digest ^= digest >> 29;
    };
    mix(static_cast<std::uint64_t>(c.task) + 1);
    if (shape.cells)
      mix(static_cast<std::uint64_t>(c.row));
    else
      for (int i = 0; i < shape.dimension; ++i) mix(std::bit_cast<std::uint64_t>(c.features[i]));
    mix(std::bit_cast<std::uint64_t>(c.weight));
    mix(std::bit_cast<std::uint64_t>(c.response));
    mix(static_cast<std::uint64_t>(c.outcome));
    const Index record = shape.mixed ? shape.outcomes : shape.outcomes == 0 ? shape.record_size : 0;
    if (c.task < shape.outcome_tasks)
      for (Index i = 0; i < record; ++i) mix(std::bit_cast<std::uint64_t>(c.record[i]));
  }
  void touching(std::int64_t series, std::int64_t first_user, std::int64_t end_user, double mu_squared) override {
    touches.push_back({series, first_user, end_user, mu_squared});
  }
  void charged(const Charge& charge) override { charges.push_back(charge); }
  void releasing(std::int64_t series, std::int64_t first_user, std::int64_t end_user, std::span<const double> exact,
                 double share, std::span<double> published) override {
    releases.push_back(
        {series, first_user, end_user, share, {exact.begin(), exact.end()}, {published.begin(), published.end()}});
  }
};

// Puts the recorded values in the place of what the second run would publish.
class Replayer final : public Recorder {
 public:
  explicit Replayer(const Recorder& original) : original_(original) {}

  void releasing(std::int64_t series, std::int64_t first_user, std::int64_t end_user, std::span<const double> exact,
                 double share, std::span<double> published) override {
    const std::size_t t = releases.size();
    Recorder::releasing(series, first_user, end_user, exact, share, published);
    if (t >= original_.releases.size()) return;  // Compared afterwards.
    const auto& recorded = original_.releases[t].published;
    if (recorded.size() == published.size()) std::copy(recorded.begin(), recorded.end(), published.begin());
  }

 private:
  const Recorder& original_;
};

void compare_charges(const Recorder& first, const Recorder& second, ReplayReport& report) {
  const std::size_t both = std::min(first.charges.size(), second.charges.size());
  for (std::size_t i = 0; i < both; ++i)
    if (!alike(first.charges[i], second.charges[i])) {
      report.reasons.push_back(fmt::format("charge {} depends on the user's data: {}, or {}", i,
                                           to_text(first.charges[i]), to_text(second.charges[i])));
      return;
    }
  if (first.charges.size() != second.charges.size())
    report.reasons.push_back(fmt::format("the number of charges depends on the user's data: {} or {}",
                                         first.charges.size(), second.charges.size()));
}

// Whether the two sequences of releases are the same to those who see only what is public.
bool compare_calls(const Recorder& first, const Recorder& second, ReplayReport& report) {
  const std::size_t both = std::min(first.releases.size(), second.releases.size());
  for (std::size_t t = 0; t < both; ++t) {
    const Released &a = first.releases[t], &b = second.releases[t];
    if (a.series == b.series && a.first_user == b.first_user && a.end_user == b.end_user && a.share == b.share &&
        a.exact.size() == b.exact.size() && a.published.size() == b.published.size())
      continue;
    report.reasons.push_back(fmt::format("release {} depends on the user's data: of users {} to {}, or {} to {}", t,
                                         a.first_user, a.end_user - 1, b.first_user, b.end_user - 1));
    return false;
  }
  if (first.releases.size() == second.releases.size()) return true;
  report.reasons.push_back(fmt::format("the number of releases depends on the user's data: {} or {}",
                                       first.releases.size(), second.releases.size()));
  return false;
}

void compare_others(std::int64_t user, const Recorder& first, const Recorder& second, ReplayReport& report) {
  const auto differs = [&](const Recorder& a, const Recorder& b) {
    for (const auto& [other, digest] : a.digests) {
      if (other == user) continue;
      const auto found = b.digests.find(other);
      if (found != b.digests.end() && found->second == digest) continue;
      report.reasons.push_back(fmt::format("the contribution of user {} depends on the data of user {}", other, user));
      return true;
    }
    return false;
  };
  if (!differs(first, second)) differs(second, first);
}

void compare_sums(std::int64_t user, const Recorder& first, const Recorder& second, ReplayReport& report) {
  bool undeclared = false, bare = false;
  std::map<std::int64_t, double> moved;  // Per series: squared length of all that moved, in the units of the door.
  for (std::size_t t = 0; t < first.releases.size(); ++t) {
    const Released &a = first.releases[t], &b = second.releases[t];
    const bool declared = a.first_user <= user && user < a.end_user;
    report.declared += declared;
    if (a.exact == b.exact) continue;
    ++report.appearances;
    if (!declared && !undeclared)
      report.reasons.push_back(
          fmt::format("release {} of users {} to {} holds data of user {}", t, a.first_user, a.end_user - 1, user));
    undeclared |= !declared;
    if (a.share == 0 && !bare) report.reasons.push_back(fmt::format("release {} is published without noise", t));
    bare |= a.share == 0;
    double squares = 0;
    for (std::size_t i = 0; i < a.exact.size(); ++i) squares += (a.exact[i] - b.exact[i]) * (a.exact[i] - b.exact[i]);
    moved[a.series] += squares;
  }
  double spent = 0;
  for (const Touched& touch : first.touches)
    if (touch.first_user <= user && user < touch.end_user) spent += touch.mu_squared * moved[touch.series];
  if (!moved.empty() && !bare && !(report.charged > 0))
    report.reasons.push_back(fmt::format("user {} is in a release and was not charged", user));
  report.distance = report.charged > 0 ? spent / report.charged : 0;
  if (!(report.distance <= 1 + kRounding))
    report.reasons.push_back(fmt::format(
        "the user's contributions move by {} times the declared sensitivity, squared and summed", report.distance));
}

}  // namespace

ReplayReport replay(std::int64_t user, const std::function<void(Witness&, bool)>& run) {
  ReplayReport report;
  Recorder first;
  run(first, false);
  report.releases = static_cast<std::int64_t>(first.releases.size());
  for (const Charge& charge : first.charges)
    if (charge.first_user <= user && user < charge.last_user)
      report.charged += charge.mu() * charge.mu() * static_cast<double>(charge.times);

  Replayer second(first);
  try {
    run(second, true);
  } catch (const std::exception& thrown) {
    report.reasons.push_back(fmt::format("only the run with the replaced user throws: {}", thrown.what()));
  }
  compare_charges(first, second, report);
  compare_others(user, first, second, report);
  if (compare_calls(first, second, report)) compare_sums(user, first, second, report);
  return report;
}

}  // namespace tacit
