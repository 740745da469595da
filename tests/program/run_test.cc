// `tacit run`, end to end.
#include "tests/program/run.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "tacit/agents/catalog.h"

namespace tacit {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string kRun = "run --env simplex --agent lsvi-ucb++ --episodes 300 --horizon 4 --seed 5 ";

std::vector<std::string> keys(const nlohmann::ordered_json& object) {
  std::vector<std::string> result;
  for (const auto& [key, value] : object.items()) result.push_back(key);
  return result;
}

json without_times(json document) {
  for (json& run : document["runs"]) run.erase("seconds");
  document["summary"].erase("episodes_per_second");
  return document;
}

TEST(Run, PrintsTheJsonOfTheManual) {
  const auto out = nlohmann::ordered_json::parse(run_program(kRun + "--runs 2 --json").output);
  EXPECT_THAT(keys(out), ElementsAre("tool", "env", "agent", "episodes", "simulation", "privacy", "checkpoints", "runs",
                                     "summary"));
  EXPECT_THAT(keys(out["tool"]), ElementsAre("name", "version", "commit"));
  EXPECT_THAT(keys(out["env"]), ElementsAre("name", "horizon", "states", "actions", "dimension", "rewards",
                                            "optimal_value", "reward_range"));
  EXPECT_THAT(keys(out["agent"]), ElementsAre("name", "options"));
  EXPECT_THAT(keys(out["summary"]), ElementsAre("mean_regret", "ci95", "mean_final_gap", "episodes_per_second"));
  ASSERT_EQ(out["runs"].size(), 2u);
  EXPECT_THAT(keys(out["runs"][0]), ElementsAre("seed", "regret", "final_regret", "final_gap", "switches", "seconds"));
  EXPECT_EQ(out["tool"]["name"], "tacit");
  EXPECT_EQ(out["env"]["name"], "simplex");
  EXPECT_EQ(out["env"]["horizon"], 4);
  EXPECT_EQ(out["env"]["states"], 20);
  EXPECT_EQ(out["env"]["rewards"], "learned");
  EXPECT_EQ(out["agent"]["options"]["switching"], "doubling");
  EXPECT_TRUE(out["privacy"].is_null());
}

TEST(Run, StatesThePrivacyOfAPrivateAgent) {
  const auto out = nlohmann::ordered_json::parse(
      run_program("run --env simplex --agent dp-block-ucb --episodes 2000 --horizon 3 --epsilon 1 --json").output);
  const auto& privacy = out["privacy"];
  EXPECT_THAT(keys(privacy), ElementsAre("guarantee", "adjacency", "unit", "epsilon", "delta", "mu", "rho",
                                         "epsilon_spent", "releases", "noise", "reason"));
  EXPECT_EQ(privacy["guarantee"], "joint-dp");
  EXPECT_EQ(privacy["adjacency"], "replace-one");
  EXPECT_EQ(privacy["delta"], 1e-5);
  EXPECT_LE(privacy["epsilon_spent"], 1.0);
}

TEST(Run, JsonAgreesWithItself) {
  const json out = json::parse(run_program(kRun + "--runs 3 --json").output);
  EXPECT_EQ(out["checkpoints"].back(), 300);
  double sum = 0;
  for (std::size_t r = 0; r < 3; ++r) {
    const json& run = out["runs"][r];
    EXPECT_EQ(run["seed"], 5 + r);
    EXPECT_EQ(run["regret"].size(), out["checkpoints"].size());
    EXPECT_EQ(run["regret"].back(), run["final_regret"]);
    sum += run["final_regret"].get<double>();
  }
  EXPECT_NEAR(out["summary"]["mean_regret"], sum / 3, 1e-9);
  EXPECT_LE(out["summary"]["ci95"][0], out["summary"]["mean_regret"]);
  EXPECT_GE(out["summary"]["ci95"][1], out["summary"]["mean_regret"]);
}

TEST(Run, AnInfiniteStateSpaceHasNoNumberOfStates) {
  const json out =
      json::parse(run_program("run --env corridor --horizon 2 --agent uniform --episodes 3 --json").output);
  EXPECT_TRUE(out["env"]["states"].is_null());
  EXPECT_TRUE(out["summary"]["ci95"].is_null());  // One run has no interval.
}

TEST(Run, SameOutputWhateverTheJobs) {
  const json one = json::parse(run_program(kRun + "--runs 3 --jobs 1 --json").output);
  const json three = json::parse(run_program(kRun + "--runs 3 --jobs 3 --json").output);
  EXPECT_EQ(without_times(one), without_times(three));
}

TEST(Run, SaysHowUsersWereSimulated) {
  const std::string flagship = "run --env simplex --agent dp-block-ucb --epsilon 1 --horizon 3 ";
  const auto used = [](const std::string& command) {
    return json::parse(run_program(command + " --json").output)["simulation"];
  };
  EXPECT_EQ(used(flagship + "--episodes 1000"), "users");
  EXPECT_EQ(used(flagship + "--episodes 1000 --simulation counts"), "counts");
  EXPECT_EQ(used(flagship + "--episodes 1e12"), "counts");
  EXPECT_EQ(used(flagship + "--episodes 1000 --simulation users"), "users");
  EXPECT_THAT(run_program(flagship + "--episodes 1e12").output, HasSubstr("1 run, simulated by counts"));
}

TEST(Run, RefusesCountsWhereUsersMustComeOneByOne) {
  const std::string counts = " --simulation counts";
  expect_refused(kRun + counts, "--simulation: 'counts' does not apply here: what a user does may change");
  expect_refused("run --env corridor --agent uniform --episodes 9" + counts, "infinitely many states");
  expect_refused("run --env simplex --agent uniform --episodes 9 --trace /dev/null" + counts, "a trace tells of users");
}

TEST(Run, AnotherSeedIsAnotherEnvironmentUnlessToldOtherwise) {
  const auto value = [](const std::string& more) {
    return json::parse(run_program("run --env simplex --agent uniform --episodes 1 --json " + more)
                           .output)["env"]["optimal_value"]
        .get<double>();
  };
  EXPECT_NE(value("--seed 1"), value("--seed 2"));
  EXPECT_EQ(value("--seed 1"), value("--seed 2 --set env.seed=1"));
}

TEST(Run, PrintsAReadableTable) {
  const Finished finished = run_program(kRun + "--runs 2");
  EXPECT_EQ(finished.code, 0);
  for (const char* part : {"simplex: 20 states, 10 actions, dimension 5, horizon 4, rewards learned, V* = ",
                           "lsvi-ucb++: 300 episodes, 2 runs", "regret", "final gap", "mean", "too few runs for 95 %"})
    EXPECT_THAT(finished.output, HasSubstr(part));
  std::istringstream lines(finished.output);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 120u) << line;
}

TEST(Run, NeverPrintsANegativeZero) {
  // Rounding leaves the regret of the optimal policy a hair below or above zero.
  for (const char* env : {"simplex", "river-swim", "coach"}) {
    const Finished finished = run_program(fmt::format("run --env {} --agent optimal --episodes 2000 --runs 2", env));
    EXPECT_THAT(finished.output, HasSubstr(" 0.00 "));
    EXPECT_THAT(finished.output, testing::Not(HasSubstr("-0.0")));
  }
}

TEST(Run, WritesWhatItPrints) {
  const ScratchFolder scratch;
  const Finished finished = run_program(kRun + "--runs 2 --json --out '" + scratch / "deep/down" + "'");
  EXPECT_EQ(finished.code, 0);
  EXPECT_EQ(read_all(scratch / "deep/down/run.json"), finished.output);
  const json out = json::parse(finished.output);
  std::istringstream csv(read_all(scratch / "deep/down/regret.csv"));
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line, "seed,episode,regret");
  for (const json& run : out["runs"]) {
    for (std::size_t i = 0; i < run["regret"].size(); ++i) {
      ASSERT_TRUE(std::getline(csv, line));
      std::istringstream fields(line);
      std::string seed, episode, regret;
      std::getline(fields, seed, ',');
      std::getline(fields, episode, ',');
      std::getline(fields, regret);
      EXPECT_EQ(std::stoll(seed), run["seed"]);
      EXPECT_EQ(std::stoll(episode), out["checkpoints"][i]);
      EXPECT_EQ(std::stod(regret), run["regret"][i]);
    }
  }
  EXPECT_FALSE(std::getline(csv, line));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(scratch / "deep/down"), {}), 2);
}

TEST(Run, WritesACertificateThatHolds) {
  const ScratchFolder scratch;
  const Finished finished = run_program(
      "run --env simplex --agent dp-block-ucb --episodes 3000 --horizon 3 --epsilon 1 --out '" + scratch / "out" + "'");
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.output, HasSubstr("epsilon 1 promised, 1 spent, at delta 1e-05"));
  EXPECT_EQ(run_program("account --check '" + scratch / "out/certificate.json" + "'").code, 0);
}

TEST(Run, SaysThatItsNoiseIsForResearchAndWarnsOfALargeEpsilon) {
  const std::string run = "run --env simplex --agent dp-block-ucb --episodes 300 --horizon 2 --epsilon ";
  EXPECT_THAT(run_program(run + "1").output, HasSubstr("SIMULATION NOISE: for research"));
  EXPECT_EQ(run_program_for_errors(run + "20").output, "");
  EXPECT_THAT(run_program_for_errors(run + "21").output, HasSubstr("warning: epsilon 21 is above 20"));
}

TEST(Run, WritesACertificateForEveryAgentThatTakesABudget) {
  for (const AgentEntry& entry : agents()) {
    if (!entry.takes_budget()) continue;
    for (const char* adjacency : {"replace-one", "add-remove"}) {
      const ScratchFolder scratch;
      const Finished finished =
          run_program(fmt::format("run --env simplex --agent {} --episodes 2000 --horizon 3 --epsilon 2 --adjacency {} "
                                  "--json --out '{}'",
                                  entry.name, adjacency, scratch / "out"));
      ASSERT_EQ(finished.code, 0) << entry.name;
      const json privacy = json::parse(finished.output)["privacy"];
      EXPECT_EQ(privacy["guarantee"], entry.guarantee) << entry.name;
      EXPECT_EQ(privacy["adjacency"], adjacency);
      const Finished checked = run_program("account --check '" + scratch / "out/certificate.json" + "'");
      if (entry.is_private()) {
        EXPECT_EQ(checked.code, 0) << entry.name << " " << checked.output;
        EXPECT_LE(privacy["epsilon_spent"], 2);
        EXPECT_GT(privacy["epsilon_spent"], 0.5);
      } else {
        EXPECT_EQ(checked.code, 1) << entry.name;
        EXPECT_THAT(checked.output, HasSubstr("promises nothing"));
        EXPECT_TRUE(privacy["epsilon_spent"].is_null());
      }
    }
  }
}

TEST(Run, SaysThatASpecimenProtectsNobody) {
  EXPECT_THAT(run_program("run --env simplex --agent dp-lsvi-ucb++-specimen --episodes 100 --epsilon 1").output,
              HasSubstr("NO PRIVACY, whatever the budget (epsilon 1, delta 0.001): noise is drawn once and reused"));
}

TEST(Run, RefusesWhatItCannotRead) {
  const std::pair<std::string, std::string> cases[] = {
      {"--env simplx", "--env: 'simplx' is unknown; did you mean 'simplex'?"},
      {"--agent lsvi-ucb+", "--agent: 'lsvi-ucb+' is unknown; did you mean 'lsvi-ucb"},
      {"--agent dp-block-ucb --epsilon 1 --adjacency replace", "--adjacency: 'replace' is not allowed"},
      {"--agent dp-lsvi-ucb++-specimen", "--epsilon: agent 'dp-lsvi-ucb++-specimen' needs a budget"},
      {"--agent lsvi-ucb --adjacency add-remove", "promises no privacy and takes no budget"},
      {"--agent dp-lsvi-ucb-ngo --epsilon 1 --set agent.first=3", "agent.first: has no effect here"},
      {"--agent dp-lsvi-ucb++ --epsilon 1 --set agent.constants=theory",
       "agent.constants: 'theory' speaks of ridge regression; it needs agent.regression=ridge"},
      {"--agent dp-lsvi-posterior --epsilon 1", "--agent: 'dp-lsvi-posterior' is now called 'dp-block-posterior'"},
      {"--agent dp-lsvi-ucb++-printed --epsilon 1", "is now called 'dp-lsvi-ucb++-specimen'"},
      {"--set env.stats=3", "env.stats: 'stats' is unknown; did you mean 'states'?"},
      {"--set agent.c_bet=3", "agent.c_bet: 'c_bet' is unknown; did you mean 'c_beta'?"},
      {"--set agnt.c_beta=3", "did you mean 'agent'?"},
      {"--episodes 0", "--episodes: 0 is not allowed; expected an integer from 1 to"},
      {"--episodes -5", "--episodes: -5 is not allowed"},
      {"--episodes=-5", "--episodes: -5 is not allowed"},
      {"--episodes nan", "--episodes: 'nan' is not allowed"},
      {"--episodes inf", "--episodes: 'inf' is not allowed"},
      {"--episodes 1e400", "--episodes: '1e400' is not allowed"},
      {"--episodes 1.5", "--episodes: '1.5' is not allowed"},
      {"--episodes ''", "--episodes: '' is not allowed"},
      {"--episodes 99999999999999999999", "--episodes: '99999999999999999999' is not allowed"},
      {"--horizon 0", "--horizon: 0 is not allowed; expected an integer from 1 to 10000"},
      {"--horizon ''", "--horizon: '' is not allowed"},
      {"--horizon 1000000000", "--horizon: 1000000000 is not allowed"},
      {"--seed -1", "--seed: -1 is not allowed"},
      {"--seed ''", "--seed: '' is not allowed"},
      {"--runs 0", "--runs: 0 is not allowed"},
      {"--runs ''", "--runs: '' is not allowed"},
      {"--jobs 0", "--jobs: 0 is not allowed"},
      {"--jobs ''", "--jobs: '' is not allowed"},
      {"--set env.states=100000000", "env.states: 100000000 is not allowed; expected an integer from 2 to 10000000"},
      {"--set env.states=10000000 --set env.actions=100000", "env.states x env.actions x env.dimension x --horizon"},
      {"--set env", "--set: 'env' is not allowed; expected env.KEY=VALUE or agent.KEY=VALUE"},
      {"--set env.", "--set: 'env.' is not allowed"},
      {"--set env.states", "--set: 'env.states' is not allowed"},
      {"--set env.states=", "env.states: '' is not allowed; expected an integer"},
      {"--set =3", "--set: '=3' is not allowed"},
      {"--set .=3", "--set: '.=3' is not allowed"},
      {"--set ''", "--set: '' is not allowed"},
      {"--set agent.c_beta", "--set: 'agent.c_beta' is not allowed"},
      {"--set agent.c_beta=nan", "agent.c_beta: 'nan' is not allowed; expected a number from 0 to"},
      {"--set agent.c_beta=-1", "agent.c_beta: '-1' is not allowed"},
      {"--set agent.ratio=2", "agent.ratio: has no effect here; it needs agent.switching=geometric"},
      {"--set agent.constants=theory --set agent.c_beta=1", "agent.c_beta: has no effect here"},
      {"--set env.rewards=guessed", "env.rewards: 'guessed' is not allowed; expected one of known, learned"},
      {"--agent uniform --set agent.c_beta=1", "agent.c_beta: there are no settings to change here"},
      {"--set \"$(printf 'env.a\\nb=3')\"", "is unknown"},
      {"--out ''", "--out: "},
      {"--trace ''", "--trace: '' is not the name of a file"},
      {"--trace /", "--trace: "},
      {"--frobnicate", "run: '--frobnicate' is not an option (try 'tacit run --help')"},
      {"--epsilonn=3", "run: '--epsilonn' is not an option; did you mean '--epsilon'? (try 'tacit run --help')"},
      {"extra", "extra"},
      {"--json=maybe", "--json"},
  };
  for (const auto& [arguments, message] : cases) {
    std::string command = "run ";  // A valid run but for the arguments under test.
    for (const char* given : {"--env simplex", "--agent lsvi-ucb", "--episodes 10"})
      if (!arguments.starts_with(std::string(given).substr(0, std::string(given).find(' '))))
        command += given + std::string(" ");
    expect_refused(command + arguments, message);
  }
  expect_refused("run --env simplex --agent uniform --episode 10",
                 "'--episode' is not an option; did you mean '--episodes'? (try 'tacit run --help')");
  expect_refused("run --env simplex --agent uniform", "--episodes is required (try 'tacit run --help')");
  expect_refused("run --agent uniform --episodes 5", "--env is required");
  expect_refused("run --env --agent uniform --episodes 5", "is required");
}

TEST(Run, LeavesNothingBehindWhenItRefuses) {
  const ScratchFolder scratch;
  const std::string places = "--out '" + scratch / "a/b/c" + "' --trace '" + scratch / "trace.jsonl" + "' ";
  expect_refused("run --env nowhere --agent uniform --episodes 5 " + places, "--env: 'nowhere' is unknown");
  EXPECT_TRUE(scratch.empty());
  expect_refused("run --env simplex --agent lsvi-ucb --episodes 5 --set agent.ratio=2 " + places, "has no effect");
  EXPECT_TRUE(scratch.empty());
}

TEST(Run, RefusesUnwritablePlacesAndKeepsWhatIsThere) {
  const ScratchFolder scratch;
  std::ofstream(scratch / "file") << "precious";
  const std::string run = "run --env simplex --agent uniform --episodes 5 ";
  expect_refused(run + "--out '" + scratch / "file" + "'", "--out: ");
  expect_refused(run + "--out '" + scratch / "file/below" + "'", "--out: cannot make and write the directory");
  expect_refused(run + "--trace '" + scratch / "file/below" + "'", "--trace: cannot write");
  expect_refused(run + "--trace '" + scratch / "no/such/folder" + "'", "--trace: cannot write");
  EXPECT_EQ(read_all(scratch / "file"), "precious");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(scratch / ""), {}), 1);
}

TEST(Run, HelpShowsExamples) {
  const Finished help = run_program("run --help");
  EXPECT_EQ(help.code, 0);
  EXPECT_THAT(help.output, HasSubstr("tacit run --env simplex --agent lsvi-ucb++ --episodes 100000"));
}

}  // namespace
}  // namespace tacit
