#include "tacit/lab/atomic_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "tacit/core/error.h"

namespace tacit {

namespace fs = std::filesystem;

AtomicFile::AtomicFile(fs::path path, const std::string& field) : path_(std::move(path)), temporary_(path_) {
  if (!path_.has_filename()) throw Error(field, "'" + path_.string() + "' is not the name of a file");
  if (fs::is_directory(path_)) throw Error(field, "'" + path_.string() + "' is a directory");
  temporary_ += ".partial-" + std::to_string(::getpid());
  out_.open(temporary_, std::ios::binary | std::ios::trunc);
  if (!out_) throw Error(field, "cannot write '" + path_.string() + "': " + std::strerror(errno));
}

AtomicFile::~AtomicFile() {
  if (committed_) return;
  out_.close();
  std::error_code ignored;
  fs::remove(temporary_, ignored);
}

void AtomicFile::commit() {
  out_.close();
  if (!out_) throw std::runtime_error("cannot write all of '" + path_.string() + "': is the disk full?");
  fs::rename(temporary_, path_);
  committed_ = true;
}

OutputDirectory::OutputDirectory(fs::path directory, const std::string& field) : path_(std::move(directory)) {
  std::error_code error;
  created_ = fs::create_directories(path_, error);
  if (error || !fs::is_directory(path_))
    throw Error(field, "cannot make the directory '" + path_.string() + "'" + (error ? ": " + error.message() : ""));
  if (::access(path_.c_str(), W_OK | X_OK) != 0)
    throw Error(field, "cannot write in '" + path_.string() + "': " + std::strerror(errno));
}

OutputDirectory::~OutputDirectory() {
  std::error_code ignored;
  if (created_) fs::remove(path_, ignored);  // Removes an empty directory only.
}

}  // namespace tacit
