#include "tacit/privacy/accounting/ledger.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tacit/core/error.h"

namespace tacit {
namespace {

using Units = UserSums::Units;

constexpr double kUlp = std::numeric_limits<double>::epsilon();
constexpr std::size_t kMostCharges = std::size_t{1} << 26;  // Their prices together stay below 2^127.
constexpr int kUnitBits = 100;
constexpr Units kPromised = Units{1} << kUnitBits;
constexpr Units kLimit = kPromised + (kPromised >> 36);
static_assert(Promise::kSlack == 0x1p-36);

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
    charge.validate();
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

}  // namespace

BudgetExceeded::BudgetExceeded(const Charge& charge, double asked, Mu left)
    : std::runtime_error(
          fmt::format("over budget: '{}' asks for mu = {:.6g} from users {} to {}, one of whom has {:.6g} left",
                      charge.name, asked, charge.first_user, charge.last_user - 1, left.value())),
      asked_(asked),
      left_(left) {}

void Ledger::charge(std::span<const Charge> charges) {
  const std::scoped_lock lock(mutex_);
  book(charges, -1);
}

int Ledger::declare(Mechanism mechanism) {
  const std::scoped_lock lock(mutex_);
  mechanisms_.push_back({std::move(mechanism), {}, {}});
  return static_cast<int>(mechanisms_.size()) - 1;
}

void Ledger::declare(int mechanism, const DeclaredRequests& requests) {
  const std::scoped_lock lock(mutex_);
  mechanisms_.at(mechanism).declared.requests = requests;
}

void Ledger::charge_release(int mechanism, std::int64_t users, std::span<const Charge> charges) {
  const std::scoped_lock lock(mutex_);
  MechanismRecord& record = mechanisms_.at(mechanism);
  // What is booked is also noted: there is room for it before.
  if (record.points.size() == record.points.capacity()) record.points.reserve(2 * record.points.size() + 1);
  book(charges, mechanism);
  record.add_point(users);
}

void Ledger::charge_answer(int mechanism, const Answer& answer) {
  const std::scoped_lock lock(mutex_);
  MechanismRecord& record = mechanisms_.at(mechanism);
  check(record.declared.requests.has_value(), "requests are declared before they are answered");
  const Charge charge = answer_charge(*record.declared.requests, answer);
  record.answers.push_back(answer);
  try {
    book({&charge, 1}, mechanism);
  } catch (...) {
    record.answers.pop_back();
    throw;
  }
}

void Ledger::book(std::span<const Charge> charges, int mechanism) {
  const std::vector<Piece> pieces = pieces_of(charges, promise_.mu());
  for (const Piece& piece : pieces) {
    const Units before = sums_.largest(piece.first, piece.last);
    check(before <= kLimit, "no user is beyond the limit");
    if (piece.asked > kLimit - before) refuse(charges, piece.first, before);
  }
  sums_.make_room(pieces.size());
  for (const Charge& charge : charges)
    if (charge.sensitivity > 0) record(charge, mechanism);
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

void Ledger::record(const Charge& charge, int mechanism) {
  const std::pair key(mechanism, charge.name);
  const auto newest = newest_run_.find(key);
  if (newest != newest_run_.end() && runs_[newest->second].extend(charge)) return;
  runs_.push_back({charge, 1, 0, 0, mechanism});
  newest_run_[key] = runs_.size() - 1;
}

Mu Ledger::spent() const {
  const std::scoped_lock lock(mutex_);
  const double promised = promise_.mu().value();
  return Mu(std::min(promised, promised * root_share(sums_.largest()) * (1 + 8 * kUlp)));
}

Epsilon Ledger::epsilon_spent() const {
  const Mu mu = spent();
  // The whole promise, to the last digit: rounding above it is paid for by the promise's own epsilon.
  if (mu.value() == promise_.mu().value()) return promise_.epsilon();
  return epsilon_by(promise_.theorem(), mu, promise_.delta());
}

Mu Ledger::left(std::int64_t first_user, std::int64_t last_user) const {
  Charge{"left", 0, 0, first_user, last_user}.validate();
  const std::scoped_lock lock(mutex_);
  const Units before = sums_.largest(first_user, last_user);
  return Mu(promise_.mu().value() * root_share(kPromised - std::min(before, kPromised)) * (1 - 8 * kUlp));
}

std::vector<ReleaseRun> Ledger::runs() const {
  const std::scoped_lock lock(mutex_);
  return runs_;
}

std::vector<MechanismRecord> Ledger::mechanisms() const {
  const std::scoped_lock lock(mutex_);
  return mechanisms_;
}

std::int64_t Ledger::releases() const {
  const std::scoped_lock lock(mutex_);
  return count_releases(mechanisms_, runs_);
}

std::int64_t count_releases(std::span<const MechanismRecord> mechanisms, std::span<const ReleaseRun> runs) {
  std::int64_t count = 0;
  bool fits = true;
  const auto add = [&](std::int64_t more) { fits = fits && !__builtin_add_overflow(count, more, &count); };
  for (const MechanismRecord& record : mechanisms) add(record.releases()), add(record.moments());
  for (const ReleaseRun& run : runs) {
    std::int64_t product = 0;
    if (run.mechanism >= 0) continue;
    fits = fits && !__builtin_mul_overflow(run.charge.times, run.steps, &product);
    add(product);
  }
  return fits ? count : std::numeric_limits<std::int64_t>::max();
}

}  // namespace tacit
