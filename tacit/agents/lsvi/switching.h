// When a plan is made anew.
//
//   every      after every episode
//   doubling   when the determinant of some stage's regularised Gram matrix has doubled since the last plan
//   rayleigh   when the largest eigenvalue of last^-1/2 now last^-1/2 exceeds alpha in some stage (last, now: the
//              regularised Gram matrices at the last plan and now)
//   geometric  after `first` episodes, then whenever the number of episodes has grown by `ratio`
//   batches    `batches` times, equally spaced
//   never
//
// The two tests on matrices are exact but rarely computed: with B what was added since the last plan,
// log det(I + last^-1/2 B last^-1/2) and the largest eigenvalue less 1 are both at most t = tr(last^-1 B), which is a
// running sum of w phi' last^-1 phi; between two exact tests they grow by at most what t grows by. Where the matrices
// are released with noise that argument reads what is private: `published_only` tests every time, and the determinant
// of what is not positive definite has not doubled.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "tacit/core/linear_algebra.h"

namespace tacit {

struct SwitchingRule {
  enum class Kind { every, doubling, rayleigh, geometric, batches, never };
  Kind kind = Kind::every;
  double ratio = 1.1;                                            ///< geometric
  std::int64_t first = 1;                                        ///< geometric
  std::int64_t batches = 100;                                    ///< batches
  double alpha = 6;                                              ///< rayleigh
  std::int64_t most = std::numeric_limits<std::int64_t>::max();  ///< Plans after the first user.
  bool published_only = false;

  static const std::vector<std::string>& names();
  static Kind kind_of(const std::string& name);
};

/// The episodes after which a rule that only counts makes a plan: public before the first user.
std::vector<std::int64_t> fixed_schedule(const SwitchingRule& rule, std::int64_t episodes);

class Switching {
 public:
  Switching(const SwitchingRule& rule, std::int64_t episodes, int stages);

  /// Whether the rule looks at matrices, and so wants `grew` and `due` with them.
  bool looks_at_matrices() const { return !tests_.empty(); }
  /// Whether every growth must be reported.
  bool wants_growth() const { return looks_at_matrices() && !rule_.published_only; }
  /// Stage h received w phi phi'; `amount` = w phi' last^-1 phi.
  void grew(int h, double amount) { tests_[h].trace += amount; }

  /// Whether a plan may be due after `done` episodes; if so, `due` decides with the matrices of now.
  bool may_be_due(std::int64_t done) const;
  /// Whether to plan. `last` and `now` give the regularised Gram matrix of a stage.
  template <typename Last, typename Now>
  bool due(const Last& last, const Now& now) {
    if (!looks_at_matrices()) return true;
    for (std::size_t h = 0; h < tests_.size(); ++h)
      if ((rule_.published_only || tests_[h].trace > tests_[h].next_look) &&
          look(tests_[h], last(static_cast<int>(h)), now(static_cast<int>(h))))
        return true;
    return false;
  }
  /// For rules that only count: the number of episodes after which the next plan is due.
  std::int64_t next() const { return next_; }
  /// For rules that only count: no plan is made before so many episodes are done.
  std::int64_t steady_until() const { return plans_ >= rule_.most ? episodes_ : std::min(next_, episodes_); }
  /// For rules that only count: how many plans are made after the first user.
  std::int64_t scheduled() const;
  /// A plan was made after `done` episodes.
  void planned(std::int64_t done);

 private:
  struct Test {
    double trace = 0;      ///< tr(last^-1 B)
    double next_look = 0;  ///< The test cannot succeed before the trace exceeds this.
  };
  bool look(Test& test, const Matrix& last, const Matrix& now) const;

  SwitchingRule rule_;
  std::int64_t episodes_;
  std::int64_t next_ = 1;
  std::int64_t plans_ = 0;  ///< After the first user.
  std::vector<Test> tests_;
};

}  // namespace tacit
