// The files of one experiment in a directory: run.json, regret.csv and, of an agent with a budget, certificate.json,
// that of the first run.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "tacit/core/atomic_file.h"
#include "tacit/lab/experiment/record.h"

namespace tacit {

/// "seed,episode,regret", one line per run and checkpoint, with a header; numbers with 17 digits.
std::string to_csv(const ExperimentRecord& record);

class RecordFiles {
 public:
  /// Makes the places at once: an unwritable one must not cost a long run. Throws Error naming `field`.
  RecordFiles(const std::filesystem::path& directory, const std::string& field, bool with_certificate);
  /// Each file appears whole or not at all. The signature of an earlier certificate is removed. `record` has a run.
  void write(const ExperimentRecord& record);

 private:
  OutputDirectory directory_;
  AtomicFile json_, csv_;
  std::unique_ptr<AtomicFile> certificate_;
};

}  // namespace tacit
