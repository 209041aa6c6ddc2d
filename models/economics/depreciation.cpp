// SPDX-License-Identifier: Apache-2.0
#include "models/economics/depreciation.h"

#include <algorithm>

namespace headroom::models {

double depreciationUsd(Depreciation method, double usd, double lifeYears, int year) {
    double left = usd;
    double charge = 0.0;
    for (int y = 1; y <= year; ++y) {
        const double yearsLeft = lifeYears - (y - 1);
        if (yearsLeft <= 0.0) {
            return 0.0;
        }
        const double equal = yearsLeft <= 1.0 ? left : left / yearsLeft;
        charge = method == Depreciation::StraightLine
                     ? equal
                     : std::min(left, std::max(equal, 2.0 / lifeYears * left));
        left -= charge;
    }
    return charge;
}

}  // namespace headroom::models
