// A finite environment as tables of numbers: what stands in a file of format tacit-mdp/1, whether JSON or NPZ, and what
// callers have who bring their own. docs/environments.md describes the fields.
//
// Tables are what somebody says; `assemble` finds out whether they are a linear MDP. One table holds either one stage,
// which declares that all are alike (Problem::alike), or all of them; transitions and rewards each decide for
// themselves.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tacit/mdp/linear_mdp.h"

namespace tacit {

inline constexpr const char* kMdpFormat = "tacit-mdp/1";
inline constexpr double kMostStoredNumbers = 50e6;
inline constexpr std::size_t kLongestMdpName = 64;

struct NumberTable {
  std::vector<std::int64_t> shape;
  std::vector<double> numbers;  ///< The last index changes fastest.
  bool rounded = false;         ///< It was stored with 32 bits a number: sums of such are not 1.
};

/// Rows of probabilities: row (h * states + s) * actions + a has the entries begin[row] .. begin[row + 1] - 1. What is
/// not there is 0.
struct TransitionTable {
  std::int64_t stages = 0;  ///< 0: as many as there are rows for.
  std::int64_t width = 0;   ///< Of rows that were given in full; 0: none was.
  bool rounded = false;     ///< As in NumberTable.
  std::vector<std::int64_t> begin = {0};
  std::vector<std::int32_t> to;
  std::vector<double> probability;

  std::int64_t rows() const { return static_cast<std::int64_t>(begin.size()) - 1; }
};

struct MdpTables {
  std::string name;  ///< Letters, digits, '-' and '_'; may be empty.
  std::int64_t horizon = 0, states = 0, actions = 0;
  NumberTable start;                           ///< states
  std::optional<TransitionTable> transitions;  ///< May be missing where there are measures,
  std::optional<NumberTable> rewards;          ///< and these where there is theta: stages x rows.
  std::optional<std::int64_t> dimension;       ///< Given with features only.
  std::optional<NumberTable> features;         ///< rows x dimension; none: one-hot.
  /// stages x dimension x states; stages x dimension, and it explains what rewards count as in their range.
  std::optional<NumberTable> measures, theta;
  std::optional<double> measure_norm;       ///< None: the larger of sqrt(dimension) and what is so.
  std::optional<NumberTable> reward_range;  ///< 2: the units of rewards and optimal_value; none: 0 to 1.
  std::optional<std::int64_t> ended;        ///< Pays 0 in those units.
  std::optional<double> optimal_value;
  bool bernoulli = true, rewards_known = false;
};

/// Rows that are given in full: `numbers` is stages x rows x width.
TransitionTable full_transitions(std::int64_t stages, std::int64_t rows, std::int64_t width,
                                 std::span<const double> numbers);

/// Throws Error that names `source` (a file, say; empty: nothing), the field, the row and what is allowed.
LinearMdp assemble(const MdpTables& tables, const std::string& source);

/// "is 2 x 6; expected 1 x 6 or 4 x 6 (stages x states*actions)": `rest` are the sizes behind the stages.
std::string wrong_shape(const std::vector<std::int64_t>& given, std::int64_t horizon,
                        const std::vector<std::int64_t>& rest, const std::string& meaning);

/// The tables of a finite environment: one stage of what is declared alike. Assembled again they are the same to the
/// last bit, but for rewards of another range than 0 to 1 that no number of that range counts as exactly; probabilities
/// and mean rewards that are not in their range by rounding are put into it. Throws Error ("env") for infinitely many
/// states and for more than kMostStoredNumbers.
MdpTables tables_of(const LinearMdp& mdp);

/// Whether every pair of state and action has one feature, its own: then no features are stored.
bool is_one_hot(const Problem& problem);

/// "letters, digits, '-' and '_'", at least one and at most kLongestMdpName.
bool is_mdp_name(const std::string& name);

}  // namespace tacit
