#include "tacit/lab/sweep/checksums.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sodium.h>
#include <sys/file.h>
#include <unistd.h>

#include <sstream>

#include "tacit/core/atomic_file.h"
#include "tacit/core/error.h"

namespace tacit {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDigits = 2 * crypto_hash_sha256_BYTES;

}  // namespace

DirectoryLock::DirectoryLock(const fs::path& directory)
    : file_(::open((directory / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (file_ >= 0) ::flock(file_, LOCK_EX);
}

DirectoryLock::~DirectoryLock() {
  if (file_ >= 0) ::close(file_);
}

Checksums read_checksums(const fs::path& directory) {
  const fs::path file = directory / kChecksumFile;
  Checksums sums;
  if (!fs::exists(file)) return sums;
  std::istringstream lines(read_file(file));
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const bool fits = line.size() > kDigits + 2 && line.compare(kDigits, 2, "  ") == 0 &&
                      line.find_first_not_of("0123456789abcdef") == kDigits;
    if (!fits) throw Error(fmt::format("{}:{}", file.string(), number), "is not a line of sha256sum");
    sums[line.substr(kDigits + 2)] = line.substr(0, kDigits);
  }
  return sums;
}

void update_checksums(const fs::path& directory, const std::map<std::string, std::optional<std::string>>& changes,
                      const DirectoryLock& /*lock*/) {
  Checksums sums = read_checksums(directory);
  for (const auto& [path, sum] : changes) {
    if (sum) {
      sums[path] = *sum;
    } else {
      sums.erase(path);
    }
  }
  AtomicFile file(directory / kChecksumFile, "out");
  for (const auto& [path, sum] : sums) file.stream() << sum << "  " << path << '\n';
  file.commit();
}

}  // namespace tacit
