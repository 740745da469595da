#include "tacit/lab/sweep/results.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "tacit/core/error.h"
#include "tacit/version.h"

namespace tacit {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kManifestFormat = "tacit-sweep/1";
constexpr const char* kSweepFile = "sweep.toml";
constexpr auto kFlushEvery = std::chrono::seconds(1);

std::string csv_path(const std::string& id) { return "cells/" + id + ".csv"; }
std::string json_path(const std::string& id) { return "cells/" + id + ".json"; }

std::string manifest_name(const Shard& shard) {
  return shard.count == 1 ? "manifest.json" : fmt::format("manifest-{}-of-{}.json", shard.number, shard.count);
}

std::string compiler() {
#ifdef __clang__
  return __VERSION__;
#else
  return std::string("GCC ") + __VERSION__;
#endif
}

std::string manifest(const SweepSpec& sweep, const Shard& shard, const std::vector<Cell>& cells) {
  Json list = Json::array();
  for (const Cell& cell : cells) {
    Json entry = {{"index", cell.index}};
    entry.update(Json::parse(to_json(cell)));
    list.push_back(std::move(entry));
  }
  const Json document = {
      {"format", kManifestFormat},
      {"tool", {{"name", "tacit"}, {"version", kVersion}, {"commit", kCommit}, {"compiler", compiler()}}},
      {"sweep",
       {{"name", sweep.name},
        {"title", sweep.title},
        {"sha256", sha256(sweep.text)},
        {"episodes", sweep.episodes},
        {"runs", sweep.runs},
        {"seeds", sweep.seeds}}},
      {"shard", {{"number", shard.number}, {"count", shard.count}}},
      {"cells", list},
  };
  return document.dump(1) + "\n";
}

/// The text of a file that must have the sum that is listed.
std::string verified(const fs::path& directory, const std::string& path, const std::string& sum) {
  std::string text = read_file(directory / path);
  if (sha256(text) != sum) throw Error((directory / path).string(), "is not the file that SHA256SUMS lists");
  return text;
}

struct Planned {
  std::size_t index;
  std::string id;
};

struct Manifest {
  std::string name, title, sweep;
  std::vector<Planned> cells;
};

/// An id becomes part of a path: nothing that leads elsewhere.
bool is_id(const std::string& text) {
  const auto allowed = [](unsigned char c) { return std::isalnum(c) != 0 || std::string("+-._").find(char(c)) < 4; };
  return !text.empty() && text.size() < 200 && text.front() != '.' && std::all_of(text.begin(), text.end(), allowed);
}

Manifest parse_manifest(const std::string& text, const std::string& file) {
  Manifest result;
  try {
    const Json document = Json::parse(text);
    if (document.at("format") != kManifestFormat) throw Error("format", document.at("format").dump(), kManifestFormat);
    const Json& sweep = document.at("sweep");
    result.name = sweep.at("name").get<std::string>();
    result.title = sweep.at("title").get<std::string>();
    result.sweep = sweep.at("sha256").get<std::string>();
    for (const Json& cell : document.at("cells")) {
      result.cells.push_back({cell.at("index").get<std::size_t>(), cell.at("id").get<std::string>()});
      if (!is_id(result.cells.back().id)) throw Error("cells.id", "is not the id of a cell");
    }
  } catch (const std::exception& error) {
    throw Error(file, std::string("is not the manifest of a sweep: ") + error.what());
  }
  return result;
}

/// The cell whose two files these are; nothing where they are not whole.
std::optional<CellResult> intact(const std::string& id, const std::string& csv, const std::string& json) {
  try {
    CellResult result = parse_cell_result(json, json_path(id));
    if (result.cell.id == id && csv == to_csv(result)) return result;
  } catch (const Error&) {  // Not a cell.
  }
  return std::nullopt;
}

/// Reads the directories one after the other, and keeps what it has seen.
class Loader {
 public:
  void add(const fs::path& directory) {
    if (!fs::is_directory(directory)) throw Error(directory.string(), "is not a directory");
    const Checksums sums = read_checksums(directory);
    const auto sweep = sums.find(kSweepFile);
    if (sweep == sums.end()) throw Error(directory.string(), "is not the results directory of a sweep");
    verified(directory, kSweepFile, sweep->second);
    const std::size_t sweep_number = std::find(sweeps_.begin(), sweeps_.end(), sweep->second) - sweeps_.begin();
    if (sweep_number == sweeps_.size()) sweeps_.push_back(sweep->second);
    for (const auto& [path, sum] : sums) {
      if (!path.starts_with("manifest") || path.find('/') != std::string::npos) continue;
      const Manifest plan = parse_manifest(verified(directory, path, sum), (directory / path).string());
      if (plan.sweep != sweep->second) continue;  // It belongs to an earlier version of sweep.toml.
      if (results_.name.empty()) results_.name = plan.name, results_.title = plan.title;
      for (const Planned& cell : plan.cells) {
        places_.emplace(cell.id, std::pair(sweep_number, cell.index));
        add_cell(directory, cell.id, sums);
      }
    }
  }

  Results finish() {
    std::vector<std::pair<std::pair<std::size_t, std::size_t>, std::string>> order;
    for (const auto& [id, place] : places_) order.emplace_back(place, id);
    std::sort(order.begin(), order.end());
    for (const auto& [place, id] : order) {
      const auto found = found_.find(id);
      if (found == found_.end()) {
        results_.unfinished.push_back(id);
      } else {
        results_.cells.push_back(std::move(found->second.result));
        results_.cells.back().cell.index = place.second;
      }
    }
    return std::move(results_);
  }

 private:
  struct Found {
    CellResult result;
    std::string file, comparable;
  };

  void add_cell(const fs::path& directory, const std::string& id, const Checksums& sums) {
    const auto csv = sums.find(csv_path(id)), json = sums.find(json_path(id));
    if (csv == sums.end() || json == sums.end()) return;
    const std::string file = (directory / json->first).string();
    verified(directory, csv->first, csv->second);
    const std::string text = verified(directory, json->first, json->second);
    Found found{parse_cell_result(text, file), file, comparable(text)};
    if (found.result.cell.id != id) throw Error(file, "is of another cell: " + found.result.cell.id.substr(0, 200));
    const auto [first, is_new] = found_.emplace(id, std::move(found));
    if (!is_new && first->second.comparable != comparable(text))
      throw Error(file, "does not agree with " + first->second.file);
  }

  Results results_;
  std::vector<std::string> sweeps_;  ///< Sums of the sweep files.
  std::map<std::string, std::pair<std::size_t, std::size_t>> places_;
  std::map<std::string, Found> found_;
};

}  // namespace

ResultsWriter::ResultsWriter(fs::path directory)
    : directory_(std::move(directory)), sums_(read_checksums(directory_)) {}

ResultsWriter::~ResultsWriter() {
  try {
    flush();
  } catch (const std::exception&) {  // The next sweep into this directory lists what is there.
  }
}

std::optional<CellResult> ResultsWriter::finished(const Cell& cell) {
  const std::lock_guard guard(mutex_);
  const std::string csv = csv_path(cell.id), json = json_path(cell.id);
  if (!fs::exists(directory_ / csv) || !fs::exists(directory_ / json)) return std::nullopt;
  const std::string table = read_file(directory_ / csv), text = read_file(directory_ / json);
  if (!sums_.contains(csv) || !sums_.contains(json)) {
    std::optional<CellResult> result = intact(cell.id, table, text);
    if (!result) return std::nullopt;  // Nobody vouches for it: it is run again.
    changes_[csv] = sha256(table);
    changes_[json] = sha256(text);
    return result;
  }
  for (const auto& [path, bytes] : {std::pair(&csv, &table), std::pair(&json, &text)})
    if (sums_.at(*path) != sha256(*bytes))
      throw Error((directory_ / *path).string(),
                  "is not the file that SHA256SUMS lists; remove it to have the cell run again");
  return parse_cell_result(text, (directory_ / json).string());
}

void ResultsWriter::begin(const SweepSpec& sweep, const Shard& shard, const std::vector<Cell>& cells) {
  const std::lock_guard guard(mutex_);
  created_.emplace(directory_, "out");
  std::error_code error;
  fs::create_directories(directory_ / "cells", error);
  if (error)
    throw Error("out", "cannot make the directory '" + (directory_ / "cells").string() + "': " + error.message());
  const DirectoryLock lock(directory_);
  put(kSweepFile, sweep.text);
  put(manifest_name(shard), manifest(sweep, shard, cells));
  flush(lock);
}

void ResultsWriter::write(const CellResult& result) {
  const std::lock_guard guard(mutex_);
  const DirectoryLock lock(directory_);
  const std::string csv = csv_path(result.cell.id), json = json_path(result.cell.id);
  const auto present = [this](const std::string& path) {
    return fs::exists(directory_ / path) ? read_file(directory_ / path) : "";
  };
  const std::string table = present(csv), text = present(json);
  if (intact(result.cell.id, table, text)) {  // Another process did the same work.
    changes_[csv] = sha256(table);
    changes_[json] = sha256(text);
  } else {
    put_cell(result);
  }
  if (std::chrono::steady_clock::now() - flushed_ >= kFlushEvery) flush(lock);
}

void ResultsWriter::relabel(const CellResult& result) {
  const std::lock_guard guard(mutex_);
  const DirectoryLock lock(directory_);
  changes_[csv_path(result.cell.id)] = changes_[json_path(result.cell.id)] = std::nullopt;
  flush(lock);  // Until its new sums are there the cell does not count.
  put_cell(result);
  flush(lock);
}

void ResultsWriter::flush() {
  const std::lock_guard guard(mutex_);
  if (changes_.empty() || !created_) return;
  flush(DirectoryLock(directory_));
}

void ResultsWriter::put_cell(const CellResult& result) {
  put(csv_path(result.cell.id), to_csv(result));
  put(json_path(result.cell.id), to_json(result));
}

void ResultsWriter::put(const std::string& path, const std::string& text) {
  if (!fs::exists(directory_ / path) || read_file(directory_ / path) != text) {
    AtomicFile file(directory_ / path, "out");
    file.stream() << text;
    file.commit();
  }
  changes_[path] = sha256(text);
}

void ResultsWriter::flush(const DirectoryLock& lock) {
  update_checksums(directory_, changes_, lock);
  changes_.clear();
  flushed_ = std::chrono::steady_clock::now();
}

void require_same_sweep(const fs::path& directory, const std::string& name) {
  for (const auto& [path, sum] : read_checksums(directory)) {
    if (!path.starts_with("manifest") || path.find('/') != std::string::npos || !fs::exists(directory / path)) continue;
    const Manifest there = parse_manifest(read_file(directory / path), (directory / path).string());
    if (there.name != name)
      throw Error("out",
                  fmt::format("'{}' holds the results of another sweep, '{}'; choose another directory, or force "
                              "it, which replaces its list of cells",
                              directory.string(), there.name));
  }
}

Results load_results(const std::vector<fs::path>& directories) {
  Loader loader;
  for (const fs::path& directory : directories) loader.add(directory);
  return loader.finish();
}

}  // namespace tacit
