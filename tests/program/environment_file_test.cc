// `--env FILE` in every command, end to end.
#include <nlohmann/json.hpp>

#include "tests/program/run.h"

namespace tacit {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const std::string kOwn = R"({"format": "tacit-mdp/1", "horizon": 3, "states": 2, "actions": 2, "start": [1, 0],
 "transitions": [[[0.9, 0.1], [0.2, 0.8], [0.5, 0.5], {"to": [1], "p": [1]}]], "rewards": [[0, 0.3, 0.25, 1]]})";

class EnvironmentFileProgram : public testing::Test {
 protected:
  void SetUp() override { write(kOwn); }
  void write(const std::string& text) const { std::ofstream(scratch_ / "own.json") << text; }
  std::string env() const { return " --env '" + scratch_ / "own.json" + "' "; }
  ScratchFolder scratch_;
};

TEST_F(EnvironmentFileProgram, IsRun) {
  const Finished finished = run_program(
      "run" + env() + "--agent dp-block-ucb --episodes 5000 --epsilon 1 --json --out '" + scratch_ / "out" + "'");
  ASSERT_EQ(finished.code, 0);
  EXPECT_EQ(json::parse(finished.output)["env"]["name"], "own");
  const json certificate = json::parse(read_all(scratch_ / "out/certificate.json"));
  EXPECT_EQ(certificate["run"]["environment file"], scratch_ / "own.json");
  EXPECT_EQ(certificate["run"]["environment SHA-256"].get<std::string>().size(), 64u);
  EXPECT_EQ(run_program("account --check '" + scratch_ / "out/certificate.json" + "'").code, 0);
}

TEST_F(EnvironmentFileProgram, IsTakenByEveryCommand) {
  for (const char* command :
       {"export", "theory --episodes 100", "theory --episodes 100 --measure lsvi-ucb++",
        "run --agent lsvi-ucb --episodes 50", "need --agent block-ucb --most 1000 --runs 2",
        "run --agent optimal --episodes 5 --horizon 9",
        "audit --agent dp-block-ucb --episodes 30 --epsilon 1 --set agent.first=10 --runs 400 --attack noise"})
    EXPECT_EQ(run_program(command + env()).code, 0) << command;
}

TEST_F(EnvironmentFileProgram, SaysWhatRewardsOfARangeCountAs) {
  const std::string policy = " --save-policy '" + scratch_ / "p.json" + "'",
                    line = " count as 0 to 1: values and regret ";
  EXPECT_THAT(run_program("run --agent uniform --episodes 5" + env()).output, testing::Not(HasSubstr(line)));
  write(kOwn.substr(0, kOwn.size() - 1) + R"(, "reward_range": [-3, 2]})");
  EXPECT_THAT(run_program("run --agent optimal --episodes 5" + env() + policy).output,
              HasSubstr("\nrewards from -3 to 2" + line + "are in units of 5\n"));
  EXPECT_THAT(run_program("evaluate" + env() + "--policy '" + scratch_ / "p.json" + "'").output,
              HasSubstr("\nrewards from -3 to 2" + line));
  EXPECT_EQ(json::parse(run_program("run --agent uniform --episodes 5 --json" + env()).output)["env"]["reward_range"],
            json({-3, 2}));
}

TEST_F(EnvironmentFileProgram, IsSweptAndReadFromAnotherPlace) {
  std::ofstream(scratch_ / "s.toml") << "name = \"s\"\nepisodes = 200\n[[environment]]\nname = \"own.json\"\n"
                                        "[[agent]]\nname = \"lsvi-ucb++\"\n";
  const std::string sweep = "sweep '" + scratch_ / "s.toml" + "' --out '" + scratch_ / "out" + "'";
  EXPECT_EQ(run_program(sweep).code, 0);
  EXPECT_THAT(run_program(sweep + " --dry-run").output, HasSubstr("1 of 1 cells, 1 finished"));
  EXPECT_EQ(run_program("report '" + scratch_ / "out" + "'").code, 0);
  write(kOwn + "\n");
  EXPECT_THAT(run_program(sweep + " --dry-run").output, HasSubstr("1 of 1 cells, 0 finished"));
}

TEST_F(EnvironmentFileProgram, MustNotChangeBetweenTwoPartsOfAnAudit) {
  const std::string audit = "audit" + env() + "--agent dp-block-ucb --episodes 30 --epsilon 1 --set agent.first=10 " +
                            "--runs 40 --attack replay --out '" + scratch_ / "out" + "'";
  run_program(audit);
  write(kOwn + "\n");
  expect_refused(audit, "holds the runs of another audit, or of another build; give another --out, or remove it");
}

TEST_F(EnvironmentFileProgram, IsRefusedInOneLine) {
  const std::string run = "run --agent uniform --episodes 5" + env();
  expect_refused(run + "--horizon 0", "--horizon: 0 is not allowed");
  expect_refused(run + "--set env.states=4", "env.states: this environment is a file");
  expect_refused(run + "--set env.seed=4", "env.seed: this environment is a file");
  write("{\"horizon\": \"many\"}");
  expect_refused(run, "own.json: horizon: 'many' is not allowed; expected an integer");
  write("{\"format\": \"tacit-mdp/2\"}");
  expect_refused(run, "own.json: format: 'tacit-mdp/2' is not allowed");
  write(kOwn.substr(0, 100));
  for (const char* command :
       {"run --agent uniform --episodes 5", "theory --episodes 9", "need --agent uniform", "export"})
    expect_refused(command + env(), "own.json: is not complete: it ends at byte 100");
  expect_refused("run --env nowhere.json --agent uniform --episodes 5", "nowhere.json: does not exist");
  std::ofstream(scratch_ / "bad.npz") << "hello\n";
  expect_refused("run --agent uniform --episodes 5 --env '" + scratch_ / "bad.npz" + "'",
                 "bad.npz: is not an NPZ file (a zip archive as numpy.savez writes it)");
  expect_refused("run --env mine.jsn --agent uniform --episodes 5", "a file is written ./mine.jsn or ends in");
  expect_refused("run --env . --agent uniform --episodes 5", "--env: '.' is unknown");
  expect_refused("run --env ./ --agent uniform --episodes 5", "./: is a directory");
}

}  // namespace
}  // namespace tacit
