// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/state/past_state.h"

#include <cstddef>

/// Sums over jobs that are no longer in the State.
namespace headroom::engine {

/// Distinct times that are kept of past jobs, over all owners and distributions. While there are
/// fewer, quantiles are exact; then times that agree in their first bits are put together, and a
/// quantile is the mean of its group: with 8192 groups over 20 octaves within 0.2 %.
inline constexpr std::size_t kPastTimes = 8192;

void addSums(PastJobs& to, const PastJobs& past);

/// Puts the times in order, and those that agree together; at most kPastTimes are left.
void sortPast(PastState& past);

}  // namespace headroom::engine
