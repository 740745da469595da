#include "tacit/mdp/file/mdp_file.h"

#include <fmt/format.h>

#include "tacit/core/atomic_file.h"
#include "tacit/core/error.h"
#include "tacit/core/file_content.h"
#include "tacit/mdp/file/json_tables.h"
#include "tacit/mdp/file/mdp_tables.h"
#include "tacit/mdp/file/npz_tables.h"
#include "tacit/mdp/size_limits.h"

namespace tacit {
namespace {

// Fifty million numbers of 25 characters with what stands between them.
constexpr std::size_t kMostBytes = 1'400'000'000;

/// The name of a file as that of an environment: what is not allowed becomes '-'.
std::string name_after(const std::filesystem::path& file) {
  std::string name = file.stem().string().substr(0, kLongestMdpName);
  for (char& c : name)
    if (!is_mdp_name(std::string(1, c))) c = '-';
  return name.empty() ? "mdp" : name;
}

/// By the content, so that a file may have any name; a name that promises an archive is believed.
MdpTables parse_tables(std::string_view bytes, const std::filesystem::path& file, const std::string& source) {
  if (looks_like_npz(bytes)) return parse_npz_tables(bytes, source);
  if (file.extension() == ".npz") throw Error(source, "is not an NPZ file (a zip archive as numpy.savez writes it)");
  return parse_json_tables(bytes, source);
}

}  // namespace

MdpFile parse_mdp(std::string_view bytes, const std::filesystem::path& file) {
  const std::string source = file.string();
  MdpFile result;
  result.mdp = assemble(parse_tables(bytes, file, source), source);
  result.named = !result.mdp.name.empty();
  if (!result.named) result.mdp.name = name_after(file);
  result.sha256 = sha256(bytes);
  return result;
}

MdpFile read_mdp(const std::filesystem::path& file) { return parse_mdp(read_file(file, kMostBytes), file); }

std::string mdp_checksum(const std::filesystem::path& file) { return sha256(read_file(file, kMostBytes)); }

void write_mdp(const LinearMdp& mdp, MdpEncoding encoding, std::ostream& out) {
  const MdpTables tables = tables_of(mdp);
  if (encoding == MdpEncoding::json) {
    write_json(tables, out);
  } else {
    write_npz(tables, out);
  }
}

void save_mdp(const LinearMdp& mdp, const std::filesystem::path& file, const std::string& field) {
  const auto ending = file.extension();
  if (ending != ".json" && ending != ".npz")
    throw Error(field, "'" + file.string() + "'", "a name that ends in .json or .npz");
  AtomicFile out(file, field);
  write_mdp(mdp, ending == ".json" ? MdpEncoding::json : MdpEncoding::npz, out.stream());
  out.commit();
}

void change_horizon(LinearMdp& mdp, int horizon) {
  Problem& p = mdp.problem;
  if (horizon == p.horizon) return;
  if (horizon < 1 || horizon > kLongestHorizon)
    throw Error("horizon", std::to_string(horizon), fmt::format("an integer from 1 to {}", kLongestHorizon));
  if (!mdp.finite() || !transitions_alike(mdp) || !rewards_alike(mdp))
    throw Error("horizon", std::to_string(horizon),
                fmt::format("{}, that of '{}', whose stages are not alike", p.horizon, mdp.name));
  require_memory({p.point_count(), p.actions, p.dimension, true, is_one_hot(p)}, horizon, "horizon");
  std::get<FiniteDynamics>(mdp.dynamics).measures.resize(1);
  mdp.rewards = Matrix(mdp.rewards.row(0)).replicate(horizon, 1);
  if (p.rewards_known()) p.known_rewards = mdp.rewards;
  p.horizon = horizon;
}

}  // namespace tacit
