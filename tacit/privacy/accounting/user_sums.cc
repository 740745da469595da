#include "tacit/privacy/accounting/user_sums.h"

#include <algorithm>

#include "tacit/core/error.h"

namespace tacit {

void UserSums::make_room(std::size_t adds) {
  constexpr std::size_t kDepth = 40;
  static_assert(kUsers == User{1} << kDepth);
  const std::size_t needed = adds * 4 * kDepth;  // Two paths down, two children at each level.
  if (size() + needed > most_nodes_)
    throw Error("users", "the releases tell more groups of users apart than the ledger can hold");
  if (nodes_.capacity() < nodes_.size() + needed) nodes_.reserve(2 * nodes_.size() + needed);
  if (free_.capacity() < free_.size() + needed) free_.reserve(2 * free_.size() + needed);
}

std::uint32_t UserSums::new_children() {
  if (!free_.empty()) {
    const std::uint32_t reused = free_.back();
    free_.pop_back();
    nodes_[reused] = nodes_[reused + 1] = Node{};
    return reused;
  }
  nodes_.resize(nodes_.size() + 2);
  return static_cast<std::uint32_t>(nodes_.size() - 2);
}

// What both children share moves up; children that then hold nothing fold away.
void UserSums::gather(std::uint32_t node) {
  Node& parent = nodes_[node];
  Node& left = nodes_[parent.children];
  Node& right = nodes_[parent.children + 1];
  const Units common = std::min(left.added, right.added);
  for (Node* child : {&left, &right}) child->added -= common, child->largest -= common;
  parent.added += common;
  parent.largest = parent.added + std::max(left.largest, right.largest);
  if (left.largest == 0 && right.largest == 0 && left.children == 0 && right.children == 0) {
    free_.push_back(parent.children);
    parent.children = 0;
  }
}

void UserSums::add(std::uint32_t node, User low, User high, User first, User last, Units amount) {
  if (last <= low || high <= first) return;
  if (first <= low && high <= last) {
    nodes_[node].added += amount;
    nodes_[node].largest += amount;
    return;
  }
  if (nodes_[node].children == 0) {
    const std::uint32_t made = new_children();
    nodes_[node].children = made;
  }
  const User middle = low + (high - low) / 2;
  const std::uint32_t children = nodes_[node].children;
  add(children, low, middle, first, last, amount);
  add(children + 1, middle, high, first, last, amount);
  gather(node);
}

UserSums::Units UserSums::largest(std::uint32_t node, User low, User high, User first, User last) const {
  if (last <= low || high <= first) return 0;
  const Node& here = nodes_[node];
  if (first <= low && high <= last) return here.largest;
  if (here.children == 0) return here.added;
  const User middle = low + (high - low) / 2;
  return here.added + std::max(largest(here.children, low, middle, first, last),
                               largest(here.children + 1, middle, high, first, last));
}

}  // namespace tacit
