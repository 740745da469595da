// `tacit run --trace`: an outsider recomputes the plans from the trace and the exported environment alone.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "tacit/core/linear_algebra.h"
#include "tests/program/run.h"

namespace tacit {
namespace {

using nlohmann::json;

const std::string kEnvironment = "--env simplex --horizon 3 --seed 5 --set env.states=6 --set env.actions=4 ";
constexpr int kHorizon = 3, kActions = 4;

Vector vector(const json& list) {
  Vector v(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) v[static_cast<Index>(i)] = list[i];
  return v;
}

Matrix matrix(const json& rows) {
  Matrix m(rows.size(), rows.at(0).size());
  for (std::size_t i = 0; i < rows.size(); ++i) m.row(static_cast<Index>(i)) = vector(rows[i]).transpose();
  return m;
}

double clip(double x, const json& low, const json& high) {
  if (!low.is_null()) x = std::max(x, low.get<double>());
  if (!high.is_null()) x = std::min(x, high.get<double>());
  return x;
}

class Trace : public testing::Test {
 protected:
  void run(const std::string& agent, int episodes) {
    const ScratchFolder scratch;
    ASSERT_EQ(run_program("run " + kEnvironment + agent + " --episodes " + std::to_string(episodes) + " --trace '" +
                          scratch / "trace" + "'")
                  .code,
              0);
    std::istringstream text(read_all(scratch / "trace"));
    for (std::string line; std::getline(text, line);) {
      json parsed = json::parse(line);
      if (parsed.at("type") == "step") {
        steps.push_back(std::move(parsed));
      } else {
        ASSERT_EQ(parsed.at("type"), "plan");
        const std::pair when(parsed.at("k").get<int>(), parsed.at("h").get<int>());
        plans.emplace(when, std::move(parsed));
      }
    }
    features = matrix(json::parse(run_program("export " + kEnvironment).output)["features"]);
  }

  // docs/cli.md: Q from a plan's own line.
  double action_value(const json& plan, Index row) const {
    const Vector phi = features.row(row);
    const json& radii = plan["radii"];
    const json& side = radii["optimistic"];
    const double squared = phi.dot(matrix(plan["gram"]).llt().solve(phi));
    const double n = std::sqrt(squared), u = radii["ridge"].get<double>() * squared / phi.squaredNorm();
    const auto number = [](const json& x) { return x.get<double>(); };
    const double r = clip(number(radii["reward_centre"]) + vector(plan["weights"]["reward"]).dot(phi) +
                              number(side["reward_radius"]) * n + number(side["reward_bias"]) * u,
                          radii["reward_low"], radii["reward_high"]);
    const double v = clip(number(side["centre"]) + vector(plan["weights"]["optimistic"]).dot(phi) +
                              number(side["radius"]) * n + number(side["bias"]) * u,
                          side["low"], side["high"]);
    return clip(r + v + number(side["outer_radius"]) * n, side["q_low"], side["q_high"]);
  }

  void expect_values_follow_from_their_lines() const {
    for (const auto& [when, plan] : plans)
      for (Index row = 0; row < features.rows(); ++row)
        EXPECT_NEAR(plan["q"][row / kActions][row % kActions], action_value(plan, row), 1e-9);
  }

  std::vector<json> steps;
  std::map<std::pair<int, int>, json> plans;  // By (k, h).
  Matrix features;
};

TEST_F(Trace, HasEveryStepInOrder) {
  run("--agent lsvi-ucb", 5);
  ASSERT_EQ(steps.size(), 5u * kHorizon);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const json& step = steps[i];
    EXPECT_EQ(step.size(), 8u);
    EXPECT_EQ(step["k"], i / kHorizon);
    EXPECT_EQ(step["h"], i % kHorizon);
    EXPECT_GE(step["s"], 0);
    EXPECT_LT(step["s"], 6);
    EXPECT_LT(step["a"], kActions);
    EXPECT_EQ(step["weight"], 1);
    if (i % kHorizon > 0) {
      EXPECT_EQ(step["s"], steps[i - 1]["next"]);
    }
  }
}

TEST_F(Trace, HasThePlanOfEverySwitch) {
  run("--agent lsvi-ucb --set agent.switching=geometric --set agent.first=4 --set agent.ratio=2", 20);
  std::vector<int> planned;
  for (const auto& [when, plan] : plans)
    if (when.second == 0) planned.push_back(when.first);
  EXPECT_THAT(planned, testing::ElementsAre(0, 4, 8, 16));
  EXPECT_EQ(plans.size(), 4u * kHorizon);
}

TEST_F(Trace, LsviUcbValuesFollowFromTheirLines) {
  run("--agent lsvi-ucb", 20);
  expect_values_follow_from_their_lines();
}

TEST_F(Trace, LsviUcbPlusPlusValuesFollowFromTheirLines) {
  run("--agent lsvi-ucb++", 40);
  expect_values_follow_from_their_lines();
}

TEST_F(Trace, TheoryValuesFollowFromTheirLines) {
  run("--agent lsvi-ucb --set agent.constants=theory --set env.rewards=known", 10);
  expect_values_follow_from_their_lines();
}

TEST_F(Trace, LsviUcbPlansFollowFromTheSteps) {
  run("--agent lsvi-ucb", 20);
  const Index d = features.cols();
  for (const auto& [when, plan] : plans) {
    const auto [k, h] = when;
    const json& radii = plan["radii"];
    const json& side = radii["optimistic"];
    Matrix gram = radii["ridge"].get<double>() * Matrix::Identity(d, d);
    Vector reward = Vector::Zero(d), value = Vector::Zero(d);
    for (const json& step : steps) {
      if (step["k"] >= k || step["h"] != h) continue;
      const Vector phi = features.row(step["s"].get<Index>() * kActions + step["a"].get<Index>());
      gram += phi * phi.transpose();
      reward += (step["r"].get<double>() - radii["reward_centre"].get<double>()) * phi;
      if (h + 1 == kHorizon) continue;
      const json& next = plans.at({k, h + 1})["q"][step["next"].get<std::size_t>()];
      value += (clip(vector(next).maxCoeff(), side["low"], side["high"]) - plan["centre"].get<double>()) * phi;
    }
    EXPECT_LT((matrix(plan["gram"]) - gram).norm(), 1e-9);
    EXPECT_LT((vector(plan["weights"]["reward"]) - gram.llt().solve(reward)).norm(), 1e-9);
    EXPECT_LT((vector(plan["weights"]["optimistic"]) - gram.llt().solve(value)).norm(), 1e-9);
  }
}

TEST_F(Trace, ControlsThatDoNotPlanHaveStepsOnly) {
  run("--agent uniform", 3);
  EXPECT_EQ(steps.size(), 3u * kHorizon);
  EXPECT_TRUE(plans.empty());
}

}  // namespace
}  // namespace tacit
