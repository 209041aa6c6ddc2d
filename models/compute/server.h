// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// How a server loses the heat of its accelerators.
enum class CoolingKind { Air, Liquid, Immersion };

/// One server or compute tray: accelerators, host, adapters, fans and power supplies.
/// Host figures hold everything that is neither accelerator nor fan: processors, memory, adapters,
/// drives, scale-up switches on the board.
struct ServerSpec {
    std::string accelerator;
    int accelerators = 8;
    CoolingKind cooling = CoolingKind::Air;
    double liquidFraction = 0.0;
    double hostIdleW = kNotStated;
    double hostMaxW = kNotStated;
    double fanRatedW = 0.0;
    double fanMinSpeed = 0.3;
    double fanAirflowM3PerS = 0.0;
    double chipToCoolantKPerW = kNotStated;
    double flowM3PerSPerW = 0.0;
    double convectiveShare = 0.0;     ///< of chipToCoolant that goes with the flow
    double convectiveExponent = 0.6;  ///< n of (flow ratio)^-n
    double stagnantFlow = 0.02;       ///< flow ratio that natural circulation is worth
    double platePressurePa = 0.0;     ///< cold plates of the server at nominal flow
    double resistanceSpread = 0.0;    ///< standard deviation between devices over the mean
    std::string liquidClass;
    std::string airClass;
    std::string psu;
    int psus = 2;
    int nics = 0;
    double frontEndBytesPerS = kNotStated;  ///< adapters to storage and management
    double nvmeReadBytesPerS = kNotStated;  ///< drives of the server together
    double nvmeWriteBytesPerS = kNotStated;
    double nvmeBytes = kNotStated;
    double nameplateW = kNotStated;
    double measuredMaxW = kNotStated;
    double priceUsd = kNotStated;
    double heightU = kNotStated;  ///< rack units of 44.45 mm (EIA-310)
    double massKg = kNotStated;

    static const ComponentType& type();
};

/// Power of host, adapters and drives [W] at a mean accelerator activity 0..1: linear between the
/// two figures of the spec. Assumption: hosts follow their accelerators.
double hostPowerW(const ServerSpec& spec, double activity);

/// Heat to air [W] at which the fans of a server run at full speed: the air's share of its
/// nameplate, or of `ratedW`, its share of the rack's rating, where no nameplate is stated.
double fullFanHeatW(const ServerSpec& spec, double ratedW);

/// Fan speed 0..1 for a heat to air: proportional, as the mass flow of air at a constant rise, within
/// the fans' limits. Assumption: fans are sized for the nameplate at sea level. 0 for servers without
/// fans. d: density of the air over that at sea level.
///   speed = P_air / (P_full d)
double serverFanSpeed(const ServerSpec& spec, double airHeatW, double fullHeatW,
                      double airDensityRatio = 1.0);

/// Fan power [W] by the affinity laws P = P_rated speed^3 d. Source: ASHRAE Handbook HVAC Systems and
/// Equipment, chapter "Fans": flow by speed, pressure by speed squared and density.
double serverFanPowerW(const ServerSpec& spec, double speed, double airDensityRatio = 1.0);

}  // namespace headroom::models
