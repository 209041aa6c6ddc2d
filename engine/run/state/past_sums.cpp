// SPDX-License-Identifier: Apache-2.0
#include "engine/run/state/past_sums.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <vector>

namespace headroom::engine {

namespace {

std::tuple<std::int32_t, JobTime, std::int64_t> orderOf(const PastTimes& t) {
    return {t.owner, t.time, t.key};
}

/// Puts neighbours that agree together.
void merge(std::vector<PastTimes>& times) {
    std::size_t last = 0;
    for (std::size_t i = 1; i < times.size(); ++i) {
        if (orderOf(times[i]) == orderOf(times[last])) {
            times[last].count += times[i].count;
            times[last].sum += times[i].sum;
        } else {
            times[++last] = times[i];
        }
    }
    times.resize(times.empty() ? 0 : last + 1);
}

}  // namespace

double PastTimes::mean(std::int64_t coarse) const {
    return coarse == 0 ? std::bit_cast<double>(key) : sum / static_cast<double>(count);
}

void addSums(PastJobs& to, const PastJobs& past) {
    to.submitted += past.submitted;
    to.completed += past.completed;
    to.failed += past.failed;
    to.killed += past.killed;
    to.deadlines += past.deadlines;
    to.deadlinesMet += past.deadlinesMet;
    for (const auto sum :
         {&PastJobs::heldS, &PastJobs::productiveS, &PastJobs::startingS, &PastJobs::stalledS,
          &PastJobs::hungS, &PastJobs::lostS, &PastJobs::tokensLost, &PastJobs::energyJ,
          &PastJobs::energyUsd, &PastJobs::lostUsd, &PastJobs::wallS, &PastJobs::goodS,
          &PastJobs::flops, &PastJobs::peakFlops}) {
        (to.*sum).add(past.*sum);
    }
    for (std::size_t t = 0; t < kJobTimes; ++t) {
        to.largest[t] = std::max(to.largest[t], past.largest[t]);
    }
}

void sortPast(PastState& past) {
    std::stable_sort(
        past.times.begin(), past.times.end(),
        [](const PastTimes& a, const PastTimes& b) { return orderOf(a) < orderOf(b); });
    merge(past.times);
    while (past.times.size() > kPastTimes) {
        ++past.coarse;
        for (PastTimes& t : past.times) {
            t.key >>= 1;
        }
        merge(past.times);
    }
}

}  // namespace headroom::engine
