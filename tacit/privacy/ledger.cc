#include "tacit/privacy/ledger.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tacit/core/error.h"

namespace tacit {
namespace {

using Units = UserSums::Units;

constexpr double kUlp = std::numeric_limits<double>::epsilon();
constexpr std::int64_t kMostTimes = 1'000'000'000'000;
constexpr std::size_t kMostCharges = std::size_t{1} << 26;  // Their prices together stay below 2^127.
constexpr int kUnitBits = 100;
constexpr Units kPromised = Units{1} << kUnitBits;
constexpr Units kLimit = kPromised + (kPromised >> 36);
static_assert(Promise::kSlack == 0x1p-36);

void validate(const Charge& charge) {
  const std::string field = "charge " + charge.name.substr(0, 60);
  const auto amount = [&](double value, const char* what) {
    if (!(value >= 0) || !std::isfinite(value))
      throw Error(field + ": " + what, fmt::format("{}", value), "a finite number from 0 up");
  };
  if (charge.name.empty() || charge.name.size() > 100)
    throw Error("charge name", fmt::format("one of {} characters", charge.name.size()), "1 to 100 characters");
  if (std::any_of(charge.name.begin(), charge.name.end(), [](unsigned char c) { return c < 32 || c == 127; }))
    throw Error("charge name", "contains control characters");
  amount(charge.sensitivity, "sensitivity");
  amount(charge.noise_scale, "noise scale");
  if (charge.first_user < 0 || charge.first_user >= charge.last_user || charge.last_user > UserSums::kUsers)
    throw Error(field + ": users", fmt::format("[{}, {})", charge.first_user, charge.last_user),
                fmt::format("0 <= first < last <= {}", UserSums::kUsers));
  if (charge.times < 1 || charge.times > kMostTimes)
    throw Error(field + ": times", fmt::format("{}", charge.times), fmt::format("an integer from 1 to {}", kMostTimes));
}

// The share of the promise that a charge takes, in units, rounded up; more than the limit when it cannot fit. The
// 16 ulps cover the rounding of the five operations before them.
Units price(const Charge& charge, Mu promised) {
  const double ratio = charge.mu() / promised.value();
  const double share = ratio * ratio * static_cast<double>(charge.times) * (1 + 16 * kUlp);
  if (!(share < 2)) return kLimit + 1;
  return std::max(Units{1}, static_cast<Units>(std::ceil(std::ldexp(share, kUnitBits))));
}

double root_share(Units units) { return std::sqrt(std::ldexp(static_cast<double>(units), -kUnitBits)); }

// Where what is asked of users changes: by so many units, modulo 2^128, from this user on.
struct Edge {
  std::int64_t user;
  Units change;
};

// Users of whom the same is asked.
struct Piece {
  std::int64_t first, last;
  Units asked;
};

std::vector<Piece> pieces_of(std::span<const Charge> charges, Mu promised) {
  check(charges.size() <= kMostCharges, "the prices of all charges together fit 128 bits");
  std::vector<Edge> edges;
  for (const Charge& charge : charges) {
    validate(charge);
    if (charge.sensitivity == 0) continue;
    const Units units = price(charge, promised);
    edges.push_back({charge.first_user, units});
    edges.push_back({charge.last_user, -units});
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.user < b.user; });
  std::vector<Piece> pieces;
  Units asked = 0;
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    asked += edges[i].change;
    if (asked > 0 && edges[i].user < edges[i + 1].user) pieces.push_back({edges[i].user, edges[i + 1].user, asked});
  }
  return pieces;
}

// Whether `next` continues `run`; if so, the run takes it in.
bool extend(ReleaseRun& run, const Charge& next) {
  Charge& charge = run.charge;
  if (charge.sensitivity != next.sensitivity || charge.noise_scale != next.noise_scale) return false;
  const std::int64_t first = next.first_user - charge.first_user, last = next.last_user - charge.last_user;
  if (run.steps == 1 && first == 0 && last == 0) {
    if (next.times > kMostTimes - charge.times) return false;
    charge.times += next.times;
    return true;
  }
  if (charge.times != next.times || first < 0 || last < 0) return false;
  if (run.steps == 1) {
    run.first_stride = first;
    run.last_stride = last;
  } else if (first != run.steps * run.first_stride || last != run.steps * run.last_stride) {
    return false;
  }
  ++run.steps;
  return true;
}

}  // namespace

BudgetExceeded::BudgetExceeded(const Charge& charge, double asked, Mu left)
    : std::runtime_error(
          fmt::format("over budget: '{}' asks for mu = {:.6g} from users {} to {}, one of whom has {:.6g} left",
                      charge.name, asked, charge.first_user, charge.last_user - 1, left.value())),
      asked_(asked),
      left_(left) {}

void Ledger::charge(std::span<const Charge> charges) {
  const std::vector<Piece> pieces = pieces_of(charges, promise_.mu());
  const std::scoped_lock lock(mutex_);
  for (const Piece& piece : pieces) {
    const Units before = sums_.largest(piece.first, piece.last);
    check(before <= kLimit, "no user is beyond the limit");
    if (piece.asked > kLimit - before) refuse(charges, piece.first, before);
  }
  sums_.make_room(pieces.size());
  for (const Charge& charge : charges)
    if (charge.sensitivity > 0) record(charge);
  for (const Piece& piece : pieces) sums_.add(piece.first, piece.last, piece.asked);
}

// Names the first charge that does not fit the users of one piece, of whom `user` is one and one has spent `before`.
void Ledger::refuse(std::span<const Charge> charges, std::int64_t user, Units before) const {
  for (const Charge& charge : charges) {
    if (charge.sensitivity == 0 || user < charge.first_user || user >= charge.last_user) continue;
    const Units units = price(charge, promise_.mu());
    if (units > kLimit - before) {
      const double left = promise_.mu().value() * root_share(kPromised - std::min(before, kPromised));
      throw BudgetExceeded(charge, charge.mu() * std::sqrt(static_cast<double>(charge.times)), Mu(left));
    }
    before += units;
  }
  throw Defect("charges are refused where one of them does not fit");
}

void Ledger::record(const Charge& charge) {
  const auto newest = newest_run_.find(charge.name);
  if (newest != newest_run_.end() && extend(runs_[newest->second], charge)) return;
  runs_.push_back({charge});
  newest_run_[charge.name] = runs_.size() - 1;
}

Mu Ledger::spent() const {
  const std::scoped_lock lock(mutex_);
  return Mu(promise_.mu().value() * root_share(sums_.largest()) * (1 + 8 * kUlp));
}

Mu Ledger::left(std::int64_t first_user, std::int64_t last_user) const {
  validate({"left", 0, 0, first_user, last_user});
  const std::scoped_lock lock(mutex_);
  const Units before = sums_.largest(first_user, last_user);
  return Mu(promise_.mu().value() * root_share(kPromised - std::min(before, kPromised)) * (1 - 8 * kUlp));
}

std::vector<ReleaseRun> Ledger::runs() const {
  const std::scoped_lock lock(mutex_);
  return runs_;
}

}  // namespace tacit
