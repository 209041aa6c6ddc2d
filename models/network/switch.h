// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// What a switch switches.
enum class SwitchKind { Packet, Optical, ScaleUp, Cxl };

/// A network switch.
struct SwitchSpec {
    SwitchKind kind = SwitchKind::Packet;
    std::string vendor;
    int ports = 64;
    double portBytesPerS = kNotStated;
    double latencyS = kNotStated;
    double typicalW = kNotStated;
    double maxW = kNotStated;
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

}  // namespace headroom::models
