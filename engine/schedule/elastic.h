// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/policy.h"

#include <memory>

namespace headroom::engine {

/// Elastic jobs in the order of submission. Each gets its least; what is then left is shared out by
/// steps: equally, or to whom a step adds the most throughput relative to what it asked for
/// (greedy by marginal gain, as Optimus, Peng et al., EuroSys 2018). Throughput on n accelerators
/// is n / (1 + c (n - 1)), c of the job (Amdahl 1967 with a serial share that is communication).
/// Assumption: growing or shrinking costs one restart; running jobs are resized at most once per
/// elasticRoundS, new ones start at once where there is room. A resize must pay: jobs shrink where
/// the waiting that it saves those that enter exceeds the restarts (Scheduler::breakCostS), and
/// grow where the run time that it saves exceeds two of them, for what grew shrinks again.
std::unique_ptr<const Policy> makeElastic();

}  // namespace headroom::engine
