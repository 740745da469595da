#include "tacit/lab/theory/theory_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <variant>

#include "tacit/agents/catalog.h"
#include "tacit/agents/lsvi/constants.h"

namespace tacit {
namespace {

using Json = nlohmann::ordered_json;

Json measured_json(const Measured& measured) {
  const RunRecord& run = measured.record.runs.front();
  Json options = Json::object();
  for (const auto& option : measured.record.options.all())
    std::visit([&](const auto& value) { options[option.first] = value; }, option.second);
  return {{"seed", run.seed},
          {"options", options},
          {"switches", run.switches},
          {"switching_bound", measured.switching_bound ? Json(*measured.switching_bound) : Json(nullptr)},
          {"regret", run.final_regret()},
          {"final_gap", run.final_gap}};
}

Json agent_json(const AgentTheory& row, const TheoryReport& report) {
  Json constants = Json::object(), regret = Json::array(), switches, bonus, measured;
  for (const Quantity& quantity : row.constants) constants[quantity.key] = quantity.value;
  for (const RegretBound& bound : row.regret)
    regret.push_back({{"name", bound.name},
                      {"form", bound.form},
                      {"value", bound.value},
                      {"vacuous", bound.value >= report.size.trivial_bound()},
                      {"informative_from", bound.informative_from ? Json(*bound.informative_from) : Json(nullptr)}});
  if (row.switches) switches = {{"form", row.switches->meaning}, {"value", row.switches->value}};
  if (row.at_end)
    bonus = {{"norm", row.at_end->norm},
             {"least", row.at_end->bonus},
             {"spread_norm", row.at_end->spread_norm},
             {"spread_least", row.at_end->spread_bonus},
             {"inert", row.at_end->bonus >= report.size.horizon}};
  const auto run = report.measured.find(row.name);
  if (run != report.measured.end()) measured = measured_json(run->second);
  return {{"name", row.name},       {"source", row.source}, {"guarantee", row.guarantee},
          {"constants", constants}, {"switches", switches}, {"regret", regret},
          {"bonus", bonus},         {"notes", row.notes},   {"measured", measured}};
}

// Counts as they are, everything else to six digits.
std::string number(double value) {
  return value == std::floor(value) && std::abs(value) < 1e9 ? fmt::format("{:.0f}", value)
                                                             : fmt::format("{:.6g}", value);
}

// Breaks at blanks, so that no line is longer than 120 characters; lines after the first are indented.
std::string wrapped(const std::string& text, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (column + 1 + end - at > 120) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (at > 0) {
      out += ' ';
      ++column;
    }
    out += text.substr(at, end - at);
    column += end - at;
    at = end + 1;
  }
  return out;
}

std::string line(const std::string& label, const std::string& value, const std::string& meaning) {
  const std::string head = fmt::format("  {:<17} {:>12}", label, value);
  return head + (meaning.empty() ? "" : "  " + wrapped(meaning, head.size() + 2)) + "\n";
}
// A plain word on the line above.
std::string remark(const std::string& text) { return line("", "", text); }

std::string regret_lines(const RegretBound& bound, double trivial) {
  const bool vacuous = bound.value >= trivial;
  std::string verdict = fmt::format("{} H K = {}", vacuous ? "vacuous: not below" : "below", number(trivial));
  if (bound.informative_from) {
    verdict += fmt::format("; it says something from K = {:.3g} on", *bound.informative_from);
  } else if (vacuous) {
    verdict += "; it says nothing at larger K either";
  }
  return line("regret bound", number(bound.value), bound.name + ": " + bound.form) + remark(verdict);
}

std::string bonus_lines(const FinalBonus& end, double cap) {
  std::string text =
      line("bonus at the end", number(end.bonus),
           fmt::format("for a unit feature that all K users showed: |phi| = {:.3g}", end.norm)) +
      line("", number(end.spread_bonus),
           fmt::format("in some direction, at least, whatever users do: |phi| = {:.3g}", end.spread_norm));
  if (end.bonus >= cap) {
    text += remark(fmt::format("inert: after K users the bonus of every unit feature is above the cap H = {}", cap));
  } else if (end.spread_bonus >= cap) {
    text += remark(fmt::format("after K users the bonus is above the cap H = {} in some direction", cap));
  }
  return text;
}

std::string measured_lines(const Measured& measured) {
  const RunRecord& run = measured.record.runs.front();
  const Settings& options = measured.record.options;
  const bool theory = options.all().contains("constants") && options.text("constants") == "theory";
  std::string text = fmt::format("  Measured, one run, seed {}, with {}:\n", run.seed,
                                 theory ? "these constants" : "practical constants, for which no regret theorem holds");
  text += line("switches", number(static_cast<double>(run.switches)), "measured");
  if (measured.switching_bound)
    text += line("at most", number(*measured.switching_bound), "d H log2(1 + K/(d ridge)), with the ridge of this run");
  return text + line("regret", number(run.final_regret()), fmt::format("measured; final gap {:.6g}", run.final_gap));
}

std::string agent_lines(const AgentTheory& row, const TheoryReport& report) {
  std::string text = fmt::format("\n{}: {}; {}\n", row.name, row.source,
                                 row.guarantee == kJointDp ? "joint differential privacy" : "no privacy");
  for (const Quantity& quantity : row.constants) text += line(quantity.key, number(quantity.value), quantity.meaning);
  if (row.switches) text += line("switching bound", number(row.switches->value), row.switches->meaning);
  for (const RegretBound& bound : row.regret) text += regret_lines(bound, report.size.trivial_bound());
  if (row.at_end) text += bonus_lines(*row.at_end, report.size.horizon);
  for (const std::string& note : row.notes) text += "  " + wrapped(note, 2) + "\n";
  const auto run = report.measured.find(row.name);
  if (run != report.measured.end()) text += measured_lines(run->second);
  return text;
}

}  // namespace

std::string to_json(const TheoryReport& report) {
  const TheorySize& size = report.size;
  Json privacy;
  if (const auto& b = report.budget)
    privacy = {{"epsilon", b->exact.epsilon().value()},
               {"delta", b->exact.delta().value()},
               {"mu", b->exact.mu().value()},
               {"rho", {{"exact", b->exact.rho().value()}, {"zcdp_simple", b->simple.rho().value()}}}};
  Json rows = Json::array();
  for (const AgentTheory& row : report.rows) rows.push_back(agent_json(row, report));
  const Json document = {{"env", report.env.empty() ? Json() : Json(report.env)},
                         {"dimension", static_cast<std::int64_t>(size.dimension)},
                         {"horizon", static_cast<std::int64_t>(size.horizon)},
                         {"episodes", static_cast<std::int64_t>(size.episodes)},
                         {"measure_norm", size.measure_norm},
                         {"rewards", size.rewards_learned ? "learned" : "known"},
                         {"failure", kFailure},
                         {"trivial_bound", size.trivial_bound()},
                         {"privacy", privacy},
                         {"agents", rows}};
  return document.dump(2) + "\n";
}

std::string to_table(const TheoryReport& report) {
  const TheorySize& size = report.size;
  std::string text = fmt::format(
      "{}d = {}, H = {}, K = {}, rewards {}, N = {:.6g} (bound on |measures(S)| and |theta|)\n"
      "1 inside every O(.), p = {}; no agent can lose more than H K = {}\n",
      report.env.empty() ? "" : report.env + ": ", size.dimension, size.horizon, number(size.episodes),
      size.rewards_learned ? "learned" : "known", size.measure_norm, kFailure, number(size.trivial_bound()));
  if (const auto& b = report.budget)
    text += fmt::format(
        "epsilon = {:.6g}, delta = {:.6g}: mu = {:.6g}, rho = {:.6g} (exact); rho = {:.6g} (simple conversion)\n",
        b->exact.epsilon().value(), b->exact.delta().value(), b->exact.mu().value(), b->exact.rho().value(),
        b->simple.rho().value());
  for (const AgentTheory& row : report.rows) text += agent_lines(row, report);
  return text;
}

}  // namespace tacit
