// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// Group delay of light in fibre [s/m]: refractive index 1.47 at 1,550 nm (ITU-T G.652 fibre).
inline constexpr double kFibreDelaySPerM = 4.9e-9;

/// A line between two fabrics, as of two sites: dark fibre or a leased wavelength.
struct WanLinkSpec {
    std::string name;
    std::string from, to;
    double bytesPerS = kNotStated;  ///< one way
    double lengthM = kNotStated;    ///< of the fibre
    double equipmentS = 0.0;        ///< transponders, routers and their queues, one way
    double lossShare = 0.0;         ///< packets lost on an idle line
    double usdPerS = kNotStated;

    static const ComponentType& type();
};

/// One way [s]: t = length x 4.9 ns/m + equipment.
double wanLatencyS(const WanLinkSpec& spec);

}  // namespace headroom::models
