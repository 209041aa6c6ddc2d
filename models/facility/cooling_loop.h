// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>
#include <vector>

namespace headroom::models {

/// How a return main runs: back from each consumer the way that it was supplied, or on to the far
/// end first, so that all ways are equally long.
enum class ReturnPiping { Direct, Reverse };

/// Protection of outdoor water against freezing, apart from a fluid that does not freeze: heaters of
/// basins, coils and pipes, or coils that drain as they stop.
enum class FrostProtection { None, Heater, Drain };

/// A facility water loop with its heat rejection: towers or dry coolers, and chillers where they
/// are needed.
struct CoolingLoopSpec {
    std::string name;
    double supplySetpointC = kNotStated;
    double designRiseK = kNotStated;
    std::string tower;
    int towers = 0;
    std::string dryCooler;
    int dryCoolers = 0;
    std::string chiller;
    int chillers = 0;
    double exchangerApproachK = 2.0;
    double towerMinimumC = 5.0;
    double towerApproachK = kNotStated;
    std::string pump;
    int pumps = 1;
    std::string condenserPump;
    int condenserPumps = 0;
    double volumeM3 = kNotStated;
    double cyclesOfConcentration = 4.0;
    std::string fluid = "water";
    FrostProtection frostProtection = FrostProtection::None;
    ReturnPiping piping = ReturnPiping::Direct;
    double velocityMPerS = 2.0;
    double strainerPa = 10e3;
    double valveAuthority = 0.4;
    double valveRangeability = 50.0;
    double leastFlow = kNotStated;  ///< leastFlowM3PerS() holds what it is then
    double fillPa = 150e3;
    double expansionM3 = kNotStated;
    std::string economiser;
    int economisers = 1;
    double basinS = 60.0;
    double changeOverK = 1.0;
    double changeOverBandK = 1.0;
    double changeOverS = 900.0;
    double resetK = 0.0;
    double coilGainPerK = 0.05;
    double coilIntegralS = 60.0;
    double fanGainPerK = 0.1;
    double fanIntegralS = 60.0;
    double storeM3 = kNotStated;
    double mainsM3PerS = kNotStated;
    double reuseW = 0.0;
    double reuseFromC = 40.0;
    double externalW = kNotStated;  ///< stated: a plant outside of the model cools the loop
    double externalPowerW = 0.0;
    double isolationS = 10.0;
    std::vector<std::string> feeds;
    std::vector<std::string> pumpFeeds;
    double xM = 0.0;
    double yM = 0.0;

    static const ComponentType& type();
};

/// Flow that the bypass of a loop keeps up [m3/s]: the stated share of `designM3PerS`, the flow of all pumps; else what
/// protects one of the pumps, or what `machines` chillers need that have `evaporatorM3PerS` each by design while the
/// others pass their share by (usual.h), if that is more.
double leastFlowM3PerS(const CoolingLoopSpec& spec, double designM3PerS, double evaporatorM3PerS,
                       int machines);

}  // namespace headroom::models
