// SPDX-License-Identifier: Apache-2.0
#include "engine/text/nice_step.h"

#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kEqual = 1.0001;

double powerOf(double number) {
    return std::pow(10.0, std::floor(std::log10(number)));
}

}  // namespace

double niceStep(double least, std::span<const double> factors) {
    const double power = powerOf(least);
    for (const double factor : factors) {
        if (least <= factor * power * kEqual) {
            return factor * power;
        }
    }
    return 10.0 * power;
}

double niceLength(double most) {
    const double power = powerOf(most);
    return most >= 5.0 * power ? 5.0 * power : most >= 2.0 * power ? 2.0 * power : power;
}

}  // namespace headroom::engine
