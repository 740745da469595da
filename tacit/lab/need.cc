#include "tacit/lab/need.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tacit/agents/agent_entry.h"
#include "tacit/core/error.h"
#include "tacit/lab/experiment/runner.h"
#include "tacit/lab/report/numbers.h"

namespace tacit {
namespace {

using Json = nlohmann::ordered_json;

void require(const NeedSpec& spec) {
  if (!(spec.within > 0 && spec.within < 1))
    throw Error("within", fmt::format("{}", spec.within), "a part of the best value above 0 and below 1");
  if (spec.fewest < 1 || spec.most < spec.fewest || spec.most > kMostEpisodes)
    throw Error("most", fmt::format("{} to {}", spec.fewest, spec.most),
                fmt::format("two numbers from 1 to {}, the larger one last", kMostEpisodes));
  if (spec.run.noise == Noise::production)
    throw Error("noise", "'production'", "simulation or lattice: nobody could repeat what production noise answers");
}

bool is_within(const NeedPoint& point, double within) { return point.gap.high <= within; }

struct Measured {
  NeedPoint point;
  double optimal_value;
};

/// Nothing if it was stopped.
std::optional<Measured> measure(RunSpec run, std::int64_t users, std::optional<double> epsilon,
                                const NeedHooks& hooks) {
  run.episodes = users;
  run.epsilon = epsilon;
  Hooks watching;
  watching.stop = hooks.stop;
  const ExperimentRecord record = run_experiment(run, watching);
  if (record.interrupted) return std::nullopt;
  std::vector<double> gaps;
  if (!(record.env.optimal_value > 0))
    throw Error("env", "nothing can be earned in so few stages, so that no policy is nearer to the best than another");
  for (const RunRecord& one : record.runs) gaps.push_back(one.final_gap / record.env.optimal_value);
  return Measured{{users, estimate(gaps)}, record.env.optimal_value};
}

std::string budget_text(const NeedRow& row) {
  return row.epsilon ? fmt::format("ε = {}", *row.epsilon) : "not private";
}

Json number_or_null(const std::optional<std::int64_t>& number) { return number ? Json(*number) : Json(nullptr); }

}  // namespace

std::vector<std::int64_t> numbers_of_users(std::int64_t fewest, std::int64_t most) {
  std::vector<std::int64_t> result;
  const auto last = static_cast<double>(most) * (1 + 1e-9);
  for (double users = static_cast<double>(fewest); users <= last; users *= std::sqrt(10.0)) {
    const double digits = std::pow(10.0, std::floor(std::log10(users)) - 1);  // Two digits are kept.
    const auto rounded =
        static_cast<std::int64_t>(digits > 1 ? std::round(users / digits) * digits : std::round(users));
    if (result.empty() || rounded > result.back()) result.push_back(rounded);
  }
  return result;
}

NeedAnswer answer_from(const std::vector<NeedPoint>& points, double within) {
  const auto first_within = [&](double Estimate::*end) {
    std::optional<std::int64_t> users;
    for (auto point = points.rbegin(); point != points.rend() && point->gap.*end <= within; ++point)
      users = point->users;
    return users;
  };
  return {first_within(&Estimate::centre), first_within(&Estimate::low), first_within(&Estimate::high)};
}

NeedReport users_needed(const NeedSpec& spec, const NeedHooks& hooks) {
  require(spec);
  NeedReport report{spec.run.own_env ? spec.run.own_env->name : spec.run.env,
                    spec.run.own_agent ? spec.run.own_agent->name : spec.run.agent,
                    spec.run.noise,
                    0,
                    spec.within,
                    spec.run.runs,
                    {},
                    false};
  std::vector<std::optional<double>> budgets(spec.epsilon.begin(), spec.epsilon.end());
  if (budgets.empty()) budgets.emplace_back(std::nullopt);
  for (const auto& epsilon : budgets) {
    NeedRow row{epsilon, {}, {}};
    for (const std::int64_t users : numbers_of_users(spec.fewest, spec.most)) {
      const std::optional<Measured> measured = measure(spec.run, users, epsilon, hooks);
      if (!measured) {
        report.interrupted = true;
        break;
      }
      report.optimal_value = measured->optimal_value;
      row.points.push_back(measured->point);
      if (hooks.measured) hooks.measured(epsilon, measured->point);
      const std::size_t n = row.points.size();
      if (n >= 2 && is_within(row.points[n - 2], spec.within) && is_within(row.points[n - 1], spec.within)) break;
    }
    row.answer = answer_from(row.points, spec.within);
    if (!row.points.empty()) report.rows.push_back(std::move(row));
    if (report.interrupted) break;
  }
  return report;
}

Figure need_figure(const NeedReport& report) {
  Figure figure;
  figure.title = fmt::format("How many users {} needs on {}", report.agent, report.env);
  figure.subtitle = fmt::format("gap of the last policy, mean of {} and its {}", counted(report.runs, "run"),
                                report.runs < kEnoughRuns ? "interval; too few runs for 95 %" : "95 % interval");
  figure.x = {"users", Scale::logarithmic};
  figure.y = {"gap to the best policy, part of its value", Scale::logarithmic};
  for (const NeedRow& row : report.rows) {
    Series series{budget_text(row), row.epsilon ? Role::is_private : Role::not_private, {}, {}, {}, {}};
    for (const NeedPoint& point : row.points) {
      series.x.push_back(static_cast<double>(point.users));
      series.mean.push_back(point.gap.centre);
      series.low.push_back(point.gap.low);
      series.high.push_back(point.gap.high);
    }
    if (!series.x.empty()) figure.series.push_back(std::move(series));
  }
  figure.references.push_back({fmt::format("{:g} %", 100 * report.within), Role::control, report.within, std::nullopt});
  return figure;
}

std::string to_json(const NeedReport& report) {
  Json rows = Json::array();
  for (const NeedRow& row : report.rows) {
    Json points = Json::array();
    for (const NeedPoint& point : row.points)
      points.push_back({{"users", point.users}, {"gap", point.gap.centre}, {"ci95", {point.gap.low, point.gap.high}}});
    rows.push_back({{"epsilon", row.epsilon ? Json(*row.epsilon) : Json(nullptr)},
                    {"users_needed", number_or_null(row.answer.users)},
                    {"between", {number_or_null(row.answer.least), number_or_null(row.answer.most)}},
                    {"points", points}});
  }
  const bool noised = !report.rows.empty() && report.rows.front().epsilon.has_value();
  const Json document = {{"env", report.env},
                         {"agent", report.agent},
                         {"noise", noised ? Json(to_text(report.noise)) : Json(nullptr)},
                         {"within", report.within},
                         {"optimal_value", report.optimal_value},
                         {"runs", report.runs},
                         {"budgets", rows}};
  return document.dump(1);
}

}  // namespace tacit
