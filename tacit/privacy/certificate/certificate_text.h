// What a certificate says, in sentences for people: what is promised to whom, by what noise, and what was released.
#pragma once

#include <string>
#include <vector>

#include "tacit/privacy/certificate/certificate.h"

namespace tacit {

std::vector<std::string> describe(const Certificate& certificate);

}  // namespace tacit
