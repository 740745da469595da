#include "tacit/privacy/accounting/charge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tacit/core/error.h"
#include "tacit/privacy/accounting/user_sums.h"

namespace tacit {

void Charge::validate() const {
  const std::string field = "charge " + name.substr(0, 60);
  const auto amount = [&](double value, const char* what) {
    if (!(value >= 0) || !std::isfinite(value))
      throw Error(field + ": " + what, fmt::format("{}", value), "a finite number from 0 up");
  };
  if (name.empty() || name.size() > 100)
    throw Error("charge name", fmt::format("one of {} characters", name.size()), "1 to 100 characters");
  if (std::any_of(name.begin(), name.end(), [](unsigned char c) { return c < 32 || c == 127; }))
    throw Error("charge name", "contains control characters");
  amount(sensitivity, "sensitivity");
  amount(noise_scale, "noise scale");
  if (first_user < 0 || first_user >= last_user || last_user > UserSums::kUsers)
    throw Error(field + ": users", fmt::format("[{}, {})", first_user, last_user),
                fmt::format("0 <= first < last <= {}", UserSums::kUsers));
  if (times < 1 || times > kMostTimes)
    throw Error(field + ": times", fmt::format("{}", times), fmt::format("an integer from 1 to {}", kMostTimes));
}

bool ReleaseRun::extend(const Charge& next) {
  if (charge.sensitivity != next.sensitivity || charge.noise_scale != next.noise_scale) return false;
  const std::int64_t first = next.first_user - charge.first_user, last = next.last_user - charge.last_user;
  if (steps == 1 && first == 0 && last == 0) {
    if (next.times > Charge::kMostTimes - charge.times) return false;
    charge.times += next.times;
    return true;
  }
  if (charge.times != next.times || first < 0 || last < 0) return false;
  if (steps == 1) {
    first_stride = first;
    last_stride = last;
  } else if (first != steps * first_stride || last != steps * last_stride) {
    return false;
  }
  ++steps;
  return true;
}

}  // namespace tacit
