// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/usual.h"
#include "models/facility/cooling_loop.h"

#include <algorithm>
#include <cmath>

/// What chillers ask of the least flow of a loop: facility/ knows no machine.
namespace headroom::models {

double leastFlowShare(const CoolingLoopSpec& spec) {
    if (!std::isnan(spec.leastFlow)) {
        return spec.leastFlow;
    }
    const bool chills = !spec.chiller.empty() && spec.chillers > 0;
    return chills ? std::max(kLeastFlow, kChillerLeastFlow / spec.chillers) : kLeastFlow;
}

}  // namespace headroom::models
