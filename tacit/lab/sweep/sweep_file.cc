#include "tacit/lab/sweep/sweep_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "tacit/agents/catalog.h"
#include "tacit/core/error.h"
#include "tacit/core/toml.h"
#include "tacit/envs/catalog.h"
#include "tacit/envs/environment_file.h"
#include "tacit/lab/experiment/spec.h"
#include "tacit/lab/sweep/checksums.h"

namespace tacit {
namespace {

constexpr std::size_t kLongestName = 64, kLongestLabel = 100, kLongestTitle = 200, kLongestPath = 1000;

/// A value as text, to be read by the strict parsers of settings; refuses lists, tables and dates.
const std::string& scalar(const TomlValue& value, const std::string& field) {
  if (value.kind != TomlValue::Kind::scalar) throw Error(field, "expected a single value: a number or a text");
  return value.text;
}

/// The fields of one table of the file. A field that is read is named "file:line: table.key" in errors.
class Table {
 public:
  Table(const TomlValue& table, const std::string& file, std::string path, const std::vector<std::string>& known)
      : table_(table), file_(file), path_(std::move(path)) {
    for (std::size_t i = 0; i < table.keys.size(); ++i) {
      const std::string& name = table.keys[i];
      if (std::find(known.begin(), known.end(), name) == known.end())
        throw Error(place(table.items[i].line, name.substr(0, kLongestName)), unknown_name(name, known));
    }
  }

  int line() const { return table_.line; }
  const TomlValue* find(const char* key) const { return table_.find(key); }
  std::string field(const char* key) const {
    const TomlValue* node = find(key);
    return place(node != nullptr ? node->line : line(), key);
  }

  const TomlValue& require(const char* key) const {
    const TomlValue* node = find(key);
    if (node == nullptr) throw Error(field(key), "is missing");
    return *node;
  }
  std::string text(const char* key, std::size_t longest) const {
    std::string value = scalar(require(key), field(key));
    const bool printable = std::none_of(value.begin(), value.end(), [](unsigned char c) { return c < 32 || c == 127; });
    if (value.empty() || value.size() > longest || !printable)
      throw Error(field(key), fmt::format("expected 1 to {} printable characters", longest));
    return value;
  }
  /// One value, as text.
  const std::string& single(const char* key) const { return scalar(require(key), field(key)); }
  /// A list, or a single value as a list of one.
  std::vector<std::string> list(const char* key) const { return list(require(key), field(key)); }

  /// The settings under `key`: "agent.set.ratio = 1.2" or, in a grid, a list of values.
  std::vector<SweepOption> options(const char* key, bool grid) const {
    std::vector<SweepOption> result;
    const TomlValue* settings = find(key);
    if (settings == nullptr) return result;
    if (settings->kind != TomlValue::Kind::table) throw Error(field(key), "expected a table, such as { ratio = 1.2 }");
    for (std::size_t i = 0; i < settings->keys.size(); ++i) {
      const std::string& name = settings->keys[i];
      const TomlValue& value = settings->items[i];
      const std::string where = place(value.line, fmt::format("{}.{}", key, name.substr(0, kLongestName)));
      result.push_back({name, grid ? list(value, where) : std::vector{scalar(value, where)}, grid, value.line});
    }
    return result;
  }
  /// "file:line: agent.set" for the line of an option.
  std::string place(int line, const std::string& key) const {
    return fmt::format("{}:{}: {}{}{}", file_, line, path_, path_.empty() ? "" : ".", key);
  }

 private:
  static std::vector<std::string> list(const TomlValue& value, const std::string& field) {
    if (value.kind != TomlValue::Kind::list) return {scalar(value, field)};
    if (value.items.empty() || value.items.size() > kMostSweepValues)
      throw Error(field, fmt::format("{} values", value.items.size()), fmt::format("1 to {}", kMostSweepValues));
    std::vector<std::string> result;
    for (const TomlValue& element : value.items) {
      result.push_back(scalar(element, field));
      if (std::count(result.begin(), result.end(), result.back()) > 1)
        throw Error(field, fmt::format("'{}' is there twice", result.back().substr(0, kLongestName)));
    }
    return result;
  }

  const TomlValue& table_;
  const std::string& file_;
  std::string path_;
};

/// What is wrong, said of the field of the file instead of the field of the command line.
Error moved(const Error& error, const std::string& field) {
  return {field, std::string(error.what()).substr(error.field().size() + 2)};
}

template <typename Find>
auto& entry_named(const Table& table, const Find& find) {
  const std::string name = table.text("name", kLongestName);
  try {
    return find(name);
  } catch (const Error& error) {
    throw moved(error, table.field("name"));
  }
}

std::vector<double> budgets(const Table& table) {
  std::vector<double> result;
  for (const std::string& text : table.list("epsilon")) result.push_back(parse_epsilon(text, table.field("epsilon")));
  if (std::set(result.begin(), result.end()).size() < result.size())
    throw Error(table.field("epsilon"), "a budget is there twice");
  return result;
}

/// Each value is read as the catalogue declares it, so that the one that is wrong is named with its own line.
void require_valid(const Table& table, const std::vector<Setting>& declared, const std::vector<SweepOption>& options) {
  for (const SweepOption& option : options) {
    const std::string prefix = table.place(option.line, option.grid ? "grid" : "set");
    for (const std::string& value : option.values) const Settings checked(declared, {{option.name, value}}, prefix);
  }
}

/// Reads the file, beside that of the sweep, and finds everything that is wrong with it or with what is set. What is
/// set to what it is anyway is left out, so that it makes no other cell.
void find_file(const Table& table, const std::filesystem::path& folder, const std::vector<SweepOption>& options,
               SweepEnvironment& result) {
  result.name = (folder / table.text("name", kLongestPath)).string();
  for (const SweepOption& option : options) result.settings.emplace_back(option.name, option.values.front());
  try {
    MdpFile file = read_mdp(result.name);
    const Problem& p = file.mdp.problem;
    const bool known = p.rewards_known();
    if (result.horizon == p.horizon) result.horizon = 0;
    configure(file.mdp, result.horizon, result.settings);
    if (p.rewards_known() == known) result.settings.clear();
    result.sha256 = file.sha256;
    result.label = file.mdp.name;
    if (file.named) result.called = file.mdp.name;
  } catch (const Error& error) {
    if (error.field() == "horizon") throw moved(error, table.field("horizon"));
    for (const SweepOption& option : options)
      if (error.field() == "env." + option.name) throw moved(error, table.place(option.line, "set." + option.name));
    throw Error(table.field("name"), error.what());
  }
}

void find_entry(const Table& table, const std::vector<SweepOption>& options, SweepEnvironment& result) {
  const EnvironmentEntry& entry = entry_named(table, environment_entry);
  result.name = result.label = entry.name;
  require_valid(table, entry.settings, options);
  for (const SweepOption& option : options) {
    if (option.name == "seed")
      throw Error(table.place(option.line, "set.seed"), "is not set here: the seeds of environments are 'seeds'");
    result.settings.emplace_back(option.name, option.values.front());
  }
}

SweepEnvironment environment(const Table& table, const std::filesystem::path& folder) {
  SweepEnvironment result;
  result.line = table.line();
  if (table.find("horizon")) result.horizon = parse_horizon(table.single("horizon"), table.field("horizon"));
  if (table.find("episodes")) result.episodes = parse_episodes(table.single("episodes"), table.field("episodes"));
  const std::vector<SweepOption> options = table.options("set", false);
  if (names_environment_file(table.text("name", kLongestPath))) {
    find_file(table, folder, options, result);
  } else {
    find_entry(table, options, result);
  }
  if (table.find("label")) result.label = table.text("label", kLongestLabel);
  return result;
}

SweepAgent agent(const Table& table, const std::vector<double>& epsilon) {
  SweepAgent result;
  const AgentEntry& entry = entry_named(table, agent_entry);
  result.name = entry.name;
  result.line = table.line();
  result.label = table.find("label") ? table.text("label", kLongestLabel) : entry.name;
  result.options = table.options("set", false);
  for (SweepOption& option : table.options("grid", true)) {
    for (const SweepOption& set : result.options)
      if (set.name == option.name)
        throw Error(table.place(option.line, "grid." + option.name), "is already given under 'set'");
    result.options.push_back(std::move(option));
  }
  require_valid(table, entry.settings, result.options);
  if (table.find("epsilon")) {
    if (!entry.takes_budget())
      throw Error(table.field("epsilon"), "agent '" + entry.name + "' promises no privacy and takes no budget");
    result.epsilon = budgets(table);
  } else if (entry.takes_budget()) {
    if (epsilon.empty())
      throw Error(table.field("epsilon"), "agent '" + entry.name + "' needs a budget, here or for the whole sweep");
    result.epsilon = epsilon;
  }
  return result;
}

/// The tables [[key]], each read by `read`, each with a label of its own.
template <typename Read>
auto entries(const Table& root, const std::string& file, const char* key, const std::vector<std::string>& known,
             const Read& read) {
  std::vector<decltype(read(root))> result;
  const TomlValue& list = root.require(key);
  if (list.kind != TomlValue::Kind::list || list.items.empty() || list.items.size() > kMostSweepEntries)
    throw Error(root.field(key), fmt::format("expected 1 to {} tables [[{}]]", kMostSweepEntries, key));
  for (const TomlValue& item : list.items) {
    if (item.kind != TomlValue::Kind::table) throw Error(root.field(key), fmt::format("expected tables [[{}]]", key));
    const Table table(item, file, key, known);
    auto entry = read(table);
    for (const auto& other : result)
      if (other.label == entry.label)
        throw Error(table.field("label"),
                    fmt::format("'{}' is there twice; give one of them another label", entry.label));
    result.push_back(std::move(entry));
  }
  return result;
}

std::string sweep_name(const Table& root) {
  std::string name = root.text("name", kLongestName);
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.';
  };
  if (!std::all_of(name.begin(), name.end(), allowed) || name.front() == '.' || name.front() == '-')
    throw Error(root.field("name"), "'" + name + "'",
                "letters, digits, '-', '_' and '.', the first one a letter, a digit or '_'");
  return name;
}

Noise seeded_noise(const Table& root) {
  const Noise noise = parse_noise(root.single("noise"), root.field("noise"));
  if (noise == Noise::production)
    throw Error(root.field("noise"), "'production'",
                "simulation or lattice: a cell is the same whenever it is run, and nobody can repeat production noise");
  return noise;
}

void require_bounded(const SweepSpec& sweep) {
  double per_environment = 0, users = 0;
  for (const SweepAgent& a : sweep.agents) {
    double cells = static_cast<double>(std::max<std::size_t>(1, a.epsilon.size()));
    for (const SweepOption& option : a.options) cells *= static_cast<double>(option.values.size());
    per_environment += cells * static_cast<double>(sweep.seeds.size());
  }
  for (const SweepEnvironment& e : sweep.environments)
    users += per_environment * sweep.runs * static_cast<double>(e.episodes > 0 ? e.episodes : sweep.episodes);
  const double cells = per_environment * static_cast<double>(sweep.environments.size());
  if (cells > kMostCells)
    throw Error(sweep.file, fmt::format("is a sweep of {:.0f} cells; at most {} are allowed", cells, kMostCells));
  if (users > kMostSweepUsers)
    throw Error(sweep.file,
                fmt::format("is a sweep of {:.0g} users; at most {:.0g} are allowed", users, kMostSweepUsers));
}

SweepSpec read_tables(const TomlValue& document, std::string_view text, const std::string& file) {
  const Table root(document, file, "",
                   {"name", "title", "episodes", "runs", "seeds", "epsilon", "delta", "adjacency", "noise",
                    "simulation", "environment", "agent"});
  SweepSpec sweep;
  sweep.file = file;
  sweep.text = text;
  sweep.name = sweep_name(root);
  sweep.title = root.find("title") ? root.text("title", kLongestTitle) : sweep.name;
  sweep.episodes = parse_episodes(root.single("episodes"), root.field("episodes"));
  if (root.find("runs")) sweep.runs = parse_runs(root.single("runs"), root.field("runs"));
  if (root.find("seeds")) {
    sweep.seeds.clear();
    for (const std::string& seed : root.list("seeds")) sweep.seeds.push_back(parse_seed(seed, root.field("seeds")));
    if (std::set(sweep.seeds.begin(), sweep.seeds.end()).size() < sweep.seeds.size())
      throw Error(root.field("seeds"), "a seed is there twice");
  }
  if (root.find("delta")) sweep.delta = parse_delta(root.single("delta"), root.field("delta"));
  if (root.find("adjacency"))
    sweep.adjacency =
        parse_adjacency(scalar(root.require("adjacency"), root.field("adjacency")), root.field("adjacency"));
  if (root.find("noise")) sweep.noise = seeded_noise(root);
  if (root.find("simulation"))
    sweep.simulation =
        parse_simulation(scalar(root.require("simulation"), root.field("simulation")), root.field("simulation"));

  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  const std::vector<double> epsilon = root.find("epsilon") ? budgets(root) : std::vector<double>{};
  sweep.environments = entries(root, file, "environment", {"name", "label", "horizon", "episodes", "set"},
                               [&](const Table& table) { return environment(table, folder); });
  sweep.agents = entries(root, file, "agent", {"name", "label", "set", "grid", "epsilon"},
                         [&](const Table& table) { return agent(table, epsilon); });
  const auto takes_budget = [](const SweepAgent& a) { return !a.epsilon.empty(); };
  for (const char* key : {"epsilon", "delta", "adjacency", "noise"})
    if (root.find(key) && std::none_of(sweep.agents.begin(), sweep.agents.end(), takes_budget))
      throw Error(root.field(key), "has no effect here: no agent of this sweep takes a budget");
  require_bounded(sweep);
  return sweep;
}

}  // namespace

SweepSpec parse_sweep(std::string_view text, const std::string& file) {
  if (text.size() > kMostSweepBytes) throw Error(file, fmt::format("is too large; at most {} bytes", kMostSweepBytes));
  return read_tables(parse_toml(text, file), text, file);
}

SweepSpec read_sweep(const std::filesystem::path& file) {
  return parse_sweep(read_file(file, kMostSweepBytes), file.string());
}

}  // namespace tacit
