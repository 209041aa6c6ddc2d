// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/cooling/cdu.h"
#include "models/cooling/chiller.h"
#include "models/cooling/cooling_tower.h"
#include "models/cooling/pump.h"

#include <optional>
#include <string>
#include <string_view>

/// Whether the curves of a machine hold wherever the machine is allowed to work. A curve is fitted somewhere and
/// used elsewhere: between its points a polynomial may be below zero, or fall where no machine does.
namespace headroom::models {

/// The first place at which a curve gives what no machine does.
struct CurveFault {
    std::string_view key;  ///< of the attribute that states the curve
    std::string what;      ///< "is -0.476 at a part load of 10 %"
};

/// Chiller. Power by part load, from the lowest unloading to full load: finite, above 0, rising with load
/// (kCurveFall), 1 at full load within kCurveReference, and at no load better than Carnot's machine at reference
/// conditions. Capacity and power by temperatures: finite and above 0 over the range of the fit, and 1 at reference
/// conditions within kCurveReference. Where the fit states no range the reference alone is looked at; what a loop
/// asks for beyond is the rule "chiller-range".
std::optional<CurveFault> curveFault(const ChillerSpec& spec);

/// Tower cell. Fan power by air: finite, 0 or more, rising. Effectiveness by air from the least speed of the fan to
/// full, at the design point and at colder wet bulbs: finite, above 0, rising.
std::optional<CurveFault> curveFault(const CoolingTowerSpec& spec);

/// Pump. Its losses: fixed and linear share together at most all of them.
std::optional<CurveFault> curveFault(const PumpSpec& spec);

/// CDU. Conductance by flow: above 0 and rising.
std::optional<CurveFault> curveFault(const CduSpec& spec);

}  // namespace headroom::models
