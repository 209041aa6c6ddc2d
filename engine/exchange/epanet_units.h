// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/scale.h"

#include <array>

/// Units and constants of EPANET's files (EPANET 2.2 User Manual, appendix A).
namespace headroom::engine::epanet {

inline constexpr double kMPerFoot = 0.3048;
inline constexpr double kM3PerFoot3 = kMPerFoot * kMPerFoot * kMPerFoot;
inline constexpr double kM3PerGallon = 3.785411784e-3;
inline constexpr double kM3PerImperialGallon = 4.54609e-3;
inline constexpr double kM3PerAcreFoot = 43560.0 * kM3PerFoot3;
inline constexpr double kWPerHorsepower = 745.7;
// The program's own.
inline constexpr double kGravityMPerS2 = 32.2 * kMPerFoot;
inline constexpr double kViscosityM2PerS = 1.1e-5 * kMPerFoot * kMPerFoot;
inline constexpr double kPsiPerFoot = 0.4333;
inline constexpr double kWaterKgPerM3 = 998.8;      // 8.814 ft4/s per horsepower
inline constexpr double kRelativeViscosity = 1e-3;  // options above are multiples of water's

struct FlowUnit {
    const char* word;
    const char* name;
    double m3PerS;
    bool us;
};

inline constexpr std::array kFlowUnits = {
    FlowUnit{"CFS", "ft3/s", kM3PerFoot3, true},
    FlowUnit{"GPM", "gpm", kM3PerGallon / 60.0, true},
    FlowUnit{"MGD", "MGD", 1e6 * kM3PerGallon / kDayS, true},
    FlowUnit{"IMGD", "IMGD", 1e6 * kM3PerImperialGallon / kDayS, true},
    FlowUnit{"AFD", "AFD", kM3PerAcreFoot / kDayS, true},
    FlowUnit{"LPS", "l/s", 1e-3, false},
    FlowUnit{"LPM", "l/min", 1e-3 / 60.0, false},
    FlowUnit{"MLD", "ML/d", 1e3 / kDayS, false},
    FlowUnit{"CMH", "m3/h", 1.0 / 3600.0, false},
    FlowUnit{"CMD", "m3/d", 1.0 / kDayS, false},
    FlowUnit{"CMS", "m3/s", 1.0, false},
};

}  // namespace headroom::engine::epanet
