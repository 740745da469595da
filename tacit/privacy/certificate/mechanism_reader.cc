// Reads mechanisms from certificates that nobody vouches for (mechanism_json.h).
#include <fmt/format.h>

#include <charconv>
#include <limits>

#include "tacit/core/error.h"
#include "tacit/privacy/accounting/stacked_sensitivity.h"
#include "tacit/privacy/accounting/touch_runs.h"
#include "tacit/privacy/accounting/user_sums.h"
#include "tacit/privacy/certificate/json_fields.h"
#include "tacit/privacy/certificate/mechanism_json.h"
#include "tacit/privacy/certificate/rows_text.h"

namespace tacit {
namespace {

using Json = nlohmann::json;

constexpr std::int64_t kMostTasks = 1'000'000, kMostDimension = 100'000, kMostTouches = 20'000'000;
constexpr std::int64_t kUsers = UserSums::kUsers;

double finite(const JsonFields& in, const char* key, double low, double high) {
  const double value = in.number(key);
  if (!(value >= low && value <= high))
    throw Error(in.name(key), fmt::format("{}", value), fmt::format("a number from {} to {}", low, high));
  return value;
}

VaultShape read_vault(const Json& json, const std::string& path) {
  std::vector<std::string> keys = {"tasks",         "dimension",      "outcomes",
                                   "outcome_tasks", "mixed_outcomes", "response_centre"};
  const bool cells = json.is_object() && json.contains("cells");
  if (cells) keys.emplace_back("cells");
  const JsonFields in(json, path, keys);
  VaultShape shape;
  shape.tasks = static_cast<int>(in.integer("tasks", 1, kMostTasks));
  shape.dimension = static_cast<int>(in.integer("dimension", 1, kMostDimension));
  shape.outcomes = in.integer("outcomes", 0, kUsers);
  shape.outcome_tasks = static_cast<int>(in.integer("outcome_tasks", 0, shape.tasks));
  shape.mixed = in.flag("mixed_outcomes");
  shape.response_centre = finite(in, "response_centre", 0, 1);
  shape.cells = cells && in.flag("cells");
  if (cells && !shape.cells) throw Error(in.name("cells"), "false", "true, or nothing where there are none");
  if (!shape.has_sound_cells()) throw Error(in.name("cells"), "there is one task then, in which outcomes are counted");
  return shape;
}

std::shared_ptr<const Matrix> read_rows(const Json& json, const std::string& path, Index dimension) {
  if (json.is_null()) return nullptr;
  if (!json.is_array() || json.empty() || json.size() > static_cast<std::size_t>(kMostComparedRows))
    throw Error(path, fmt::format("expected a list of 1 to {} rows", kMostComparedRows));
  std::vector<std::string> lines;
  for (const Json& line : json) lines.push_back(JsonFields::text(line, path));
  auto rows = std::make_shared<const Matrix>(parse_rows(lines, dimension, path));
  if (!(rows->rowwise().norm().maxCoeff() <= 1 + 1e-9)) throw Error(path, "a row is longer than 1");
  return rows;
}

void read_features(const Json& json, const std::string& path, Adjacency adjacency, VaultShape& shape) {
  if (adjacency == Adjacency::add_remove) {
    if (!json.is_null()) throw Error(path, "the noise of add-remove depends on no features; expected null");
    return;
  }
  if (shape.cells) {
    if (!json.is_null()) throw Error(path, "the noise of cells depends on no features; expected null");
    return;
  }
  const JsonFields in(json, path, {"non_negative", "rows"});
  shape.non_negative_features = in.flag("non_negative");
  shape.rows = read_rows(in.at("rows"), in.name("rows"), shape.dimension);
}

void read_lattice(const Json& json, const std::string& path, Mechanism& mechanism) {
  if (json.is_null()) return;
  const JsonFields in(json, path, {"gram", "response", "outcomes", "mixture"});
  const auto bits = [&](const char* key) { return static_cast<int>(in.integer(key, 1, 30)); };
  mechanism.lattice = {bits("gram"), bits("response"), bits("outcomes")};
  if (mechanism.shape.mixed)
    mechanism.lattice->mixture = bits("mixture");
  else if (!in.is_null("mixture"))
    throw Error(in.name("mixture"), "outcomes are not mixed; expected null");
}

DeclaredStatistic read_statistic(const Json& json, const std::string& path, const VaultShape& shape) {
  const JsonFields in(json, path,
                      {"statistic", "first_task", "end_task", "coordinates", "share", "sensitivity", "noise_scale"});
  DeclaredStatistic s;
  const std::string name = in.text("statistic");
  bool known = false;
  for (const Statistic part : {Statistic::gram, Statistic::response, Statistic::outcomes})
    if (name == statistic_name(part, shape)) s.part = part, known = true;
  if (!known) throw Error(in.name("statistic"), "'" + name.substr(0, 60) + "'", "a statistic of the vault");
  s.first_task = static_cast<int>(in.integer("first_task", 0, shape.tasks - 1));
  s.end_task = static_cast<int>(in.integer("end_task", s.first_task + 1, shape.tasks));
  const Index size = s.part == Statistic::gram       ? shape.gram_size()
                     : s.part == Statistic::response ? shape.dimension
                                                     : shape.outcomes * shape.dimension;
  if (in.integer("coordinates", 1, std::numeric_limits<std::int64_t>::max()) != size)
    throw Error(in.name("coordinates"), in.at("coordinates").dump(), fmt::format("{}", size));
  s.share = finite(in, "share", 0, 1);
  s.sensitivity = finite(in, "sensitivity", 1e-100, 1e100);
  if (s.share > 0)
    s.noise_scale = finite(in, "noise_scale", 1e-100, 1e100);
  else if (!in.is_null("noise_scale"))
    throw Error(in.name("noise_scale"), "nothing is released; expected null");
  return s;
}

TouchRun read_touch(const Json& json, const std::string& path, Index releases) {
  const JsonFields in(
      json, path,
      {"release", "first_block", "end_block", "share", "steps", "release_stride", "first_stride", "end_stride"});
  TouchRun run{{in.integer("release", 0, releases - 1), in.integer("first_block", 0, releases - 1),
                in.integer("end_block", 1, releases), finite(in, "share", 1e-100, 1)},
               in.integer("steps", 1, releases),
               in.integer("release_stride", 0, releases),
               in.integer("first_stride", 0, releases),
               in.integer("end_stride", 0, releases)};
  if (run.steps == 1 && (run.release_stride != 0 || run.first_stride != 0 || run.end_stride != 0))
    throw Error(path, "has strides, which are for more than one step");
  const Index more = run.steps - 1;  // At most 10^7 each: no product overflows.
  const Touch& start = run.touch;
  if (start.first_block >= start.end_block || start.release + more * run.release_stride >= releases ||
      start.first_block + more * run.first_stride >= start.end_block + more * run.end_stride ||
      start.end_block + more * run.end_stride > releases)
    throw Error(path, "touches blocks that cannot be");
  return run;
}

void read_strategy(const Json& json, const std::string& path, Mechanism& mechanism) {
  const JsonFields in(json, path, {"name", "fading", "releases", "column_norm", "touches"});
  mechanism.strategy = in.text("name").substr(0, 60);
  if (!in.is_null("fading")) mechanism.fading = finite(in, "fading", 0, 1);
  mechanism.releases = in.integer("releases", 1, 10'000'000);
  mechanism.column_norm = finite(in, "column_norm", 1e-100, 1e100);
  std::vector<TouchRun> runs;
  std::int64_t total = 0;
  for (const Json& touch : in.list("touches")) {
    runs.push_back(read_touch(touch, fmt::format("{}.touches[{}]", path, runs.size()), mechanism.releases));
    if ((total += runs.back().steps) > kMostTouches)
      throw Error(in.name("touches"), fmt::format("unfold to more than {} touches", kMostTouches));
  }
  mechanism.touches = unfold(runs);
}

std::vector<PointRun> read_points(const JsonFields& mechanism, std::int64_t users, std::int64_t releases) {
  std::vector<PointRun> points;
  std::int64_t total = 0, last = 0;
  for (const Json& json : mechanism.list("points")) {
    const JsonFields in(json, fmt::format("{}[{}]", mechanism.name("points"), points.size()),
                        {"users", "stride", "count"});
    const PointRun run{in.integer("users", last, users), in.integer("stride", 0, users),
                       in.integer("count", 1, releases)};
    if (run.stride > 0 && run.count - 1 > (users - run.users) / run.stride)
      throw Error(in.name("count"), "leads to more users than there are");
    if (run.count == 1 && run.stride != 0) throw Error(in.name("stride"), "is for more than one point");
    if ((total += run.count) > releases)
      throw Error(in.name("count"), fmt::format("leads to more than {} releases", releases));
    last = run.users + (run.count - 1) * run.stride;
    points.push_back(run);
  }
  return points;
}

// "TASKxMOMENTS TASKxMOMENTS ..."
void read_asked(const std::string& text, const std::string& field, std::int64_t users, std::vector<Answer>& answers) {
  const char *at = text.data(), *end = at + text.size();
  const auto integer = [&](std::int64_t low, std::int64_t high) {
    std::int64_t value = 0;
    const auto [next, failure] = std::from_chars(at, end, value);
    if (failure != std::errc() || value < low || value > high) throw Error(field, "expected TASKxMOMENTS");
    at = next;
    return value;
  };
  while (true) {
    const auto task = static_cast<int>(integer(0, kMostTasks));
    if (at == end || *at++ != 'x') throw Error(field, "expected TASKxMOMENTS");
    answers.push_back({task, users, integer(1, Charge::kMostTimes)});
    if (at == end) return;
    if (*at++ != ' ') throw Error(field, "expected TASKxMOMENTS");
  }
}

void read_requests(const Json& json, const std::string& path, StatedMechanism& stated) {
  if (json.is_null()) return;
  const JsonFields in(json, path, {"share", "most", "given", "sensitivity", "mu", "answers"});
  stated.record.declared.requests = {finite(in, "share", 0, 1), in.integer("most", 1, kUsers),
                                     finite(in, "sensitivity", 1e-100, 1e100), finite(in, "mu", 1e-100, 1e100)};
  stated.given = in.integer("given", 0, kUsers);
  std::size_t i = 0;
  for (const Json& answer : in.list("answers")) {
    const JsonFields each(answer, fmt::format("{}.answers[{}]", path, i++), {"users", "asked"});
    read_asked(each.text("asked"), each.name("asked"), each.integer("users", 1, kUsers), stated.record.answers);
  }
}

}  // namespace

StatedMechanism read_mechanism(const Json& json, const std::string& path, Adjacency adjacency) {
  const JsonFields in(json, path,
                      {"vault", "features", "lattice", "statistics", "joint_sensitivity", "strategy", "budget", "users",
                       "points", "requests"});
  StatedMechanism stated;
  Mechanism& mechanism = stated.record.declared;
  mechanism.shape = read_vault(in.at("vault"), in.name("vault"));
  read_features(in.at("features"), in.name("features"), adjacency, mechanism.shape);
  read_lattice(in.at("lattice"), in.name("lattice"), mechanism);
  for (const Json& statistic : in.list("statistics"))
    mechanism.statistics.push_back(read_statistic(
        statistic, fmt::format("{}.statistics[{}]", path, mechanism.statistics.size()), mechanism.shape));
  stated.joint_sensitivity = finite(in, "joint_sensitivity", 0, 1e100);
  read_strategy(in.at("strategy"), in.name("strategy"), mechanism);
  mechanism.budget = finite(in, "budget", 1e-100, 1);
  mechanism.most_users = in.integer("users", 0, kUsers);
  stated.record.points = read_points(in, mechanism.most_users, mechanism.releases);
  read_requests(in.at("requests"), in.name("requests"), stated);
  return stated;
}

}  // namespace tacit
