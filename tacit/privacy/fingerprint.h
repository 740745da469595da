// What was declared, as one SHA-256: releases of other sums are told apart by it.
//
// It covers the shape with its public rows, the promise, the noise of every statistic, the strategy and the number of
// users, number by number as they are in memory. Whoever changes any of them makes other sums.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tacit/privacy/accounting/mechanism.h"

namespace tacit {

/// Lower-case hexadecimal.
std::string sha256(std::string_view text);

/// Of exact sums.
std::string fingerprint(std::string_view noise, const VaultShape& shape);
/// Of private ones.
std::string fingerprint(std::string_view noise, const VaultShape& shape, const Mechanism& mechanism,
                        const Promise& promise);
/// With moments on request besides.
std::string fingerprint(std::string_view before, double share, std::int64_t parts);

}  // namespace tacit
