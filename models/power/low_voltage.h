// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/power/usual.h"

namespace headroom::models {

/// Where low voltage of direct current ends [V]; of alternating current: kLowVoltageV. Source: IEC
/// 60038, IEC 61140.
inline constexpr double kLowVoltageDirectV = 1500.0;

/// The highest voltage [V] for which racks, fans, pumps and controls are made.
inline double mostLowVoltageV(bool direct) {
    return direct ? kLowVoltageDirectV : kLowVoltageV;
}

}  // namespace headroom::models
