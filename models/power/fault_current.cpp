// SPDX-License-Identifier: Apache-2.0
#include "models/power/fault_current.h"

#include <cmath>

namespace headroom::models {

double generatorFaultFactor(double factor, double subtransient, double powerFactor,
                            double nominalOverRated) {
    const double sine = std::sqrt(1.0 - powerFactor * powerFactor);
    return nominalOverRated * factor / (1.0 + subtransient * sine);
}

}  // namespace headroom::models
