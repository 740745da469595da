#include "tacit/lab/experiment/trace.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "tacit/agents/stage_plan.h"

namespace tacit {
namespace {

using Json = nlohmann::ordered_json;

Json numbers(const double* first, Index count) {
  Json list = Json::array();
  for (Index i = 0; i < count; ++i) list.push_back(first[i]);
  return list;
}

Json numbers(const Vector& v) { return v.size() == 0 ? Json(nullptr) : numbers(v.data(), v.size()); }

Json rows(const double* first, Index count, Index width) {
  Json list = Json::array();
  for (Index i = 0; i < count; ++i) list.push_back(numbers(first + i * width, width));
  return list;
}

// JSON has no infinity: an absent bound is null.
Json bound(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json side(const StagePlan::Side& s) {
  return {{"centre", s.centre},
          {"low", bound(s.low)},
          {"high", bound(s.high)},
          {"radius", s.radius},
          {"bias", s.bias},
          {"noise", s.noise},
          {"reward_radius", s.reward_radius},
          {"reward_bias", s.reward_bias},
          {"reward_noise", s.reward_noise},
          {"outer_radius", s.outer_radius},
          {"q_low", bound(s.q_low)},
          {"q_high", bound(s.q_high)}};
}

}  // namespace

void JsonTrace::plan(std::int64_t k, const Policy& policy, const Planning* planning, const Problem& problem) {
  if (!planning) return;
  for (int h = 0; h < problem.horizon; ++h) {
    const StagePlan* plan = planning->plan(h);
    if (!plan) return;
    Json weights = {{"optimistic", numbers(plan->optimistic.weights)}, {"reward", numbers(plan->reward)}};
    Json radii = {{"ridge", plan->ridge},
                  {"reward_centre", plan->reward_centre},
                  {"reward_low", bound(plan->reward_low)},
                  {"reward_high", bound(plan->reward_high)},
                  {"optimistic", side(plan->optimistic)}};
    if (plan->two_sided) {
      weights["pessimistic"] = numbers(plan->pessimistic.weights);
      weights["second"] = numbers(plan->second);
      radii["pessimistic"] = side(plan->pessimistic);
      radii["second_centre"] = plan->second_centre;
      radii["span"] = plan->span;
    }
    const auto q = policy.action_values(h);
    const Json line = {{"type", "plan"},
                       {"k", k},
                       {"h", h},
                       {"gram", rows(plan->gram.data(), plan->gram.rows(), plan->gram.cols())},
                       {"weights", weights},
                       {"radii", radii},
                       {"centre", plan->optimistic.centre},
                       {"q", problem.finite ? rows(q.data(), problem.point_count(), problem.actions) : Json(nullptr)}};
    out_ << line.dump() << '\n';
  }
}

void JsonTrace::step(std::int64_t k, const Step& step, double from, double to, double weight) {
  fmt::print(out_,
             R"({{"type":"step","k":{},"h":{},"s":{},"a":{},"r":{},"next":{},"weight":{}}})"
             "\n",
             k, step.h, from, step.action, step.reward, to, weight);
}

}  // namespace tacit
