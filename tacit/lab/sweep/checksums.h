// SHA-256 sums of the files of a results directory, in the format of sha256sum: `sha256sum -c SHA256SUMS` checks them.
//
// Several processes may finish work in one directory at the same time. Each of them adds its lines to what is there,
// under a lock, and the file is replaced as a whole: no line is lost and nobody reads half a file.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "tacit/core/file_content.h"

namespace tacit {

/// Sums by path, relative to the directory.
using Checksums = std::map<std::string, std::string>;

inline constexpr const char* kChecksumFile = "SHA256SUMS";

/// None where there is no such file; throws Error naming file and line where it is not in the format.
Checksums read_checksums(const std::filesystem::path& directory);

/// Keeps other processes from changing a directory, as long as it lives. Where a file system has no locks it is no
/// lock; what can be lost then is a line of sums, which the next sweep into this directory finds out and adds.
class DirectoryLock {
 public:
  explicit DirectoryLock(const std::filesystem::path& directory);
  ~DirectoryLock();
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

 private:
  int file_;
};

/// Sets the given sums, removes those that are given as nothing, and keeps the others. The directory must be locked.
void update_checksums(const std::filesystem::path& directory,
                      const std::map<std::string, std::optional<std::string>>& changes, const DirectoryLock& lock);

}  // namespace tacit
