#include "tacit/audit/transcript.h"

#include <algorithm>

namespace tacit {

void Transcript::expecting(std::span<const double> without_noise, std::span<const double> deviation) {
  expected_.assign(without_noise.begin(), without_noise.end());
  deviation_.assign(deviation.begin(), deviation.end());
}

void Transcript::releasing(std::int64_t series, std::int64_t /*first_user*/, std::int64_t end_user,
                           std::span<const double> /*exact*/, double /*share*/, std::span<double> published) {
  const std::size_t t = publications_.size();
  if (original_ && t < original_->publications_.size()) {
    const auto& recorded = original_->publications_[t].published;
    if (recorded.size() == published.size()) std::copy(recorded.begin(), recorded.end(), published.begin());
  }
  publications_.push_back(
      {series == 0 ? "sums" : newest_charge_, end_user, expected_, deviation_, {published.begin(), published.end()}});
}

bool Transcript::same_sequence(const Transcript& other) const {
  return std::equal(publications_.begin(), publications_.end(), other.publications_.begin(), other.publications_.end(),
                    [](const Publication& a, const Publication& b) {
                      return a.kind == b.kind && a.users == b.users && a.published.size() == b.published.size() &&
                             a.deviation == b.deviation;
                    });
}

}  // namespace tacit
