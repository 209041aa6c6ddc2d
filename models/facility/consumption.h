// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

/// Consumption of a facility, and its ratio to the IT power: the one place that defines PUE.
///
/// The meter reads what utility and generators deliver, and that is more than what is consumed
/// while batteries charge and less while they discharge. Consumed is
///   E = E_meter + E_withdrawn,  E_withdrawn = what all stores gave less what they took
/// so that a battery's energy counts when it is used, its losses with it. Over a year E_withdrawn
/// vanishes and E is what ISO/IEC 30134-2 meters; over a window in which a battery is emptied the
/// meter's ratio would be below 1 (0 in an outage), this one is not: E holds the IT energy and all
/// losses, each at least 0.
///   PUE = E / E_IT,  not defined (NaN) where no IT energy was used.
/// Source: ISO/IEC 30134-2:2016, clauses 4 to 6 (annual energies at the boundary, all energy
/// carriers); the treatment of stores over short windows is an Assumption.
namespace headroom::models {

inline double consumedW(double meteredW, double withdrawnW) {
    return meteredW + withdrawnW;
}

/// Energies or powers of the same window, in one unit.
inline double usageEffectiveness(double consumed, double it) {
    return it > 0.0 ? consumed / it : kNotStated;
}

}  // namespace headroom::models
