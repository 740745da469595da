// The runs of an audit that are finished, in a file, so that an interrupted audit goes on where it was.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "tacit/audit/audit.h"

namespace tacit::program {

/// JSON lines: what is audited, then one line per run. A last line that is not whole is ignored.
class AuditRuns {
 public:
  /// Reads what is there. Throws Error (field "--out") where the file is of another audit; more runs of the same one
  /// are welcome.
  AuditRuns(const std::filesystem::path& file, const AuditSpec& spec);

  std::size_t size() const { return scores_.size(); }
  std::optional<std::vector<double>> find(const RunName& name) const;
  void add(const RunName& name, const std::vector<double>& scores);

 private:
  using Key = std::tuple<std::string, std::int64_t, bool>;
  std::map<Key, std::vector<double>> scores_;
  std::ofstream out_;
};

}  // namespace tacit::program
