// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace headroom::models {

/// A figure that a part states, else what is usual. Absent figures are NaN.
inline double statedOr(double value, double usual) {
    return std::isnan(value) ? usual : value;
}

}  // namespace headroom::models
