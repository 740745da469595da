// Numbers as people read them in tables and sentences.
#pragma once

#include <string>

#include "tacit/lab/experiment/curves.h"

namespace tacit {

/// With so many digits after the point, and never "-0.00".
std::string fixed(double value, int digits);

/// Rounded to an integer, in groups of three digits: 172,363.
std::string grouped(double value);

/// Three significant digits, from 1,000 on an integer: 0.00123, 96.7, 172,363. What is below 1e-9 is 0.
std::string readable(double value);

/// "96.7 (91.2 to 103)"; without the interval where there is only one run, or where all three read the same.
std::string readable(const Estimate& estimate, int runs);

/// "1 run", "10 runs".
std::string counted(std::int64_t count, const std::string& noun);

/// "a, b and c".
std::string listed(const std::vector<std::string>& items);

}  // namespace tacit
