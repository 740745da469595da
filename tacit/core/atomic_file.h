// A file that appears whole or not at all: written beside its place under a temporary name, then renamed.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace tacit {

class AtomicFile {
 public:
  /// Opens the temporary file at once, so that an unwritable place is found before any work is done. Throws Error
  /// naming `field`.
  AtomicFile(std::filesystem::path path, const std::string& field);
  ~AtomicFile();  ///< Removes the temporary file unless committed.
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  std::ostream& stream() { return out_; }
  /// Puts the file in its place. Throws std::runtime_error if not everything could be written (a full disk, say).
  void commit();

 private:
  std::filesystem::path path_, temporary_;
  std::ofstream out_;
  bool committed_ = false;
};

/// Creates `directory` and its parents if needed; those of them that are still empty at the end are removed again.
class OutputDirectory {
 public:
  OutputDirectory(std::filesystem::path directory, const std::string& field);
  ~OutputDirectory();
  OutputDirectory(const OutputDirectory&) = delete;
  OutputDirectory& operator=(const OutputDirectory&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  void remove_empty() const;

  std::filesystem::path path_;
  std::vector<std::filesystem::path> created_;  ///< Innermost first.
};

}  // namespace tacit
