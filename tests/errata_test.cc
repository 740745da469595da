// What docs/errata.md says of the paper, shown on small numbers: one test for each row that has no command of its own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tacit/agents/catalog.h"
#include "tacit/agents/lsvi/lsvi_agent.h"
#include "tacit/agents/lsvi/planner.h"
#include "tacit/agents/lsvi/theory.h"
#include "tacit/agents/stage_plan.h"
#include "tacit/audit/specimen.h"
#include "tacit/core/error.h"
#include "tacit/envs/catalog.h"
#include "tacit/lab/experiment/runner.h"
#include "tacit/mdp/evaluation.h"
#include "tacit/mdp/simulator.h"
#include "tacit/privacy/door.h"
#include "tacit/privacy/release/release_catalog.h"
#include "tests/scratch.h"

namespace tacit {
namespace {

using Kind = SwitchingRule::Kind;

Matrix identity(Index d) { return Matrix::Identity(d, d); }

double spectral_norm(const Matrix& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(symmetric).eigenvalues().cwiseAbs().maxCoeff();
}

// -infinity for what is not positive definite.
double log_det(const Matrix& symmetric) {
  const Vector eigenvalues = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(symmetric).eigenvalues();
  return eigenvalues[0] > 0 ? eigenvalues.array().log().sum() : -std::numeric_limits<double>::infinity();
}

/// Whether the rule of the library plans anew when the matrix of one stage goes from `last` to `now`.
bool due(Kind kind, double alpha, const Matrix& last, const Matrix& now) {
  Switching switching({.kind = kind, .alpha = alpha, .published_only = true}, 100, 1);
  return switching.due([&](int) -> const Matrix& { return last; }, [&](int) -> const Matrix& { return now; });
}

// 2. One draw within the bound of the proof, |K_1| <= lam~, added anew with every user.
TEST(Errata, NoiseThatPilesUpOutgrowsTheShift) {
  constexpr Index kUsers = 100000;
  const PaperTheory theory = paper_theory(theory_size(10, 20, kUsers, false), Rho(0.02));
  const Matrix draw = SimulationNoise(1, "errata").goe(10, theory.gram_scale / std::sqrt(2.0));  // As printed.
  ASSERT_LE(spectral_norm(draw), theory.lambda);
  const auto least_eigenvalue = [&](Index user) {
    const auto copies = static_cast<double>(user + 1);
    const Matrix noisy = 2 * theory.lambda * identity(10) + copies * draw;
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(noisy).eigenvalues()[0];
  };
  EXPECT_GT(least_eigenvalue(0), 0);
  EXPECT_LT(least_eigenvalue(19), -20) << "what the first twenty users add, at most 1 each, does not make up for it";
  const Strategy fresh = make_strategy("fresh", kUsers);
  EXPECT_DOUBLE_EQ(fresh.prefix_std.back(), fresh.prefix_std.front());
}

/// What many users who act at random leave on the billboard, without noise.
struct Observed {
  Observed(const LinearMdp& mdp, std::int64_t users) : vault(shape(mdp.problem)), door(vault, board) {
    const Simulator simulator(mdp);
    Place here, there;
    for (std::int64_t k = 0; k < users; ++k) {
      Stream user(1, "errata/users", k);
      simulator.start(user, here);
      for (int h = 0; h < mdp.problem.horizon; ++h) {
        const auto action = static_cast<int>(user.below(mdp.problem.actions));
        const double reward = simulator.step(h, here, action, user, there);
        vault.add({h, mdp.problem.feature(here.state, action).data(), 1, reward, there.state.point});
        std::swap(here, there);
      }
      vault.end_user();
    }
    door.release();
  }
  static VaultShape shape(const Problem& problem) {
    VaultShape shape;
    shape.tasks = problem.horizon, shape.dimension = problem.dimension;
    shape.outcomes = problem.point_count(), shape.outcome_tasks = problem.horizon - 1;
    return shape;
  }

  Vault vault;
  Billboard board;
  Door door;
};

/// V of the first stage by backward induction: Q = extreme(r + w'phi + sign beta |phi|, 0).
template <typename Extreme>
Vector backward(const Problem& problem, const Billboard& board, double beta, double sign, Extreme extreme) {
  Vector value = Vector::Zero(problem.point_count());
  for (int h = problem.horizon - 1; h >= 0; --h) {
    const Matrix inverse = (board.gram(h) + identity(problem.dimension)).inverse();
    Targets next;
    next.at_outcomes = value;
    const Vector w = inverse * board.moments(h, next).sums.col(0);
    for (Index p = 0; p < problem.point_count(); ++p) {
      value[p] = -std::numeric_limits<double>::infinity();
      for (int a = 0; a < problem.actions; ++a) {
        const Eigen::RowVectorXd phi = problem.feature(problem.point(p), a);
        const double width = std::sqrt(phi * inverse * phi.transpose());
        const double q = phi.dot(problem.known_rewards.row(h)) + phi.dot(w) + sign * beta * width;
        value[p] = std::max(value[p], extreme(q, 0.0));
      }
    }
  }
  return value;
}

// 4. As printed, with the minimum alone corrected, and as meant; then the planner of the library.
TEST(Errata, PrintedPessimismLearnsNothing) {
  const LinearMdp mdp = make_environment("simplex", 5, 1, {{"rewards", "known"}});
  const Vector optimal = Evaluator(mdp).optimal().start_values;
  const Observed observed(mdp, 20000);
  const double beta = 10;
  const auto smaller = [](double a, double b) { return std::min(a, b); };
  const auto larger = [](double a, double b) { return std::max(a, b); };
  const Vector printed = backward(mdp.problem, observed.board, beta, 1, smaller);
  const Vector half_corrected = backward(mdp.problem, observed.board, beta, 1, larger);
  const Vector meant = backward(mdp.problem, observed.board, beta, -1, larger);
  EXPECT_EQ(printed.cwiseAbs().maxCoeff(), 0);
  EXPECT_GT((half_corrected - optimal).minCoeff(), 0) << "the sign matters too";
  EXPECT_GT(meant.minCoeff(), 0);
  EXPECT_LT((meant - optimal).maxCoeff(), 0);

  ConstantsChoice choice{.family = Family::lsvi_ucb_plus_plus};
  choice.multipliers.beta = 0.1;
  Planner planner(mdp.problem, choice.family, make_constants(mdp.problem, choice, 20000));
  planner.plan(observed.board);
  for (Index p = 0; p < mdp.problem.point_count(); ++p) {
    const double ours = planner.values(0, mdp.problem.point(p)).pessimistic;
    EXPECT_GT(ours, 0);
    EXPECT_LT(ours, optimal[p]);
  }
}

// 5. The printed loop beside our agent, on the same users. With one-hot features and weights 1 the trace of a Gram
// matrix counts the users that a plan has seen.
TEST(Errata, PrintedLoopPlansTheLastStageAlone) {
  constexpr std::int64_t kUsers = 300;
  const LinearMdp mdp = make_environment("river-swim", 5, 1, {});
  const Problem& problem = mdp.problem;
  const int H = problem.horizon;
  LsviOptions options;
  options.constants.ridge = 0.7;  // No product of 0.7 + n is twice another: no test is decided by rounding.
  options.switching.kind = Kind::doubling;
  LsviAgent agent(problem, options, kUsers, 1);
  const double ridge = agent.plan(0)->ridge;

  std::vector<Matrix> now(H, ridge * identity(problem.dimension)), last = now;
  std::vector<int> printed(H, 0);
  int ours = 0;
  const Simulator simulator(mdp);
  std::vector<Step> steps(H);
  Place here, there;
  for (std::int64_t k = 1; k < kUsers; ++k) {
    const Policy policy = agent.policy();
    Stream user(1, "errata/users", k), ties(1, "errata/ties", k);
    simulator.start(user, here);
    for (int h = 0; h < H; ++h) {
      const int action = policy.act(h, here.state, ties);
      const Eigen::RowVectorXd phi = problem.feature(here.state, action);
      now[h] += phi.transpose() * phi;
      const double reward = simulator.step(h, here, action, user, there);
      steps[h] = {h, here.state, action, reward, there.state};
      std::swap(here, there);
    }
    for (int h = H - 1; h >= 0; --h) {
      bool doubled = false;
      for (int other = 0; other < H; ++other)
        doubled = doubled || now[other].determinant() >= 2 * last[other].determinant();
      if (!doubled) continue;
      ++printed[h];  // Q of this stage is renewed,
      last = now;    // and k_last <- k.
    }
    if (!agent.take({policy.version(), steps}).new_policy) continue;
    ++ours;
    for (int h = 0; h < H; ++h)
      EXPECT_NEAR(agent.plan(h)->gram.trace() - ridge * problem.dimension, static_cast<double>(k), 1e-9);
  }
  EXPECT_GT(ours, 5);
  EXPECT_EQ(printed.back(), ours);
  EXPECT_EQ(std::count(printed.begin(), printed.end() - 1, 0), H - 1);
}

/// The largest weight of a step after which something comes.
class LargestWeight : public TraceWriter {
 public:
  explicit LargestWeight(int horizon) : horizon_(horizon) {}
  void plan(std::int64_t, const Policy&, const Planning*, const Problem&) override {}
  void step(std::int64_t, const Step& step, double, double, double weight) override {
    if (step.h + 1 < horizon_) value = std::max(value, weight);
  }
  double value = 0;

 private:
  int horizon_;
};

// 6. The floor H of sigma-bar allows weights up to 1/H^2, which is 1/H in the scale of our agent, H sigma-bar^-2.
TEST(Errata, WeightsReachWhatTheFloorOfTheProofsAllows) {
  constexpr int H = 5;
  const auto largest = [](const char* agent, std::optional<double> epsilon, const Assignments& settings) {
    RunSpec spec;
    spec.env = "simplex", spec.horizon = H, spec.episodes = 500;
    spec.agent = agent, spec.agent_settings = settings, spec.epsilon = epsilon;
    LargestWeight weight(H);
    Hooks hooks;
    hooks.trace = &weight;
    run_experiment(spec, hooks);
    return weight.value;
  };
  const double ours = largest("lsvi-ucb++", {}, {});
  EXPECT_LE(ours, 1);
  EXPECT_GT(ours, 2.0 / H);
  const double paper = largest("dp-lsvi-ucb++-paper", 1, {{"weights", "variance"}});  // Keeps the scale of the paper.
  EXPECT_LE(paper, 1.0 / H);
  EXPECT_GT(paper, 2.0 / (H * H));
}

// 7. What one release costs two users as far apart as they can be, with the noise of the paper: rho_0 is paid.
TEST(Errata, WeightsBelowOneOverHPayForMoreThanTheyNeed) {
  constexpr double H = 20;
  const PaperTheory theory = paper_theory(theory_size(2, H, 1e6, false), Rho(0.02));
  struct Sums {
    Matrix gram, moment;
  };
  const auto sums_of = [&](const std::vector<double>& phi, double weight) {
    VaultShape shape;
    shape.dimension = 2, shape.outcomes = 1, shape.outcome_tasks = 1;
    Vault vault(shape);
    Billboard board;
    Door door(vault, board);
    vault.add({0, phi.data(), weight, 0, 0});
    vault.end_user();
    door.release();
    Targets value;
    value.at_outcomes = Matrix::Constant(1, 1, H);  // The next state has the largest value there is.
    return Sums{board.gram(0), board.moments(0, value).sums};
  };
  for (const double weight : {1.0, 1 / H}) {
    const Sums one = sums_of({1, 0}, weight), opposite = sums_of({-1, 0}, weight), across = sums_of({0, 1}, weight);
    const double moment = (one.moment - opposite.moment).squaredNorm() / (2 * std::pow(theory.value_scale, 2));
    // Entries of the GOE have variance s^2, twice that on the diagonal.
    const double gram = (one.gram - across.gram).squaredNorm() / (4 * std::pow(theory.gram_scale, 2));
    EXPECT_NEAR(moment / theory.rho_0, weight * weight, 1e-12);
    EXPECT_NEAR(gram / theory.rho_0, weight * weight, 1e-12);
  }
}

/// The radii of an agent that plans with the published formulas.
struct Radii {
  double optimistic, pessimistic;
};
Radii radii(const AgentEntry& entry, Assignments settings, const PrivacyContext* privacy) {
  const LinearMdp mdp = make_environment("two-state", 0, 1, {});
  settings.emplace_back("constants", "theory");
  const auto agent = entry.make({mdp.problem, 1000, 0, privacy}, Settings(entry.settings, settings, "agent"));
  const StagePlan& plan = *dynamic_cast<const Planning&>(*agent).plan(0);
  return {plan.optimistic.outer_radius, -plan.pessimistic.outer_radius};
}

// 8. Bernstein is about d H times narrower without privacy. With it both radii are their common term H L sqrt(d lam~).
TEST(Errata, BernsteinIsNarrowerButNotWithTheNoiseOfThePaper) {
  const TheorySize size = theory_size(10, 20, 1e6, false);
  const PlusPlusTheory exact = plus_plus_theory(size);
  EXPECT_GT(exact.hoeffding / exact.bernstein, size.dimension * size.horizon / 2);
  const PaperTheory paper = paper_theory(size, Rho(0.02));
  EXPECT_GT(paper.hoeffding, paper.bernstein);
  EXPECT_LT(paper.hoeffding / paper.bernstein - 1, 1e-6);

  const auto narrower = [](const Radii& r) { return r.optimistic < r.pessimistic; };
  EXPECT_TRUE(narrower(radii(agent_entry("lsvi-ucb++"), {}, nullptr)));
  EXPECT_FALSE(narrower(radii(agent_entry("lsvi-ucb++"), {{"bonus", "hoeffding"}}, nullptr)));
  const PrivacyContext privacy{{Epsilon(1), Delta(1e-6), Theorem::zcdp_simple, NoiseSource::simulation}};
  EXPECT_TRUE(narrower(radii(agent_entry("dp-lsvi-ucb++-paper"), {}, &privacy)));
  EXPECT_FALSE(narrower(radii(specimen_entry(), {}, &privacy)));
}

// 9. A sum that only grows, released after every user. The shift is 2 eta, so that all matrices are positive definite.
TEST(Errata, DeterminantsOfNoisyMatricesShrink) {
  constexpr Index kUsers = 256;
  constexpr int d = 4;
  const auto decreases = [&](const char* release) {
    VaultShape shape;
    shape.dimension = d;
    Vault vault(shape);
    Billboard board;
    Ledger ledger({Epsilon(1), Delta(1e-6), Theorem::gdp_exact, NoiseSource::simulation});
    std::unique_ptr<Door> door;
    double ridge = 1;
    if (std::string(release) == "exact") {
      door = std::make_unique<Door>(vault, board);
    } else {
      const Strategy strategy = make_strategy(release, kUsers);
      const auto worst = std::max_element(strategy.prefix_std.begin(), strategy.prefix_std.end());
      const Index at = worst - strategy.prefix_std.begin();
      door = std::make_unique<Door>(vault, board, ledger, DoorOptions{strategy, {{1, 0, 0}}, 1, kUsers},
                                    SimulationNoise(1, "errata"));
      ridge = 2 * eta(door->predicted(0, at).gram, d, kUsers, kFailure);
    }
    Stream stream(1, "errata/features");
    int count = 0;
    double last = -std::numeric_limits<double>::infinity();
    for (Index k = 0; k < kUsers; ++k) {
      Vector phi(d);
      for (double& x : phi) x = stream.normal();
      phi.normalize();
      vault.add({0, phi.data(), 1, 0, 0});
      vault.end_user();
      door->release();
      const double now = log_det(board.gram(0) + ridge * identity(d));
      EXPECT_TRUE(std::isfinite(now)) << "not positive definite";
      count += now < last;
      last = now;
    }
    return count;
  };
  EXPECT_EQ(decreases("exact"), 0);
  EXPECT_GT(decreases("fresh"), kUsers / 8);
  EXPECT_GT(decreases("tree"), kUsers / 8);
}

// 9. Two releases of the same sum G >= 0 with the shift 2 eta and noise of norm at most eta lie between G + eta I and
// G + 3 eta I, so that no direction grows more than threefold, whatever d.
TEST(Errata, NoiseAloneDoesNotPassTheRayleighTest) {
  constexpr double kEta = 5;
  constexpr double alpha = 3 * (1 + 1e-9);
  SimulationNoise source(1, "errata");
  int doublings = 0;
  for (const int d : {2, 4, 8}) {
    for (int i = 0; i < 200; ++i) {
      const Matrix half = source.goe(d, 0.1 * (i % 5));
      const auto noisy = [&](const Matrix& noise) -> Matrix {
        return half * half + 2 * kEta * identity(d) + kEta / spectral_norm(noise) * noise;
      };
      const Matrix last = noisy(source.goe(d, 1)), now = noisy(source.goe(d, 1));
      doublings += due(Kind::doubling, 0, last, now);
      EXPECT_FALSE(due(Kind::rayleigh, alpha, last, now));
    }
    const Matrix low = kEta * identity(d), high = 3 * kEta * identity(d);
    EXPECT_FALSE(due(Kind::rayleigh, alpha, low, high));
    EXPECT_TRUE(due(Kind::rayleigh, 2.9, low, high)) << "three is the least that is safe";
  }
  EXPECT_GT(doublings, 0);
}

// 11. The features as published: eight bits, whether action and state match, and whether not; here they are a third.
TEST(Errata, PublishedFeaturesHaveNormThreeAndAreRefused) {
  LinearMdp mdp = make_environment("two-state", 0, 1, {});
  Matrix& points = mdp.problem.points;
  EXPECT_NO_THROW(validate(mdp));
  EXPECT_NEAR(points.rowwise().norm().maxCoeff(), 1, 1e-12);
  points *= 3;
  for (const auto& phi : points.rowwise()) {
    EXPECT_NEAR((phi.head(8).array().abs() - 1).abs().maxCoeff(), 0, 1e-12);
    EXPECT_NEAR(phi[8] + phi[9], 1, 1e-12);
    EXPECT_NEAR(phi[8] * phi[9], 0, 1e-12);
    EXPECT_NEAR(phi.norm(), 3, 1e-12);
    // One user alone would move a Gram matrix nine times as far as the noise is made for.
    const double stated = Sensitivities::of(Adjacency::add_remove, false, 0.5).gram;
    EXPECT_NEAR((phi.transpose() * phi).norm(), 9 * stated, 1e-9);
  }
  for (Matrix& measures : std::get<FiniteDynamics>(mdp.dynamics).measures) measures /= 3;
  mdp.rewards /= 3, mdp.problem.known_rewards /= 3;
  EXPECT_THAT([&] { validate(mdp); }, testing::ThrowsMessage<Error>(testing::HasSubstr("a feature vector has norm")));
}

// 13. Noise of norm lam~ on a matrix that starts at 2 lam~ I, however small the bound of the theorem.
TEST(Errata, NoiseAloneDoublesADeterminantWhereTheBoundAllowsNoSwitch) {
  for (const int d : {1, 2, 10}) {
    const PaperTheory theory = paper_theory(theory_size(d, 20, 1e6, false), Rho(1e-12));
    const Matrix start = 2 * theory.lambda * identity(d), noise = theory.lambda * identity(d);
    EXPECT_LT(theory.switches, 0.01);
    EXPECT_EQ(due(Kind::doubling, 0, start, start + noise), d >= 2) << d;
  }
}

TEST(Errata, EveryRowNamesATestThatExistsOrACommand) {
  const std::filesystem::path root = TACIT_SOURCE_DIR;
  std::string tests;
  for (const char* folder : {"tests", "tacit"})
    for (const auto& file : std::filesystem::recursive_directory_iterator(root / folder))
      if (file.path().string().ends_with("_test.cc")) tests += read_all(file.path().string());
  std::istringstream table(read_all((root / "docs/errata.md").string()));
  const std::regex row(R"(\| (\d+) \|.* \| (.*) \|)"), name(R"(`([A-Z]\w*)\.([A-Z]\w*)`)");
  std::smatch cells;
  int rows = 0;
  for (std::string line; std::getline(table, line);) {
    if (!std::regex_match(line, cells, row)) continue;
    EXPECT_EQ(cells[1], std::to_string(++rows));
    const std::string shown = cells[2];
    int shows = shown.find("`tacit ") != std::string::npos;
    for (std::sregex_iterator at(shown.begin(), shown.end(), name), end; at != end; ++at, ++shows)
      EXPECT_TRUE(std::regex_search(tests, std::regex("TEST(_P)?\\(" + (*at)[1].str() + ", " + (*at)[2].str() + "\\)")))
          << (*at)[0];
    EXPECT_GT(shows, 0) << "row " << rows;
  }
  EXPECT_EQ(rows, 13);
}

}  // namespace
}  // namespace tacit
