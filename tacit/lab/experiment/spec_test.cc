#include "tacit/lab/experiment/spec.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <tuple>

#include "tacit/core/error.h"
#include "tacit/lab/experiment/runner.h"
#include "tacit/lab/sweep/sweep_file.h"

namespace tacit {
namespace {

TEST(Simulation, IsReadAsItIsWritten) {
  for (const Simulation simulation : {Simulation::users, Simulation::counts})
    EXPECT_EQ(parse_simulation(to_text(simulation), "--simulation"), simulation);
}

TEST(Simulation, NamesWhatItDoesNotKnow) {
  try {
    parse_simulation("guess", "--simulation");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "--simulation: 'guess' is not allowed; expected users or counts");
  }
}

/// What an error says, without the field; "allowed" where there is none.
template <typename Try>
std::string said(Try attempt) {
  try {
    attempt();
  } catch (const Error& error) {
    return std::string(error.what()).substr(error.field().size() + 2);
  }
  return "allowed";
}

RunSpec private_spec() {
  RunSpec spec;
  spec.env = "two-state", spec.agent = "dp-block-ucb", spec.horizon = 2;
  spec.episodes = 100, spec.epsilon = 1;
  return spec;
}

TEST(RunSpec, AllowsInCodeWhatItAllowsAsText) {
  const std::vector<double> epsilons = {-1, 0, 0.99e-6, 1e-6, 1, 1e4, 1.01e4};
  for (const double value : epsilons) {
    RunSpec spec = private_spec();
    spec.epsilon = value;
    const bool text = said([&] { parse_epsilon(fmt::format("{}", value), "--epsilon"); }) == "allowed";
    EXPECT_EQ(said([&] { require_ranges(spec); }) == "allowed", text) << value;
  }
  for (const double value : {0.0, 1e-301, 1e-300, 0.1, 0.5, 0.51, 1.0}) {
    RunSpec spec = private_spec();
    spec.delta = value;
    const bool text = said([&] { parse_delta(fmt::format("{}", value), "--delta"); }) == "allowed";
    EXPECT_EQ(said([&] { require_ranges(spec); }) == "allowed", text) << value;
  }
}

TEST(RunSpec, AllowsInASweepFileWhatItAllowsOnTheCommandLine) {
  const auto sweep = [](const std::string& key, const std::string& value) {
    std::string text = "name = \"a\"\n" + key + " = " + value + "\n";
    for (const char* other : {"episodes", "epsilon"})
      if (key != other) text += std::string(other) + " = 10\n";
    return text + "[[environment]]\nname = \"two-state\"\n[[agent]]\nname = \"dp-block-ucb\"\n";
  };
  using Parse = std::function<void(const std::string&)>;
  const std::vector<std::tuple<std::string, Parse, std::vector<std::string>>> fields = {
      {"epsilon", [](const auto& v) { parse_epsilon(v, "x"); }, {"0", "1e-07", "1e-06", "10000", "10001"}},
      {"delta", [](const auto& v) { parse_delta(v, "x"); }, {"0", "1e-300", "0.5", "0.6"}},
      {"episodes", [](const auto& v) { parse_episodes(v, "x"); }, {"0", "1", "1000000000000", "1000000000001"}},
      {"runs", [](const auto& v) { parse_runs(v, "x"); }, {"0", "1", "1000000", "1000001"}},
      {"seeds", [](const auto& v) { parse_seed(v, "x"); }, {"-1", "0", "1000000000000000", "1000000000000001"}}};
  for (const auto& [key, parse, values] : fields)
    for (const std::string& value : values)
      EXPECT_EQ(said([&] { parse_sweep(sweep(key, value), "file"); }), said([&] { parse(value); })) << key << value;
}

TEST(RunSpec, IsCheckedBeforeAnythingIsRun) {
  RunSpec spec = private_spec();
  spec.epsilon = 1e5;
  EXPECT_EQ(said([&] { run_experiment(spec); }), "100000 is not allowed; expected a number from 1e-06 to 10000");
  spec = private_spec();
  spec.delta = 0.9;
  EXPECT_EQ(said([&] { run_experiment(spec); }), "0.9 is not allowed; expected a number from 1e-300 to 0.5");
}

}  // namespace
}  // namespace tacit
