// The zip container as far as NumPy's savez and savez_compressed use it: entries that are stored or deflated, with the
// 64-bit sizes of large ones; no encryption, no parts. (PKWARE APPNOTE 6.3.9, sections 4.3 and 4.5.3.)
//
// Reading goes by the central directory. Whatever does not fit, in size or checksum, is an Error that names the file:
// no byte of an archive is trusted.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace tacit {

class ZipArchive {
 public:
  struct Entry {
    std::string name;
    std::uint16_t method = 0;
    std::uint32_t checksum = 0;
    std::uint64_t packed = 0, size = 0, offset = 0;  ///< In bytes; of the local header.
  };

  /// Keeps a reference to `bytes`. Throws Error naming `file`.
  ZipArchive(std::string_view bytes, std::string file);

  const std::vector<Entry>& entries() const { return entries_; }
  /// Takes as much memory as the entry says that it needs: look at `size` first.
  std::string extract(const Entry& entry) const;

 private:
  void read_directory();
  Entry read_entry(std::size_t& at) const;

  std::string_view bytes_;
  std::string file_;
  std::vector<Entry> entries_;
};

/// Writes entries that are stored, without times: the same entries give the same bytes. At most 4 GiB.
class ZipWriter {
 public:
  explicit ZipWriter(std::ostream& out) : out_(out) {}
  void add(const std::string& name, std::string_view bytes);
  void finish();

 private:
  std::ostream& out_;
  std::string directory_;
  std::uint64_t written_ = 0;
  std::uint16_t count_ = 0;
};

}  // namespace tacit
