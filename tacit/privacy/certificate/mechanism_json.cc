#include "tacit/privacy/certificate/mechanism_json.h"

#include <fmt/format.h>

#include "tacit/privacy/accounting/touch_runs.h"
#include "tacit/privacy/certificate/rows_text.h"

namespace tacit {
namespace {

using Json = nlohmann::ordered_json;

Index coordinates(Statistic part, const VaultShape& shape) {
  return part == Statistic::gram       ? shape.gram_size()
         : part == Statistic::response ? shape.dimension
                                       : shape.outcomes * shape.dimension;
}

Json vault(const VaultShape& shape) {
  Json all = {{"tasks", shape.tasks},          {"dimension", shape.dimension},
              {"outcomes", shape.outcomes},    {"outcome_tasks", shape.outcome_tasks},
              {"mixed_outcomes", shape.mixed}, {"response_centre", shape.response_centre}};
  if (shape.cells) all["cells"] = true;
  return all;
}

Json features(const VaultShape& shape, Adjacency adjacency) {
  if (adjacency == Adjacency::add_remove) return nullptr;  // One user alone: no matter which.
  if (shape.cells) return nullptr;                         // Which cells they are does not matter.
  Json rows = nullptr;
  if (shape.rows) rows = rows_text(*shape.rows);
  return {{"non_negative", shape.non_negative_features}, {"rows", rows}};
}

Json statistics(const Mechanism& mechanism) {
  Json all = Json::array();
  for (const DeclaredStatistic& s : mechanism.statistics)
    all.push_back({{"statistic", statistic_name(s.part, mechanism.shape)},
                   {"first_task", s.first_task},
                   {"end_task", s.end_task},
                   {"coordinates", coordinates(s.part, mechanism.shape)},
                   {"share", s.share},
                   {"sensitivity", s.sensitivity},
                   {"noise_scale", s.share > 0 ? Json(s.noise_scale) : Json(nullptr)}});
  return all;
}

Json lattice(const Mechanism& m) {
  if (!m.lattice) return nullptr;
  return {{"gram", m.lattice->gram},
          {"response", m.lattice->response},
          {"outcomes", m.lattice->outcomes},
          {"mixture", m.shape.mixed ? Json(m.lattice->mixture) : Json(nullptr)}};
}

Json strategy(const Mechanism& mechanism) {
  Json touches = Json::array();
  for (const TouchRun& run : fold(mechanism.touches))
    touches.push_back({{"release", run.touch.release},
                       {"first_block", run.touch.first_block},
                       {"end_block", run.touch.end_block},
                       {"share", run.touch.share},
                       {"steps", run.steps},
                       {"release_stride", run.release_stride},
                       {"first_stride", run.first_stride},
                       {"end_stride", run.end_stride}});
  return {{"name", mechanism.strategy},
          {"fading", mechanism.fading ? Json(*mechanism.fading) : Json(nullptr)},
          {"releases", mechanism.releases},
          {"column_norm", mechanism.column_norm},
          {"touches", touches}};
}

// Answers after one release share an object.
Json answers(const std::vector<Answer>& given) {
  Json all = Json::array();
  std::string asked;
  for (std::size_t i = 0; i < given.size(); ++i) {
    asked += fmt::format("{}{}x{}", asked.empty() ? "" : " ", given[i].task, given[i].moments);
    if (i + 1 < given.size() && given[i + 1].users == given[i].users) continue;
    all.push_back({{"users", given[i].users}, {"asked", asked}});
    asked.clear();
  }
  return all;
}

Json requests(const MechanismRecord& record) {
  if (!record.declared.requests) return nullptr;
  const DeclaredRequests& declared = *record.declared.requests;
  return {{"share", declared.share},   {"most", declared.most},
          {"given", record.moments()}, {"sensitivity", declared.sensitivity},
          {"mu", declared.mu},         {"answers", answers(record.answers)}};
}

}  // namespace

std::string statistic_name(Statistic part, const VaultShape& shape) {
  const std::string name = kStatisticNames[static_cast<int>(part)];
  return part == Statistic::outcomes && shape.mixed ? "mixed " + name : name;
}

Json mechanism_json(const MechanismRecord& record, const Promise& promise) {
  const Mechanism& m = record.declared;
  Json points = Json::array();
  for (const PointRun& run : record.points)
    points.push_back({{"users", run.users}, {"stride", run.stride}, {"count", run.count}});
  return {{"vault", vault(m.shape)},
          {"features", features(m.shape, promise.adjacency())},
          {"lattice", lattice(m)},
          {"statistics", statistics(m)},
          {"joint_sensitivity", joint_sensitivity(m, promise.adjacency())},
          {"strategy", strategy(m)},
          {"budget", m.budget},
          {"users", m.most_users},
          {"points", points},
          {"requests", requests(record)}};
}

}  // namespace tacit
