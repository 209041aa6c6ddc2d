// SPDX-License-Identifier: Apache-2.0
#include "models/compute/rack_power.h"

#include <algorithm>

namespace headroom::models {

RackParts partsOf(const RackSpec& rack, const ServerSpec& server,
                  const AcceleratorSpec& accelerator, const PsuSpec& psu, const PsuSpec* shelf) {
    return {rack, server, accelerator, psu, shelf,
            fullFanHeatW(server, rack.ratedPowerW / rack.servers)};
}

RackSpec rackOfOne(const ServerSpec& server, const AcceleratorSpec& accelerator) {
    RackSpec rack;
    rack.servers = 1;
    rack.ratedPowerW = server.accelerators * accelerator.tdpW + hostPowerW(server, 1.0);
    return rack;
}

RackLoad evenLoad(const RackParts& parts, double activity) {
    RackLoad load;
    load.servers = parts.rack.servers;
    load.activity = load.servers * parts.server.accelerators * activity;
    load.mostActivity = activity;
    load.chipC = load.hotC = parts.accelerator.referenceC;
    return load;
}

RackPower rackPower(const RackParts& parts, const RackLoad& load) {
    const AcceleratorSpec& a = parts.accelerator;
    const ServerSpec& server = parts.server;
    const RackSpec& rack = parts.rack;
    const double up = load.servers;
    const double on = up * server.accelerators;
    const double span = activeSpanW(a);
    const double clocked = clockPower(a, load.clock);
    const double warm = 1.0 + a.leakagePerK * (load.chipC - a.referenceC);
    const double busiestW =
        span * load.mostActivity * clocked * (1.0 + a.leakagePerK * (load.hotC - a.referenceC));
    const double mayW = std::max(powerLimitW(a) - a.idleW, 0.0);
    const double limit = busiestW > mayW ? mayW / busiestW : 1.0;
    RackPower p;
    p.limitClock = clockAtLimit(a, load.mostActivity, load.hotC);
    p.spanW = span * clocked * warm * limit;
    p.chipsW = on * a.idleW + span * load.activity * clocked * warm * limit;
    if (up <= 0.0) {
        return p;
    }
    p.busiestW = a.idleW + std::min(busiestW, mayW);
    const double mean = load.activity / on;
    const double boardW = p.chipsW / up + hostPowerW(server, mean);
    p.fanSpeed = serverFanSpeed(server, boardW * (1.0 - server.liquidFraction), parts.fullFanHeatW);
    p.fanAirM3PerS = up * p.fanSpeed * server.fanAirflowM3PerS;
    p.serverOutputW = boardW + serverFanPowerW(server, p.fanSpeed);
    p.serverW = psuInputW(parts.psu, p.serverOutputW, server.psus);
    p.psuLossW = up * (p.serverW - p.serverOutputW);
    p.outputW = up * p.serverW + (rack.extraIdleW + (rack.extraMaxW - rack.extraIdleW) * mean);
    p.inputW = p.outputW;
    if (parts.shelf != nullptr) {
        const int rectifiers = rack.staging
                                   ? stagedRectifiers(*parts.shelf, p.outputW, rack.shelfRectifiers,
                                                      rack.stagingShare)
                                   : rack.shelfRectifiers;
        p.inputW = psuInputW(*parts.shelf, p.outputW, rectifiers);
        p.shelfLossW = p.inputW - p.outputW;
    }
    const double door = p.fanAirM3PerS / parts.doorAirM3PerS;
    p.doorFanW = parts.doorFanW * door * door * door;
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
