// What was declared, as one SHA-256: releases of other sums are told apart by it.
//
// It covers the shape with its public rows, the promise, the noise of every statistic, the strategy and the number of
// users, number by number as they are in memory. Two factorisations of one name and norm differ in what they decode, so
// what the strategy makes of a few thousand fixed measurements is covered, too. Whoever changes any of them makes other
// sums.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tacit/privacy/accounting/mechanism.h"
#include "tacit/privacy/release/strategy.h"

namespace tacit {

/// Of exact sums.
std::string fingerprint(std::string_view noise, const VaultShape& shape);
/// Of private ones.
std::string fingerprint(std::string_view noise, const VaultShape& shape, const Mechanism& mechanism,
                        const Strategy& strategy, const Promise& promise);
/// With moments on request besides.
std::string fingerprint(std::string_view before, double share, std::int64_t parts);

}  // namespace tacit
