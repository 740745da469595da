#include "tacit/lab/report/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "tacit/core/error.h"
#include "tacit/lab/experiment/summary.h"

namespace tacit {
namespace {

std::string text_of(const Assignments& settings) {
  std::string text;
  for (const auto& [name, value] : settings) text += fmt::format(" {}={}", name, value);
  return text;
}

/// What must agree for two cells to be of one arena, seeds aside.
std::string arena_key(const Cell& cell) {
  const RunSpec& spec = cell.spec;
  return fmt::format("{}\n{}\n{}\n{}\n{}", cell.env_label, spec.env, spec.horizon, spec.episodes,
                     text_of(spec.env_settings));
}

std::string contender_key(const Cell& cell) {
  const RunSpec& spec = cell.spec;
  return fmt::format("{}\n{}\n{}\n{}\n{}\n{}", cell.label, spec.agent, text_of(spec.agent_settings),
                     spec.epsilon.value_or(0), spec.delta.value_or(0), spec.adjacency ? to_text(*spec.adjacency) : "");
}

/// Do runs in environments of different seeds draw from the same streams of users?
bool overlap(const std::map<std::uint64_t, int>& runs_of_seed) {
  std::uint64_t free = 0;
  for (const auto& [seed, runs] : runs_of_seed) {
    if (seed < free) return true;
    free = seed + static_cast<std::uint64_t>(runs);
  }
  return false;
}

Role role_of(const CellResult& result) {
  static const std::set<std::string> controls = {"uniform", "frozen", "optimal"};
  if (controls.contains(result.cell.spec.agent)) return Role::control;
  return result.record.promise && result.record.broken.empty() ? Role::is_private : Role::not_private;
}

void add(Arena& arena, const CellResult& result) {
  const std::string key = contender_key(result.cell);
  const auto same = [&key](const Contender& contender) { return contender_key(contender.cells.front()) == key; };
  auto place = std::find_if(arena.contenders.begin(), arena.contenders.end(), same);
  if (place == arena.contenders.end()) {
    arena.contenders.push_back({result.cell.label, result.cell.label, role_of(result), {}, {}});
    place = arena.contenders.end() - 1;
  }
  place->cells.push_back(result.cell);
  place->records.push_back(result.record);
}

/// Adds what `describe` says to all names that occur more than once.
template <typename Things, typename Name, typename Describe>
void tell_apart(Things& things, Name name, Describe describe) {
  std::map<std::string, int> count;
  for (auto& thing : things) ++count[thing.*name];
  std::map<std::string, int> number;
  for (auto& thing : things)
    if (const std::string old = thing.*name; count[old] > 1) thing.*name += describe(thing, ++number[old]);
}

void name_contenders(Arena& arena) {
  auto& all = arena.contenders;
  tell_apart(all, &Contender::name,
             [](const Contender& c, int) { return c.epsilon() ? fmt::format(", ε = {}", *c.epsilon()) : ""; });
  tell_apart(all, &Contender::name,
             [](const Contender& c, int) { return c.spec().delta ? fmt::format(", δ = {}", *c.spec().delta) : ""; });
  tell_apart(all, &Contender::name, [](const Contender&, int number) { return fmt::format(" ({})", number); });
}

/// Budgets of one agent side by side, ascending; agents in the order in which they come.
void sort_contenders(Arena& arena) {
  std::map<std::string, std::size_t> first;
  for (const Contender& contender : arena.contenders) first.emplace(contender.label, first.size());
  std::stable_sort(arena.contenders.begin(), arena.contenders.end(), [&](const Contender& a, const Contender& b) {
    return std::pair(first[a.label], a.epsilon()) < std::pair(first[b.label], b.epsilon());
  });
}

template <typename Value>
std::vector<double> of_runs(const Contender& contender, Value value) {
  std::map<std::uint64_t, double> by_seed;
  for (const ExperimentRecord& record : contender.records)
    for (const RunRecord& run : record.runs) by_seed[run.seed] = value(run);
  std::vector<double> values;
  values.reserve(by_seed.size());
  for (const auto& [seed, v] : by_seed) values.push_back(v);
  return values;
}

std::map<std::uint64_t, double> regret_by_seed(const Contender& contender) {
  std::map<std::uint64_t, double> result;
  for (const ExperimentRecord& record : contender.records)
    for (const RunRecord& run : record.runs) result[run.seed] = run.final_regret();
  return result;
}

}  // namespace

int Contender::runs() const {
  int count = 0;
  for (const ExperimentRecord& record : records) count += static_cast<int>(record.runs.size());
  return count;
}

std::vector<double> Arena::budgets() const {
  std::set<double> found;
  for (const Contender& contender : contenders)
    if (contender.epsilon()) found.insert(*contender.epsilon());
  return {found.begin(), found.end()};
}

std::optional<double> Arena::main_budget() const {
  std::map<double, int> agents;
  for (const Contender& contender : contenders)
    if (contender.epsilon()) ++agents[*contender.epsilon()];
  std::optional<double> best;
  for (const auto& [epsilon, count] : agents)
    if (!best || count > agents[*best] ||
        (count == agents[*best] && std::abs(std::log(epsilon)) < std::abs(std::log(*best))))
      best = epsilon;
  return best;
}

const Contender* Arena::find(const std::string& wanted, std::optional<double> epsilon) const {
  for (const Contender& contender : contenders)
    if (contender.label == wanted && (!epsilon || !contender.epsilon() || contender.epsilon() == epsilon))
      return &contender;
  return nullptr;
}

const Contender* Arena::best_open() const {
  const Contender* best = nullptr;
  double least = 0;
  for (const Contender& contender : contenders) {
    if (contender.role != Role::not_private || contender.epsilon()) continue;
    const double regret = mean(final_regrets(contender));
    if (best == nullptr || regret < least) best = &contender, least = regret;
  }
  return best;
}

std::vector<Arena> arenas(const Results& results) {
  if (results.cells.empty())
    throw Error(results.name.empty() ? "results" : results.name, "no cell of the sweep is finished yet");
  std::map<std::string, std::map<std::uint64_t, int>> runs_of_seed;
  for (const CellResult& result : results.cells) {
    int& runs = runs_of_seed[arena_key(result.cell)][result.cell.spec.seed];
    runs = std::max(runs, result.cell.spec.runs);
  }
  std::vector<Arena> all;
  std::map<std::string, std::size_t> places;
  for (const CellResult& result : results.cells) {
    std::string key = arena_key(result.cell), label = result.cell.env_label;
    if (overlap(runs_of_seed[key])) {
      key += fmt::format("\n{}", result.cell.spec.seed);
      label += fmt::format(", seed {}", result.cell.spec.seed);
    }
    const auto [place, is_new] = places.emplace(key, all.size());
    if (is_new) all.push_back({label, {}});
    add(all[place->second], result);
  }
  for (Arena& arena : all) {
    sort_contenders(arena);
    name_contenders(arena);
  }
  tell_apart(all, &Arena::label, [](const Arena& a, int) { return fmt::format(", {} users", a.episodes()); });
  tell_apart(all, &Arena::label, [](const Arena& a, int) { return fmt::format(", H = {}", a.horizon()); });
  tell_apart(all, &Arena::label, [](const Arena&, int number) { return fmt::format(" ({})", number); });
  return all;
}

std::vector<double> final_regrets(const Contender& contender) {
  return of_runs(contender, [](const RunRecord& run) { return run.final_regret(); });
}

std::vector<double> final_gaps(const Contender& contender) {
  return of_runs(contender, [](const RunRecord& run) { return run.final_gap; });
}

std::vector<double> switches(const Contender& contender) {
  return of_runs(contender, [](const RunRecord& run) { return static_cast<double>(run.switches); });
}

Order compare(const Contender& first, const Contender& second) {
  std::vector<double> differences;
  const std::map<std::uint64_t, double> other = regret_by_seed(second);
  for (const auto& [seed, regret] : regret_by_seed(first))
    if (const auto found = other.find(seed); found != other.end()) differences.push_back(regret - found->second);
  if (differences.size() < 2) return Order::undecided;
  const Estimate difference = estimate(differences);
  if (difference.high < 0) return Order::first_lower;
  return difference.low > 0 ? Order::second_lower : Order::undecided;
}

std::optional<Ratio> paired_ratio(const Contender& first, const Contender& second) {
  std::vector<double> logarithms;
  const std::map<std::uint64_t, double> other = regret_by_seed(second);
  for (const auto& [seed, regret] : regret_by_seed(first)) {
    const auto found = other.find(seed);
    if (found == other.end()) continue;
    if (!(regret > 0) || !(found->second > 0)) return std::nullopt;
    logarithms.push_back(std::log(regret / found->second));
  }
  if (logarithms.empty()) return std::nullopt;
  const Estimate of = estimate(logarithms);
  return Ratio{{std::exp(of.centre), std::exp(of.low), std::exp(of.high)}, static_cast<int>(logarithms.size())};
}

}  // namespace tacit
