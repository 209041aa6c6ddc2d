// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"

#include <cstdint>

namespace headroom::app {

/// Wall time of one estimate of a training step [s], the mean of `rounds`: a mixture of experts
/// with every kind of parallelism on 2,048 accelerators.
double benchStepEstimateS(const engine::Catalogue& catalogue, int rounds);

struct SearchBench {
    double wallS = 0.0;
    std::uint64_t plans = 0;      ///< tried, those out of memory with them
    std::uint64_t estimated = 0;  ///< whose step was computed
};

/// A search over more than 10,000 plans: Llama 3 405B on 16,384 accelerators and parts of them, by
/// cost.
SearchBench benchPlanSearch(const engine::Catalogue& catalogue);

}  // namespace headroom::app
