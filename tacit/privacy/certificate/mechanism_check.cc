#include "tacit/privacy/certificate/mechanism_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "tacit/core/error.h"
#include "tacit/privacy/noise/lattice.h"
#include "tacit/privacy/release/calendar.h"
#include "tacit/privacy/release/fading.h"
#include "tacit/privacy/release/toeplitz.h"

namespace tacit {
namespace {

constexpr double kTolerance = 1e-9;  // Other mathematical libraries round differently.

class MechanismCheck {
 public:
  MechanismCheck(const StatedMechanism& stated, const Promise& promise)
      : stated_(stated), m_(stated.record.declared), promise_(promise) {}

  std::vector<std::string> reasons() {
    check_coverage();
    if (!reasons_.empty()) return reasons_;
    check_work();
    check_lattice();
    check_sensitivities();
    check_shares();
    check_noise();
    check_strategy();
    check_requests();
    return reasons_;
  }

 private:
  void fail(std::string reason) { reasons_.push_back(std::move(reason)); }
  void expect(const std::string& what, double stated, double recomputed) {
    if (!(std::abs(stated - recomputed) <= kTolerance * recomputed))
      fail(fmt::format("{} is stated as {}, but comes to {}", what, stated, recomputed));
  }
  std::string name(const DeclaredStatistic& s) const {
    return fmt::format("{} of tasks {} to {}", statistic_name(s.part, m_.shape), s.first_task, s.end_task - 1);
  }

  // Every statistic of the vault is stated, those that are not released as well.
  void check_coverage() {
    int next = 0;
    auto part = Statistic::gram;
    const auto tasks = [&](Statistic p) {
      return p != Statistic::outcomes ? m_.shape.tasks : m_.shape.outcomes > 0 ? m_.shape.outcome_tasks : 0;
    };
    for (const DeclaredStatistic& s : m_.statistics) {
      while (part != Statistic::outcomes && next == tasks(part)) part = Statistic(static_cast<int>(part) + 1), next = 0;
      if (s.part != part || s.first_task != next || s.end_task > tasks(part))
        return fail("the statistics are not those of the vault, each task once: " + name(s));
      next = s.end_task;
    }
    while (part != Statistic::outcomes && next == tasks(part)) part = Statistic(static_cast<int>(part) + 1), next = 0;
    if (part != Statistic::outcomes || next != tasks(part)) fail("a statistic of the vault is not stated");
  }

  void check_work() const {
    if (!m_.shape.rows) return;
    const auto pairs = static_cast<double>(m_.shape.rows->rows()) * static_cast<double>(m_.shape.rows->rows());
    if (pairs * static_cast<double>(m_.statistics.size()) * m_.shape.dimension > 1e12)
      throw Error("certificate.mechanisms", "too many pairs of rows to compare");
  }

  void check_sensitivities() {
    const VaultShape& shape = m_.shape;
    const Sensitivities delta = Sensitivities::of(shape, promise_.adjacency());
    for (const DeclaredStatistic& s : m_.statistics)
      expect("the sensitivity of " + name(s), s.sensitivity, delta.of(s.part));
  }

  void check_shares() {
    for (const DeclaredStatistic& s : m_.statistics) shares_ += (s.end_task - s.first_task) * s.share;
    const double requested = m_.requests ? m_.requests->share : 0;
    if (shares_ == 0) fail("nothing is released");
    if (shares_ + requested > 1 + kTolerance) fail(fmt::format("the shares add up to {}", shares_ + requested));
  }

  // Doubles tell inputs apart by their low bits, and noise on integers is not Gaussian.
  void check_lattice() {
    if (promise_.noise() == NoiseSource::production && !m_.lattice) fail("production noise is added to integers");
    if (m_.lattice && promise_.theorem() == Theorem::gdp_exact)
      fail("the exact GDP conversion does not hold for noise on integers");
    if (m_.lattice && m_.shape.cells && !m_.lattice->are_equal())
      fail("a step in a cell has one weight, and the sums have different bits");
    if (m_.lattice && !fits(m_.shape, *m_.lattice, {.users = m_.most_users}))
      fail("the sums of so many users do not fit so many bits");
  }

  // The noise that the shares call for: f Delta c / (mu share^(1/2)), see calibration.h.
  void check_noise() {
    const double joint = joint_sensitivity(m_, promise_.adjacency());
    expect("the joint sensitivity", stated_.joint_sensitivity, joint);
    Mechanism at_shares = m_;
    for (DeclaredStatistic& s : at_shares.statistics)
      if (s.share > 0) s.noise_scale = s.sensitivity / std::sqrt(s.share);
    const double together = joint_sensitivity(at_shares, promise_.adjacency());
    const double factor = together / std::sqrt(shares_);
    for (std::size_t i = 0; i < m_.statistics.size(); ++i) {
      const DeclaredStatistic& s = m_.statistics[i];
      if (s.share > 0)
        expect("the noise of " + name(s), s.noise_scale,
               factor * at_shares.statistics[i].noise_scale * m_.column_norm / door_mu());
    }
    if (joint * m_.column_norm > door_mu() * std::sqrt(shares_) * (1 + kTolerance))
      fail(fmt::format("one user can spend mu = {}, more than {}", joint * m_.column_norm,
                       door_mu() * std::sqrt(shares_)));
  }

  void check_strategy() {
    std::vector<double> change(m_.releases + 1);
    for (const Touch& touch : m_.touches)
      change[touch.first_block] += touch.share, change[touch.end_block] -= touch.share;
    if (!pays_in_time()) fail("a block is not charged before it is released");
    double share = 0, largest = 0;
    for (const double c : change) largest = std::max(largest, share += c);
    expect("the largest share of the squared column norm", 1, largest);
    check_by_name();
  }

  // What follows from the strategy's name. The measurements of these three are plain sums of blocks, so that how often
  // a block is in one is known; a matrix mechanism is paid once, by everybody, and its norm is taken as stated but for
  // fading, whose coefficients follow from f.
  void check_by_name() {
    static const std::set<std::string> known = {"blocks", "tree", "fresh", "toeplitz", "blt", "factorised", "fading"};
    if (!known.contains(m_.strategy)) return fail("'" + m_.strategy.substr(0, 60) + "' is no strategy that is known");
    const auto squared = m_.column_norm * m_.column_norm;
    const bool once = m_.touches.size() == 1;
    if (m_.strategy == "blocks") expect("the column norm of blocks", m_.column_norm, 1);
    if (m_.strategy == "tree")
      expect("the column norm of a tree", squared,
             static_cast<double>(std::bit_width(static_cast<std::uint64_t>(m_.releases))));
    if (m_.strategy == "fresh" && once)
      expect("the column norm of fresh noise", squared, static_cast<double>(m_.releases));
    if (m_.strategy == "fresh" && !once)
      for (const Touch& touch : m_.touches) expect("the share of a fresh release", touch.share * squared, 1);
    const bool matrix =
        m_.strategy == "toeplitz" || m_.strategy == "blt" || m_.strategy == "factorised" || m_.strategy == "fading";
    if (m_.fading.has_value() != (m_.strategy == "fading")) return fail("f is stated of fading, and of nothing else");
    if (m_.fading && *m_.fading >= 1) return fail("f is not below 1");
    if (m_.fading)
      expect("the column norm of fading", m_.column_norm,
             fading_column_norm(m_.releases, *m_.fading, m_.lattice.has_value()));
    if (m_.strategy == "toeplitz" && m_.releases > kMostToeplitzReleases) return fail("toeplitz has fewer releases");
    if (m_.strategy == "toeplitz" && !m_.lattice) {
      double square = 0;
      for (const double f : square_root_coefficients(m_.releases)) square += f * f;
      expect("the column norm of toeplitz", squared, square);
    }
    // Rounded coefficients are multiples of 2^-10, so that 2^20 times a squared norm is a whole number.
    const double whole = std::ldexp(squared, 20);
    if (matrix && m_.lattice && (whole < 1 || std::abs(whole - std::round(whole)) > kTolerance * whole))
      fail("the column norm is not one of coefficients that are multiples of 2^-10");
    if (matrix && !once) fail("a matrix mechanism is charged once, to everybody");
  }

  // Whether the earliest touch of every block is not later than its release. Touches come by release.
  bool pays_in_time() const {
    std::vector<Index> next(m_.releases +
                            1);  // The first block from here on that is not paid for yet, or nearer to it.
    for (Index block = 0; block <= m_.releases; ++block) next[block] = block;
    const auto unpaid = [&](Index block) {
      while (next[block] != block) block = next[block] = next[next[block]];
      return block;
    };
    for (const Touch& touch : m_.touches)
      for (Index block = unpaid(touch.first_block); block < touch.end_block; block = unpaid(block)) {
        if (touch.release > block) return false;
        next[block] = block + 1;
      }
    return unpaid(0) == m_.releases;
  }

  void check_requests() {
    if (!m_.requests) return;
    if (m_.lattice) fail("sums of integers answer no requests");
    const DeclaredRequests& r = *m_.requests;
    expect("the sensitivity of a moment on request", r.sensitivity,
           promise_.adjacency() == Adjacency::replace_one ? 2 : 1);
    expect("mu of a moment on request", r.mu, door_mu() * std::sqrt(r.share / static_cast<double>(r.most)));
    if (stated_.given != stated_.record.moments())
      fail(fmt::format("moments given are stated as {}, but come to {}", stated_.given, stated_.record.moments()));
    if (stated_.record.moments() > r.most) fail("more moments were given than declared");
    for (const Answer& answer : stated_.record.answers) {
      if (answer.task >= m_.shape.tasks) return fail(fmt::format("a moment is of task {}", answer.task));
      if (!is_point(answer.users))
        return fail(fmt::format("a moment is of {} users, which no release is", answer.users));
    }
  }

  bool is_point(std::int64_t users) const {
    return std::any_of(stated_.record.points.begin(), stated_.record.points.end(), [&](const PointRun& run) {
      const std::int64_t after = users - run.users;
      return run.stride == 0 ? after == 0 : after >= 0 && after % run.stride == 0 && after / run.stride < run.count;
    });
  }

  double door_mu() const { return promise_.mu().value() * std::sqrt(m_.budget); }

  const StatedMechanism& stated_;
  const Mechanism& m_;
  const Promise& promise_;
  double shares_ = 0;
  std::vector<std::string> reasons_;
};

}  // namespace

std::vector<std::string> check_mechanism(const StatedMechanism& stated, const Promise& promise) {
  return MechanismCheck(stated, promise).reasons();
}

void book_mechanism(const MechanismRecord& record, Ledger& ledger) {
  const Mechanism& mechanism = record.declared;
  const Promise& promise = ledger.promise();
  const double joint = joint_sensitivity(mechanism, promise.adjacency());
  const int number = ledger.declare(mechanism);
  Calendar calendar(mechanism.touches, mechanism.most_users);
  for (const PointRun& run : record.points)
    for (std::int64_t i = 0; i < run.count; ++i) {
      const std::int64_t users = run.users + i * run.stride;
      std::vector<Charge> charges;
      for (const UserTouch& touch : calendar.due(users)) charges.push_back(release_charge(mechanism, joint, touch));
      ledger.charge_release(number, users, charges);
      calendar.begin(users);
      calendar.end();
    }
  for (const Answer& answer : record.answers) ledger.charge_answer(number, answer);
}

}  // namespace tacit
