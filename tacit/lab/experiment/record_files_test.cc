#include "tacit/lab/experiment/record_files.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tacit/core/error.h"
#include "tacit/lab/experiment/json.h"
#include "tacit/lab/experiment/runner.h"
#include "tests/scratch.h"

namespace tacit {
namespace {

ExperimentRecord small_record() {
  RunSpec spec;
  spec.env = "two-state";
  spec.agent = "dp-block-ucb";
  spec.episodes = 50;
  spec.runs = 2;
  spec.epsilon = 1;
  return run_experiment(spec);
}

std::string content(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

TEST(RecordFiles, HoldTheRecordAndItsFirstCertificate) {
  const ScratchFolder scratch;
  const ExperimentRecord record = small_record();
  RecordFiles(scratch / "out", "out", true).write(record);
  EXPECT_EQ(content(scratch / "out/run.json"), to_json(record) + "\n");
  EXPECT_EQ(content(scratch / "out/regret.csv"), to_csv(record));
  EXPECT_EQ(content(scratch / "out/certificate.json"), record.runs.front().certificate + "\n");
}

TEST(RecordFiles, RemoveASignatureThatIsOfAnotherCertificate) {
  const ScratchFolder scratch;
  std::filesystem::create_directories(scratch / "out");
  std::ofstream(scratch / "out/certificate.json.sig") << "old";
  RecordFiles(scratch / "out", "out", true).write(small_record());
  EXPECT_FALSE(std::filesystem::exists(scratch / "out/certificate.json.sig"));
}

TEST(RecordFiles, LeaveNothingWhereNothingWasWritten) {
  const ScratchFolder scratch;
  { const RecordFiles files(scratch / "out", "out", true); }
  EXPECT_FALSE(std::filesystem::exists(scratch / "out"));
}

TEST(RecordFiles, RefuseAPlaceThatCannotBeWritten) {
  const ScratchFolder scratch;
  std::ofstream(scratch / "out") << "a file";
  EXPECT_THROW(RecordFiles(scratch / "out", "out", false), Error);
}

}  // namespace
}  // namespace tacit
