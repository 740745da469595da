#include "tacit/lab/sweep/cell_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tacit/agents/catalog.h"
#include "tacit/core/error.h"
#include "tacit/lab/experiment/json.h"
#include "tacit/lab/experiment/runner.h"
#include "tacit/privacy/certificate/certificate_check.h"

namespace tacit {
namespace {

using testing::HasSubstr;

CellResult result_of(const std::string& agent, std::optional<double> epsilon, const std::string& env = "simplex",
                     Noise noise = Noise::simulation) {
  CellResult result;
  result.cell.env_label = "an environment";
  result.cell.label = "an agent, \"quoted\"";
  RunSpec& spec = result.cell.spec;
  spec.env = env;
  spec.horizon = 3;
  spec.agent = agent;
  spec.episodes = 1500;
  spec.runs = 2;
  spec.seed = 7;
  spec.epsilon = epsilon;
  spec.noise = noise;
  if (epsilon) spec.delta = 1e-5, spec.adjacency = Adjacency::add_remove;
  if (agent == "uniform" && env == "simplex") spec.simulation = Simulation::counts;
  result.cell.id = cell_id(spec);
  result.record = run_experiment(spec);
  result.version = "1.2.3";
  result.commit = "abc";
  return result;
}

TEST(CellFile, ReadsBackEveryNumber) {
  AgentEntry broken = agent_entry("dp-lsvi-ucb++-paper");
  broken.name = "broken", broken.guarantee = "none", broken.broken = "it tells everything";
  register_agent(broken);
  for (const CellResult& result :
       {result_of("lsvi-ucb++", std::nullopt), result_of("dp-block-ucb", 0.7),
        result_of("dp-block-ucb", 0.7, "simplex", Noise::lattice), result_of("broken", 2),
        result_of("uniform", std::nullopt, "corridor"), result_of("uniform", std::nullopt)}) {
    const std::string text = to_json(result);
    const CellResult back = parse_cell_result(text, "x.json");
    EXPECT_EQ(to_json(back), text);
    EXPECT_EQ(to_csv(back), to_csv(result));
    EXPECT_EQ(to_json(back.record), to_json(result.record));
    EXPECT_EQ(cell_id(back.cell.spec), result.cell.id);
    EXPECT_EQ(back.cell.spec.simulation, result.cell.spec.simulation);
    EXPECT_EQ(back.record.simulation, result.record.simulation);
    EXPECT_EQ(back.cell.spec.noise, result.cell.spec.noise);
    EXPECT_EQ(back.record.noise, result.record.noise);
    EXPECT_EQ(back.record.broken, result.record.broken);
    EXPECT_EQ(back.record.options.all(), result.record.options.all());
    EXPECT_EQ(back.record.promise.has_value(), result.record.promise.has_value());
    for (std::size_t r = 0; r < 2; ++r) {
      EXPECT_EQ(back.record.runs[r].regret, result.record.runs[r].regret);
      EXPECT_EQ(back.record.runs[r].epsilon_spent, result.record.runs[r].epsilon_spent);
      EXPECT_EQ(back.record.runs[r].releases, result.record.runs[r].releases);
      EXPECT_EQ(back.record.runs[r].certificate, result.record.runs[r].certificate);
    }
  }
}

TEST(CellFile, KeepsACertificateThatHolds) {
  const CellResult back = parse_cell_result(to_json(result_of("dp-block-ucb", 1)), "x.json");
  EXPECT_TRUE(check_certificate(back.record.runs[0].certificate).holds());
}

TEST(CellFile, ReadsFilesThatHaveOnlyTheFirstCertificate) {
  auto document = nlohmann::ordered_json::parse(to_json(result_of("dp-block-ucb", 1)));
  document["privacy"].erase("later_certificates");
  const CellResult back = parse_cell_result(document.dump(), "x.json");
  EXPECT_FALSE(back.record.runs[0].certificate.empty());
  EXPECT_TRUE(back.record.runs[1].certificate.empty());
}

TEST(CellFile, KeepsTimesApart) {
  CellResult result = result_of("uniform", std::nullopt);
  const std::string before = to_json(result);
  for (RunRecord& run : result.record.runs) run.seconds += 1;
  EXPECT_NE(to_json(result), before);
  EXPECT_EQ(comparable(to_json(result)), comparable(before));
  auto document = nlohmann::json::parse(before);
  document.erase("timing");
  EXPECT_EQ(document.dump().find("seconds"), std::string::npos);
  result.record.runs[0].regret.back() += 1e-9;
  EXPECT_NE(comparable(to_json(result)), comparable(before));
}

TEST(CellFile, CsvHasALinePerRunAndCheckpoint) {
  const CellResult result = result_of("dp-block-ucb", 0.5);
  std::istringstream lines(to_csv(result));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "env,agent,label,epsilon,delta,env_seed,run_seed,episode,regret");
  for (const RunRecord& run : result.record.runs) {
    for (std::size_t i = 0; i < run.regret.size(); ++i) {
      ASSERT_TRUE(std::getline(lines, line));
      const std::string start = "an environment,dp-block-ucb,\"an agent, \"\"quoted\"\"\",0.5,1e-05,7," +
                                std::to_string(run.seed) + "," + std::to_string(result.record.checkpoints[i]) + ",";
      ASSERT_THAT(line, testing::StartsWith(start));
      EXPECT_EQ(std::stod(line.substr(start.size())), run.regret[i]);
    }
  }
  EXPECT_FALSE(std::getline(lines, line));
  EXPECT_THAT(to_csv(result_of("uniform", std::nullopt)), HasSubstr("\",,,7,7,1,"));  // No budget, no number.
}

TEST(CellFile, RefusesWhatIsNoCell) {
  const std::string good = to_json(result_of("dp-block-ucb", 1));
  const auto refused = [](const std::string& text) -> std::string {
    try {
      parse_cell_result(text, "x.json");
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_THAT(refused(""), HasSubstr("x.json: is not complete, valid JSON"));
  EXPECT_THAT(refused("[]"), HasSubstr("x.json: is not a cell"));
  EXPECT_THAT(refused("{\"format\":\"other\"}"), HasSubstr("x.json: is not a cell: format"));
  const std::function<void(nlohmann::json&)> changes[] = {
      [](auto& j) { j["cell"].erase("id"); },
      [](auto& j) { j["record"]["runs"].erase(0); },
      [](auto& j) { j["record"]["runs"][0]["regret"].erase(0); },
      [](auto& j) { j["record"]["runs"][0]["regret"][0] = "much"; },
      [](auto& j) { j["record"]["checkpoints"] = nlohmann::json::array(); },
      [](auto& j) { j["record"]["episodes"] = 0; },
      [](auto& j) { j["record"]["privacy"]["epsilon"] = -1; },
      [](auto& j) { j["record"]["privacy"]["noise"] = "loud"; },
      [](auto& j) { j["privacy"] = nullptr; },
      [](auto& j) { j["timing"]["seconds"] = nlohmann::json::array(); },
      [](auto& j) { j["record"]["agent"]["name"] = "uniform"; },
      [](auto& j) { j["cell"]["adjacency"] = "none"; },
      [](auto& j) { j["cell"]["simulation"] = "none"; },
  };
  for (const auto& change : changes) {
    auto document = nlohmann::json::parse(good);
    change(document);
    EXPECT_THAT(refused(document.dump()), HasSubstr("x.json: is not a cell: "));
  }
}

}  // namespace
}  // namespace tacit
