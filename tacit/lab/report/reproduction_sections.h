// The sections that only the page of `tacit reproduce` has.
#pragma once

#include <string>
#include <vector>

#include "tacit/lab/report/comparison.h"
#include "tacit/lab/report/html_report.h"
#include "tacit/lab/report/paper_claims.h"

namespace tacit {

/// What the paper concludes, beside what was measured.
Section claims_section(const std::vector<Claim>& claims);
/// The same in one sentence.
std::string claims_sentence(const std::vector<Claim>& claims);

/// What `dp-block-posterior` does otherwise than `dp-block-ucb`, and where that pays.
Section posterior_section(const std::vector<Arena>& arenas);

/// What the published formulas do.
Section printed_section(const std::vector<Arena>& arenas);

/// One agent with several ways of releasing.
Section mechanism_section(const std::vector<Arena>& arenas);

}  // namespace tacit
