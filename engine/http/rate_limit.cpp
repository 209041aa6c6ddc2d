// SPDX-License-Identifier: Apache-2.0
#include "engine/http/rate_limit.h"

#include <algorithm>

namespace headroom::engine {

double RateLimit::levelOf(const Bucket& bucket, Clock::time_point now) const {
    const double passedS = std::chrono::duration<double>(now - bucket.at).count();
    return std::min(burst_, bucket.level + std::max(0.0, passedS) * perS_);
}

void RateLimit::forgetFull(Clock::time_point now) {
    std::erase_if(buckets_, [&](const auto& b) { return levelOf(b.second, now) >= burst_; });
}

bool RateLimit::take(const std::string& address, Clock::time_point now) {
    auto at = buckets_.find(address);
    if (at == buckets_.end()) {
        if (buckets_.size() >= kMostAddresses) {
            forgetFull(now);
        }
        if (buckets_.size() >= kMostAddresses) {
            return false;
        }
        at = buckets_.emplace(address, Bucket{burst_, now}).first;
    }
    Bucket& bucket = at->second;
    bucket = {levelOf(bucket, now), now};
    if (bucket.level < 1.0) {
        return false;
    }
    bucket.level -= 1.0;
    return true;
}

bool RateLimit::hasOne(const std::string& address, Clock::time_point now) const {
    const auto at = buckets_.find(address);
    return at == buckets_.end() || levelOf(at->second, now) >= 1.0;
}

double RateLimit::waitS(const std::string& address, Clock::time_point now) const {
    const auto at = buckets_.find(address);
    return at == buckets_.end() ? 0.0 : std::max(0.0, 1.0 - levelOf(at->second, now)) / perS_;
}

}  // namespace headroom::engine
