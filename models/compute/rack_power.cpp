// SPDX-License-Identifier: Apache-2.0
#include "models/compute/rack_power.h"

#include <algorithm>

namespace headroom::models {

RackParts partsOf(const RackSpec& rack, const ServerSpec& server,
                  const AcceleratorSpec& accelerator, const PsuSpec& psu, const PsuSpec* shelf) {
    return {rack, server, accelerator,
            psu,  shelf,  fullFanHeatW(server, rack.ratedPowerW / rack.servers)};
}

RackSpec rackOfOne(const ServerSpec& server, const AcceleratorSpec& accelerator) {
    RackSpec rack;
    rack.servers = 1;
    rack.ratedPowerW = server.accelerators * accelerator.tdpW + hostPowerW(server, 1.0);
    return rack;
}

RackLoad evenLoad(const RackParts& parts, const ChipPhases& work) {
    RackLoad load;
    load.servers = parts.rack.servers;
    load.chips = load.busiest = work;
    load.mostActivity = work.highest();
    load.chipC = load.hotC = parts.accelerator.referenceC;
    return load;
}

RackPower rackPower(const RackParts& parts, const RackLoad& load) {
    const AcceleratorSpec& a = parts.accelerator;
    const ServerSpec& server = parts.server;
    const RackSpec& rack = parts.rack;
    const double up = load.servers;
    const double on = up * server.accelerators;
    const double clocked = clockPower(a, load.clock);
    const double warm = 1.0 + a.leakagePerK * (load.chipC - a.referenceC);
    RackPower p;
    p.limitClock = clockAtLimit(a, load.mostActivity, load.hotC);
    p.atLimit = activityAtLimit(a, load.clock, load.hotC);
    p.spanW = activeSpanW(a) * clocked * warm;
    p.chipsW = on * (a.idleW + p.spanW * load.chips.capped(p.atLimit));
    if (up <= 0.0) {
        return p;
    }
    p.busiestW = acceleratorPowerW(a, load.busiest, load.clock, load.hotC);
    const double mean = load.chips.mean();
    const double boardW = p.chipsW / up + hostPowerW(server, mean);
    p.fanSpeed = serverFanSpeed(server, boardW * (1.0 - server.liquidFraction), parts.fullFanHeatW,
                                parts.airDensityRatio);
    p.fanMassRatio = p.fanSpeed * parts.airDensityRatio;
    p.fanAirM3PerS = up * p.fanSpeed * server.fanAirflowM3PerS;
    p.serverOutputW = boardW + serverFanPowerW(server, p.fanSpeed, parts.airDensityRatio);
    p.serverW = psuInputW(parts.psu, p.serverOutputW, server.psus);
    p.psuLossW = up * (p.serverW - p.serverOutputW);
    p.outputW = up * p.serverW + (rack.extraIdleW + (rack.extraMaxW - rack.extraIdleW) * mean);
    p.inputW = p.outputW;
    if (parts.shelf != nullptr) {
        const int rectifiers =
            rack.staging
                ? stagedRectifiers(*parts.shelf, p.outputW, rack.shelfRectifiers, rack.stagingShare)
                : rack.shelfRectifiers;
        p.inputW = psuInputW(*parts.shelf, p.outputW, rectifiers);
        p.shelfLossW = p.inputW - p.outputW;
    }
    const double door = p.fanAirM3PerS / parts.doorAirM3PerS;
    p.doorFanW = parts.doorFanW * door * door * door * parts.airDensityRatio;
    p.inputW += p.doorFanW;
    return p;
}

double rackSlopeW(const RackParts& parts, const RackLoad& load, const RackPower& power) {
    const double on = load.servers * parts.server.accelerators;
    if (on <= 0.0) {
        return 0.0;
    }
    const double hostW =
        (parts.server.hostMaxW - parts.server.hostIdleW) / parts.server.accelerators;
    const double extraW = parts.rack.extraMaxW - parts.rack.extraIdleW;
    return (power.inputW - power.doorFanW) / power.outputW *
           (power.serverW / power.serverOutputW * (power.spanW + hostW) + extraW / on);
}

}  // namespace headroom::models
