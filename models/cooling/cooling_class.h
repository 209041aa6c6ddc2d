// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

enum class CoolingClassKind { Air, Liquid };

/// A class of equipment by the temperatures of air or liquid that it is made for: ASHRAE A1 to A4
/// and H1 (air at the inlet), W17 to W+ (facility water).
struct CoolingClassSpec {
    CoolingClassKind kind = CoolingClassKind::Air;
    double recommendedLowC = kNotStated;
    double recommendedHighC = kNotStated;
    double allowableLowC = kNotStated;
    double allowableHighC = kNotStated;
    double derateAboveM = kNotStated;  ///< elevation over which the allowable limit falls
    double derateMPerK = kNotStated;   ///< metres of height for one kelvin less

    static const ComponentType& type();
};

/// Highest allowable temperature at an elevation [C]: falls linearly above the stated one.
/// Source: ASHRAE TC 9.9 derating, 1 K for a number of metres above 900 m, by class.
double allowableHighC(const CoolingClassSpec& spec, double elevationM);

}  // namespace headroom::models
