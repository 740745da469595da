// The rooms of the library depend on each other one way only, and the library neither prints nor exits.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace tacit {
namespace {

namespace fs = std::filesystem;
using Rooms = std::set<std::string>;

// What each room may include, itself among it.
const std::map<std::string, Rooms>& may_include() {
  static const std::map<std::string, Rooms> rooms = {
      {"core", {"core"}},
      {"mdp", {"core", "mdp"}},
      {"envs", {"core", "mdp", "envs"}},
      {"privacy", {"core", "privacy"}},
      {"agents", {"core", "mdp", "privacy", "agents"}},
      {"lab", {"core", "mdp", "envs", "privacy", "agents", "lab"}},
      {"audit", {"core", "mdp", "envs", "privacy", "agents", "audit"}},
      {"apps", {"core", "mdp", "envs", "privacy", "agents", "lab", "audit", "apps"}},
      {"python", {"core", "mdp", "envs", "privacy", "agents", "lab", "audit", "python"}},
  };
  return rooms;
}

/// "tacit/mdp/problem.h" is in room "mdp", "apps/tacit/main.cc" in "apps", bindings in "python"; else in none.
std::string room_of(const std::string& path) {
  std::smatch match;
  if (std::regex_match(path, match, std::regex("tacit/([a-z_]+)/.+"))) return match[1];
  if (path.starts_with("python/")) return "python";
  return path.starts_with("apps/") ? "apps" : "";
}

/// Why `file` must not include `included`; empty where it may.
std::string objection(const std::string& file, const std::string& included) {
  if (included == "tacit/version.h") return "";  // Generated; belongs to no room.
  const auto allowed = may_include().find(room_of(file));
  if (allowed == may_include().end()) return file + " is in no known room";
  if (file.ends_with("_test.cc") && included.starts_with("tests/")) return "";  // Helpers that tests share.
  const std::string room = room_of(included);
  if (room.empty()) return file + " includes " + included + ", which is in no room";
  if (!allowed->second.contains(room)) return file + " (" + allowed->first + ") includes " + included;
  return "";
}

// Where users' data are before noise is added.
bool is_behind_the_door(const std::string& path) {
  static const std::regex behind(
      "tacit/privacy/(vault|lattice_vault|door|lattice_door|sums|answers|release_file|release/release|witness)\\.h");
  return std::regex_match(path, behind);
}

// An agent takes users' data in and hands it to a door; everything else in its room plans, and reads what was released
// to everybody, never what users gave.
bool plans(const std::string& path) {
  static const std::regex hands_over(
      "tacit/agents/(lsvi/lsvi_(agent|settings)|block/block_(agent|settings)|stage_tasks|catalog)\\.(h|cc)");
  return path.starts_with("tacit/agents/") && !path.ends_with("_test.cc") && !std::regex_match(path, hands_over);
}

struct Source {
  std::string path;  ///< From the root of the repository.
  std::vector<std::string> lines;
};

std::vector<Source> sources(const std::vector<std::string>& folders) {
  const fs::path root = TACIT_SOURCE_DIR;
  std::vector<Source> result;
  for (const std::string& folder : folders) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (entry.path().extension() != ".h" && entry.path().extension() != ".cc") continue;
      Source source{fs::relative(entry.path(), root).generic_string(), {}};
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) source.lines.push_back(line);
      result.push_back(std::move(source));
    }
  }
  return result;
}

// Own files are included with quotes; a quoted name without a folder would escape the rules, so it is kept too.
std::vector<std::string> own_includes(const Source& source) {
  static const std::regex include(R"re(\s*#\s*include\s*(?:"([^"]+)"|<((?:tacit|apps)/[^>]+)>).*)re");
  std::vector<std::string> result;
  std::smatch match;
  for (const std::string& line : source.lines)
    if (std::regex_match(line, match, include)) result.push_back(match[1].matched ? match[1] : match[2]);
  return result;
}

using Includes = std::map<std::string, std::vector<std::string>>;

/// How `file` comes to include what is behind the door, over other files if need be; empty where it does not.
std::string way_behind_the_door(const std::string& file, const Includes& includes, std::set<std::string>& seen) {
  const auto found = includes.find(file);
  if (found == includes.end() || !seen.insert(file).second) return "";
  for (const std::string& included : found->second) {
    if (is_behind_the_door(included)) return file + " -> " + included;
    const std::string rest = way_behind_the_door(included, includes, seen);
    if (!rest.empty()) return file + " -> " + rest;
  }
  return "";
}

/// The classes that a file declares in namespace tacit itself, with a body: nested ones are indented, and those of an
/// unnamed namespace are nobody else's.
std::vector<std::string> declared_classes(const Source& source) {
  static const std::regex declaration(R"((?:enum )?(?:class|struct) (?:\[\[\w+\]\] )?(\w+)\b(?!::)[^;(]*(?:\{.*)?)");
  std::vector<std::string> result;
  std::smatch match;
  bool unnamed = false, other = false;
  for (const std::string& line : source.lines) {
    if (line == "namespace {") unnamed = true;
    if (line == "}  // namespace") unnamed = false;
    if (line.starts_with("namespace tacit::")) other = true;
    if (!unnamed && !other && std::regex_match(line, match, declaration)) result.push_back(match[1]);
  }
  return result;
}

/// Does this line of the library print to a standard stream or end the process? Comments do not count.
bool prints_or_exits(const std::string& line) {
  static const std::regex forbidden(
      R"(<iostream>|\bstd::(cout|cerr|clog)\b|\b(printf|puts|putchar|vprintf)\s*\(|\bstdout\b|\bstderr\b)"
      R"(|\b(exit|_exit|_Exit|quick_exit|abort|terminate)\s*\(|\bfmt::print\s*\(\s*(R?"|$))");
  return std::regex_search(line.substr(0, line.find("//")), forbidden);
}

TEST(Layering, DependenciesPointOneWay) {
  std::size_t includes = 0;
  for (const Source& source : sources({"tacit", "apps", "python"})) {
    for (const std::string& included : own_includes(source)) {
      EXPECT_EQ(objection(source.path, included), "");
      ++includes;
    }
  }
  EXPECT_GT(includes, 100u) << "the sources were not found";
}

TEST(Layering, WhatPlansSeesOnlyWhatWasReleased) {
  Includes includes;
  for (const Source& source : sources({"tacit"})) includes[source.path] = own_includes(source);
  int planning = 0;
  for (const auto& [path, ignored] : includes) {
    if (!plans(path)) continue;
    ++planning;
    std::set<std::string> seen;
    EXPECT_EQ(way_behind_the_door(path, includes, seen), "");
  }
  EXPECT_GT(planning, 30);
  for (const char* path : {"tacit/agents/block/posterior_planner.h", "tacit/agents/block/gram_estimate.cc",
                           "tacit/agents/lsvi/planner.cc", "tacit/agents/block/visit_forecast.h"})
    EXPECT_TRUE(plans(path) && includes.contains(path)) << path;
}

TEST(Layering, FindsTheWayBehindTheDoorOverOtherFiles) {
  const Includes includes = {{"a.h", {"b.h", "c.h"}}, {"b.h", {"a.h"}}, {"c.h", {"tacit/privacy/lattice_vault.h"}}};
  std::set<std::string> seen;
  EXPECT_EQ(way_behind_the_door("a.h", includes, seen), "a.h -> c.h -> tacit/privacy/lattice_vault.h");
  seen.clear();
  EXPECT_EQ(way_behind_the_door("b.h", {{"b.h", {"tacit/privacy/billboard.h"}}}, seen), "");
}

// Two classes of one name in one namespace are undefined behaviour, which no compiler reports.
TEST(Layering, NoTwoClassesHaveOneName) {
  std::map<std::string, std::string> where;
  for (const Source& source : sources({"tacit"}))
    for (const std::string& name : declared_classes(source)) {
      const auto [first, is_new] = where.emplace(name, source.path);
      EXPECT_TRUE(is_new) << name << " is declared in " << first->second << " and in " << source.path;
    }
  EXPECT_GT(where.size(), 100u);
}

TEST(Layering, SeesTheClassesThatAFileDeclares) {
  const Source source{"x.cc",
                      {"struct One {", "class Two final : public One {", "enum class Three { a };", "class Four;",
                       "  struct Nested {", "namespace {", "struct Hidden {", "}  // namespace", "struct Five {"}};
  EXPECT_EQ(declared_classes(source), (std::vector<std::string>{"One", "Two", "Three", "Five"}));
}

TEST(Layering, RefusesIncludesAgainstTheDirection) {
  const std::pair<const char*, const char*> forbidden[] = {
      {"tacit/agents/lsvi/planner.cc", "tacit/envs/catalog.h"},
      {"tacit/agents/sums_test.cc", "tacit/envs/simplex.h"},
      {"tacit/privacy/accounting/ledger.h", "tacit/mdp/problem.h"},
      {"tacit/core/rng.h", "tacit/mdp/problem.h"},
      {"tacit/mdp/simulator.h", "tacit/agents/agent.h"},
      {"tacit/envs/coach.cc", "tacit/agents/agent.h"},
      {"tacit/lab/experiment/runner.cc", "apps/tacit/commands.h"},
      {"tacit/audit/replay.cc", "tacit/lab/experiment/runner.h"},
      {"tacit/lab/experiment/json.cc", "record.h"},
      {"tacit/attic/old.cc", "tacit/core/error.h"},
      {"tacit/lab/experiment/json.cc", "tests/program/run.h"},
      {"python/bindings/theory.cc", "apps/tacit/commands.h"},
      {"tacit/lab/need.cc", "python/bindings/arrays.h"},
  };
  for (const auto& [file, included] : forbidden) EXPECT_NE(objection(file, included), "") << file << " " << included;
  EXPECT_EQ(objection("tacit/agents/lsvi/lsvi_agent.cc", "tacit/privacy/vault.h"), "");
  EXPECT_EQ(objection("tacit/privacy/release/tree_test.cc", "tests/dense.h"), "");
}

TEST(Layering, SeesEveryFormOfInclude) {
  const Source source{"x.cc",
                      {"#include \"a/b.h\"", "  #  include <tacit/c.h> // why", "#include <vector>", "// #include"}};
  EXPECT_EQ(own_includes(source), (std::vector<std::string>{"a/b.h", "tacit/c.h"}));
}

TEST(Layering, LibraryNeitherPrintsNorExits) {
  for (const Source& source : sources({"tacit"})) {
    if (source.path.ends_with("_test.cc")) continue;
    for (std::size_t i = 0; i < source.lines.size(); ++i)
      EXPECT_FALSE(prints_or_exits(source.lines[i])) << source.path << ":" << i + 1 << ": " << source.lines[i];
  }
}

TEST(Layering, KnowsHowPrintingAndExitingLook) {
  for (const char* line : {"#include <iostream>", "std::cout << x;", "  printf(\"x\");", "std::exit(1);", "abort();",
                           "fmt::print(\"{}\", x);", "fmt::print(stderr, \"x\");", "fputs(x, stdout);"})
    EXPECT_TRUE(prints_or_exits(line)) << line;
  for (const char* line : {"fmt::print(out_,", "// it never exits (exit(1)) or prints",
                           "snprintf(buffer, n, \"%d\", x);", "on_exit_ = true;", "std::ostream& out"})
    EXPECT_FALSE(prints_or_exits(line)) << line;
}

}  // namespace
}  // namespace tacit
