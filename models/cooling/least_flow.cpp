// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/usual.h"
#include "models/facility/cooling_loop.h"

#include <algorithm>
#include <cmath>

/// Least flow of a loop that chillers demand: facility/ knows no machine.
namespace headroom::models {

double leastFlowM3PerS(const CoolingLoopSpec& spec, double designM3PerS, double evaporatorM3PerS,
                       int machines) {
    if (!std::isnan(spec.leastFlow)) {
        return spec.leastFlow * designM3PerS;
    }
    const double pump = designM3PerS / std::max(1, spec.pumps);
    const bool chills = !spec.chiller.empty() && spec.chillers > 0;
    return std::max(kLeastFlow * pump,
                    chills ? kChillerLeastFlow * machines * evaporatorM3PerS : 0.0);
}

}  // namespace headroom::models
