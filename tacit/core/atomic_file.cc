#include "tacit/core/atomic_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "tacit/core/error.h"

namespace tacit {

namespace fs = std::filesystem;

namespace {

/// On the disk, so that after a crash of the machine the name does not stand for an empty file.
bool reaches_disk(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool done = ::fsync(file) == 0 || errno == EINVAL || errno == EROFS;  // Some places have nothing to sync.
  ::close(file);
  return done;
}

}  // namespace

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
  if (!out_ || !reaches_disk(temporary_))
    throw std::runtime_error("cannot write all of '" + path_.string() + "': is the disk full?");
  fs::rename(temporary_, path_);
  committed_ = true;
}

OutputDirectory::OutputDirectory(fs::path directory, const std::string& field) : path_(std::move(directory)) {
  std::error_code error, ignored;
  for (fs::path p = path_; !p.empty() && !fs::exists(p, ignored); p = p.parent_path()) created_.push_back(p);
  fs::create_directories(path_, error);
  if (!error && fs::is_directory(path_) && ::access(path_.c_str(), W_OK | X_OK) == 0) return;
  const std::string reason = error ? error.message() : std::strerror(errno);
  remove_empty();
  throw Error(field, "cannot make and write the directory '" + path_.string() + "': " + reason);
}

OutputDirectory::~OutputDirectory() { remove_empty(); }

void OutputDirectory::remove_empty() const {
  for (const fs::path& p : created_) ::rmdir(p.c_str());
}

}  // namespace tacit
