#include "tacit/lab/report/reproduction.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tacit/envs/catalog.h"
#include "tacit/lab/sweep/cell.h"
#include "tests/scratch.h"

namespace tacit {
namespace {

TEST(Reproduction, RunsTheFilesThatEveryoneCanRead) {
  for (const EmbeddedSweep& sweep : embedded_sweeps())
    EXPECT_EQ(sweep.text, read_all(std::string(TACIT_SOURCE_DIR) + "/examples/sweeps/" + sweep.name + ".toml"));
  EXPECT_GE(embedded_sweeps().size(), 6u);
}

TEST(Reproduction, SweepsAreNamedAsTheirDirectories) {
  const std::vector<SweepSpec> sweeps = reproduction_sweeps();
  for (std::size_t i = 0; i < sweeps.size(); ++i) EXPECT_EQ(sweeps[i].name, embedded_sweeps()[i].name);
}

TEST(Reproduction, GivesEveryEnvironmentTheUsersThatAreAskedFor) {
  std::set<std::int64_t> usual;
  for (const SweepSpec& sweep : reproduction_sweeps())
    for (const Cell& cell : expand(sweep)) usual.insert(cell.spec.episodes);
  EXPECT_GT(usual.size(), 1u);
  for (const SweepSpec& sweep : reproduction_sweeps(1234))
    for (const Cell& cell : expand(sweep)) EXPECT_EQ(cell.spec.episodes, 1234) << cell.id;
}

TEST(Reproduction, CoversTheCatalogueOfEnvironments) {
  // Left out: a run of a private agent takes longest there.
  std::set<std::string> names = {"frozen-lake", "cliff"};
  for (const SweepSpec& sweep : reproduction_sweeps())
    for (const SweepEnvironment& environment : sweep.environments) names.insert(environment.name);
  for (const EnvironmentEntry& entry : environments()) EXPECT_TRUE(names.contains(entry.name)) << entry.name;
}

TEST(Reproduction, HasTenRunsOfThePapersFigures) {
  for (const SweepSpec& sweep : reproduction_sweeps()) {
    if (!sweep.name.starts_with("figure-1")) continue;
    EXPECT_EQ(sweep.runs, 10);
    EXPECT_EQ(sweep.environments.front().name, "two-state");
    EXPECT_EQ(sweep.environments.front().horizon, 20);
  }
}

}  // namespace
}  // namespace tacit
