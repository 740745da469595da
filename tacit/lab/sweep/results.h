// The results directory of a sweep.
//
//   sweep.toml                    the file that it was made from
//   manifest.json                 what is to be there: program, options, seeds, cells; for parts of a sweep
//                                 manifest-2-of-8.json, and so on
//   cells/ID.csv, cells/ID.json   one pair per finished cell (cell_file.h)
//   SHA256SUMS                    of all of these, for `sha256sum -c`
//
// Every file appears whole or not at all. A cell counts as finished once both of its files are in SHA256SUMS. Several
// processes may write into one directory: a cell belongs to one of them, and so does a manifest. Cells that are no
// longer part of sweep.toml stay, and are not read.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "tacit/core/atomic_file.h"
#include "tacit/lab/sweep/cell.h"
#include "tacit/lab/sweep/cell_file.h"
#include "tacit/lab/sweep/checksums.h"

namespace tacit {

/// Fills a directory. All functions may be called from any thread.
class ResultsWriter {
 public:
  /// Looks, but touches nothing yet.
  explicit ResultsWriter(std::filesystem::path directory);
  ~ResultsWriter();  ///< Flushes what it can.
  ResultsWriter(const ResultsWriter&) = delete;
  ResultsWriter& operator=(const ResultsWriter&) = delete;

  /// The result of a cell that is finished, however long ago. Throws Error where its files are not those of SHA256SUMS.
  std::optional<CellResult> finished(const Cell& cell);
  /// Creates the directory, with sweep.toml and the manifest of this part. Throws Error naming "out".
  void begin(const SweepSpec& sweep, const Shard& shard, const std::vector<Cell>& cells);
  /// Unless another process was faster: what is finished stays as it is.
  void write(const CellResult& result);
  /// Writes a finished cell anew, with other labels.
  void relabel(const CellResult& result);
  /// Brings SHA256SUMS up to date; `write` does so now and then.
  void flush();

 private:
  void put_cell(const CellResult& result);
  void put(const std::string& path, const std::string& text);
  void flush(const DirectoryLock& lock);

  std::filesystem::path directory_;
  std::optional<OutputDirectory> created_;
  std::mutex mutex_;
  Checksums sums_;                                             ///< As read at the beginning.
  std::map<std::string, std::optional<std::string>> changes_;  ///< Not yet in SHA256SUMS.
  std::chrono::steady_clock::time_point flushed_{};
};

struct Results {
  std::string name, title;              ///< Those of the first directory.
  std::vector<CellResult> cells;        ///< In the order of the sweep.
  std::vector<std::string> unfinished;  ///< Ids of cells that are still to be run.
};

/// Throws Error naming "out" where the directory holds a sweep of another name: its file and its list of cells would
/// be replaced. A file that was edited and kept its name is the same sweep.
void require_same_sweep(const std::filesystem::path& directory, const std::string& name);

/// Reads directories, such as those of the parts of a sweep, as one. Every file is checked against SHA256SUMS, and a
/// cell that is in several directories must be the same in all. Throws Error naming the file that is wrong.
Results load_results(const std::vector<std::filesystem::path>& directories);

}  // namespace tacit
