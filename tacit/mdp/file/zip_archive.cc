#include "tacit/mdp/file/zip_archive.h"

#include <zlib.h>

#include <limits>
#include <stdexcept>
#include <utility>

#include "tacit/core/error.h"

namespace tacit {
namespace {

constexpr std::uint32_t kLocal = 0x04034b50, kCentral = 0x02014b50, kEnd = 0x06054b50, kEnd64 = 0x06064b50,
                        kLocator64 = 0x07064b50;
constexpr std::size_t kLocalSize = 30, kCentralSize = 46, kEndSize = 22, kEnd64Size = 56, kLocatorSize = 20;
constexpr std::uint16_t kStored = 0, kDeflated = 8, kExtra64 = 1;
constexpr std::uint32_t kIn64 = 0xffffffff;  // The true number is in the 64-bit part.
constexpr std::size_t kLongestComment = 0xffff, kMostEntries = 1000;

// An unsigned number of `size` bytes, the least one first.
std::uint64_t number(std::string_view bytes, std::size_t at, int size) {
  std::uint64_t value = 0;
  for (int i = size - 1; i >= 0; --i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

void append(std::string& bytes, std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i) bytes.push_back(static_cast<char>(value >> (8 * i) & 0xff));
}

std::uint32_t checksum_of(std::string_view bytes) {
  uLong sum = crc32_z(0, nullptr, 0);
  sum = crc32_z(sum, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  return static_cast<std::uint32_t>(sum);
}

[[noreturn]] void refuse(const std::string& file, const std::string& problem) {
  throw Error(file, "is not a whole NPZ file: " + problem);
}

bool has(std::string_view bytes, std::uint64_t at, std::uint64_t size) {
  return at <= bytes.size() && size <= bytes.size() - at;
}

std::string inflated(std::string_view packed, std::size_t size, const std::string& file, const std::string& name) {
  constexpr std::size_t kMostPacked =
      1032;  // Deflate makes nothing shorter than by this: no memory for what cannot be.
  if (size / kMostPacked > packed.size()) refuse(file, "entry '" + name + "' is damaged");
  constexpr std::size_t kChunk = std::numeric_limits<uInt>::max() / 2;
  std::string result(size, '\0');
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  std::size_t in_left = packed.size(), out_left = size;
  int state = Z_OK;
  while (state == Z_OK) {
    const auto in = static_cast<uInt>(std::min(in_left, kChunk)), out = static_cast<uInt>(std::min(out_left, kChunk));
    stream.avail_in = in;
    stream.avail_out = out;
    state = inflate(&stream, Z_NO_FLUSH);
    in_left -= in - stream.avail_in;
    out_left -= out - stream.avail_out;
    if (state == Z_OK && in == stream.avail_in && out == stream.avail_out) state = Z_BUF_ERROR;  // Nothing moves.
  }
  inflateEnd(&stream);
  if (state != Z_STREAM_END || out_left != 0 || in_left != 0) refuse(file, "entry '" + name + "' is damaged");
  return result;
}

}  // namespace

ZipArchive::ZipArchive(std::string_view bytes, std::string file) : bytes_(bytes), file_(std::move(file)) {
  read_directory();
}

void ZipArchive::read_directory() {
  if (bytes_.size() < kEndSize) refuse(file_, "it is too short");
  // The end of the directory is the last thing in the file, but for a comment.
  std::size_t end = bytes_.size() - kEndSize;
  const std::size_t first = end - std::min(end, kLongestComment);
  while (number(bytes_, end, 4) != kEnd || number(bytes_, end + 20, 2) != bytes_.size() - end - kEndSize) {
    if (end == first) refuse(file_, "it has no directory; it may be cut off");
    --end;
  }
  std::uint64_t count = number(bytes_, end + 10, 2), at = number(bytes_, end + 16, 4);
  if (end >= kLocatorSize && number(bytes_, end - kLocatorSize, 4) == kLocator64) {
    const std::uint64_t end64 = number(bytes_, end - kLocatorSize + 8, 8);
    if (!has(bytes_, end64, kEnd64Size) || number(bytes_, end64, 4) != kEnd64) refuse(file_, "it has no directory");
    count = number(bytes_, end64 + 32, 8);
    at = number(bytes_, end64 + 48, 8);
  }
  if (count > kMostEntries) refuse(file_, "it has more than 1000 entries");
  if (!has(bytes_, at, 0)) refuse(file_, "its directory lies outside of it");
  auto next = static_cast<std::size_t>(at);
  for (std::uint64_t i = 0; i < count; ++i) entries_.push_back(read_entry(next));
}

ZipArchive::Entry ZipArchive::read_entry(std::size_t& at) const {
  if (!has(bytes_, at, kCentralSize) || number(bytes_, at, 4) != kCentral) refuse(file_, "its directory is damaged");
  const std::uint64_t flags = number(bytes_, at + 8, 2), name = number(bytes_, at + 28, 2),
                      extra = number(bytes_, at + 30, 2), comment = number(bytes_, at + 32, 2);
  if (!has(bytes_, at + kCentralSize, name + extra + comment)) refuse(file_, "its directory is damaged");
  Entry entry;
  entry.name = bytes_.substr(at + kCentralSize, name);
  entry.method = static_cast<std::uint16_t>(number(bytes_, at + 10, 2));
  entry.checksum = static_cast<std::uint32_t>(number(bytes_, at + 16, 4));
  entry.packed = number(bytes_, at + 20, 4);
  entry.size = number(bytes_, at + 24, 4);
  entry.offset = number(bytes_, at + 42, 4);
  if ((flags & 1) != 0) refuse(file_, "it is encrypted");
  if (entry.method != kStored && entry.method != kDeflated) refuse(file_, "it is packed in a way that is not read");

  // The 64-bit part has those numbers that do not fit, in this order.
  const std::string_view extras = bytes_.substr(at + kCentralSize + name, extra);
  for (std::size_t part = 0; has(extras, part, 4);) {
    const std::uint64_t id = number(extras, part, 2), size = number(extras, part + 2, 2);
    std::size_t from = part + 4;
    if (!has(extras, from, size)) break;
    part = from + size;
    if (id != kExtra64) continue;
    for (std::uint64_t* value : {&entry.size, &entry.packed, &entry.offset}) {
      if (*value != kIn64) continue;
      if (from + 8 > part) refuse(file_, "its directory is damaged");
      *value = number(extras, from, 8);
      from += 8;
    }
  }
  at += kCentralSize + name + extra + comment;
  return entry;
}

std::string ZipArchive::extract(const Entry& entry) const {
  if (!has(bytes_, entry.offset, kLocalSize) || number(bytes_, entry.offset, 4) != kLocal)
    refuse(file_, "entry '" + entry.name + "' is damaged");
  const std::uint64_t start =
      entry.offset + kLocalSize + number(bytes_, entry.offset + 26, 2) + number(bytes_, entry.offset + 28, 2);
  if (!has(bytes_, start, entry.packed)) refuse(file_, "entry '" + entry.name + "' lies outside of it");
  const std::string_view packed = bytes_.substr(start, entry.packed);
  if (entry.method == kStored && entry.packed != entry.size) refuse(file_, "entry '" + entry.name + "' is damaged");
  std::string bytes = entry.method == kStored ? std::string(packed) : inflated(packed, entry.size, file_, entry.name);
  if (checksum_of(bytes) != entry.checksum) refuse(file_, "entry '" + entry.name + "' has another checksum");
  return bytes;
}

void ZipWriter::add(const std::string& name, std::string_view bytes) {
  if (written_ + bytes.size() + kLocalSize + name.size() >= kIn64)
    throw std::length_error("an archive of more than 4 GiB is not written");
  constexpr std::uint16_t kVersion = 20, kFirstDay = 1 << 5 | 1;  // 1 January 1980.
  std::string common;
  append(common, kVersion, 2);
  append(common, 0, 2);  // Flags.
  append(common, kStored, 2);
  append(common, 0, 2);  // The time of day.
  append(common, kFirstDay, 2);
  append(common, checksum_of(bytes), 4);
  append(common, bytes.size(), 4);
  append(common, bytes.size(), 4);
  append(common, name.size(), 2);
  append(common, 0, 2);  // No extra part.

  std::string local;
  append(local, kLocal, 4);
  local += common + name;
  append(directory_, kCentral, 4);
  append(directory_, kVersion, 2);
  directory_ += common;
  directory_.append(10, '\0');  // No comment, first disk, no attributes.
  append(directory_, written_, 4);
  directory_ += name;

  out_ << local;
  out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  written_ += local.size() + bytes.size();
  ++count_;
}

void ZipWriter::finish() {
  std::string end;
  append(end, kEnd, 4);
  append(end, 0, 4);  // One disk.
  append(end, count_, 2);
  append(end, count_, 2);
  append(end, directory_.size(), 4);
  append(end, written_, 4);
  append(end, 0, 2);
  out_ << directory_ << end;
}

}  // namespace tacit
