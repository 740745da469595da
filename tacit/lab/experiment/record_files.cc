#include "tacit/lab/experiment/record_files.h"

#include <fmt/format.h>

#include "tacit/lab/experiment/json.h"

namespace tacit {

std::string to_csv(const ExperimentRecord& record) {
  std::string text = "seed,episode,regret\n";
  for (const RunRecord& run : record.runs)
    for (std::size_t i = 0; i < record.checkpoints.size(); ++i)
      text += fmt::format("{},{},{:.17g}\n", run.seed, record.checkpoints[i], run.regret[i]);
  return text;
}

RecordFiles::RecordFiles(const std::filesystem::path& directory, const std::string& field, bool with_certificate)
    : directory_(directory, field),
      json_(directory_.path() / "run.json", field),
      csv_(directory_.path() / "regret.csv", field) {
  if (with_certificate) certificate_ = std::make_unique<AtomicFile>(directory_.path() / "certificate.json", field);
}

void RecordFiles::write(const ExperimentRecord& record) {
  json_.stream() << to_json(record) << '\n';
  csv_.stream() << to_csv(record);
  json_.commit();
  csv_.commit();
  if (!certificate_) return;
  certificate_->stream() << record.runs.front().certificate << '\n';
  certificate_->commit();
  std::filesystem::remove(directory_.path() / "certificate.json.sig");  // It was of another certificate.
}

}  // namespace tacit
