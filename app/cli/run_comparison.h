// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/estimate/run_compare.h"

namespace headroom::app {

/// A measured run next to its estimate, as `estimate training --log` prints it.
void printComparison(const engine::RunLog& log, const engine::RunComparison& run);

/// nccl-tests next to the cluster of an estimate. Exit code 1 where a size is more than a fifth slower.
int printCollective(const engine::EstimateCluster& cluster, const engine::RunLog& log, bool asJson);

}  // namespace headroom::app
