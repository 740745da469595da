// What each user has been charged, for up to a million million users, by intervals.
//
// Parallel composition needs the largest sum over the users that a release touches. Releases touch ranges of users, so
// the sums are piecewise constant: a binary tree over user indices whose node holds what was added to all its users at
// once, and the largest sum below it. Adding and asking cost O(log users); subtrees in which all users are equal are
// folded back, so memory follows the number of different neighbours, not of users or releases.
//
// Sums are integers: exact, so that neither the order of charges nor the number of threads can change a total, and
// users who spent the same are seen to have spent the same.
#pragma once

#include <cstdint>
#include <vector>

namespace tacit {

class UserSums {
 public:
  __extension__ using Units = unsigned __int128;
  using User = std::int64_t;
  static constexpr User kUsers = User{1} << 40;                    ///< Indices are below this.
  static constexpr std::size_t kMostNodes = std::size_t{1} << 24;  ///< Under a gigabyte.

  explicit UserSums(std::size_t most_nodes = kMostNodes) : most_nodes_(most_nodes), nodes_(2) {}

  /// Memory for so many more calls of `add`. Throws Error when there are too many different neighbours to keep apart;
  /// `add` itself, called after this, cannot fail half-way.
  void make_room(std::size_t adds = 1);
  /// To each user in [first, last), 0 <= first < last <= kUsers. The caller keeps the sums below 2^128.
  void add(User first, User last, Units amount) { add(kRoot, 0, kUsers, first, last, amount); }
  /// The largest sum of a user in [first, last).
  Units largest(User first, User last) const { return largest(kRoot, 0, kUsers, first, last); }
  Units largest() const { return nodes_[kRoot].largest; }
  /// Tree nodes in use: what memory follows.
  std::size_t size() const { return nodes_.size() - 2 * free_.size(); }

 private:
  struct Node {
    Units added = 0;             ///< To every user below.
    Units largest = 0;           ///< Over the users below, `added` of this node included.
    std::uint32_t children = 0;  ///< Index of the left one, the right one beside it; 0 for a leaf.
  };
  static constexpr std::uint32_t kRoot = 1;

  void add(std::uint32_t node, User low, User high, User first, User last, Units amount);
  Units largest(std::uint32_t node, User low, User high, User first, User last) const;
  void gather(std::uint32_t node);
  std::uint32_t new_children();

  std::size_t most_nodes_;
  std::vector<Node> nodes_;  ///< Number 0 is unused.
  std::vector<std::uint32_t> free_;
};

}  // namespace tacit
