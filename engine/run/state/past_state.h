// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/exact_sum.h"

#include <array>
#include <cstdint>
#include <vector>

/// Figures of jobs that ended and are no longer in the State: a part of State.
namespace headroom::engine {

/// Distributions over jobs, see JobGroup.
enum class JobTime : std::int32_t { Wait, Jct, Slowdown, Count };

inline constexpr std::size_t kJobTimes = static_cast<std::size_t>(JobTime::Count);

/// Sums over such jobs of one owner.
struct PastJobs {
    std::int64_t submitted = 0, completed = 0, failed = 0, killed = 0;
    std::int64_t deadlines = 0, deadlinesMet = 0;
    // Accelerator seconds.
    ExactSum heldS, productiveS, startingS, stalledS, hungS, lostS;
    ExactSum tokensLost, energyJ, energyUsd, lostUsd;
    // Training jobs that ran: accelerator seconds from the first start to the end, of these productive, and the model's and
    // the accelerators' operations.
    ExactSum wallS, goodS, flops, peakFlops;
    std::array<double, kJobTimes> largest{};
};

/// Jobs whose time begins with the same bits.
struct PastTimes {
    std::int32_t owner = 0;
    JobTime time = JobTime::Wait;
    std::int64_t key = 0;  ///< the bits of the time as a double, without the last PastState::coarse
    std::int64_t count = 0;
    double sum = 0.0;  ///< of the times

    /// Their mean; exact where they are all the same.
    double mean(std::int64_t coarse) const;
};

struct PastState {
    std::vector<PastJobs> owners;  ///< by tenant; the last: nobody's. Empty if no job is past yet
    std::vector<PastTimes> times;  ///< by owner, time, key
    std::int64_t coarse = 0;       ///< bits that were cut so that `times` stays short
};

}  // namespace headroom::engine
