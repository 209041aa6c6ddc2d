// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/outdoor_machines.h"

#include "models/cooling/dry_cooler.h"
#include "models/cooling/dry_tower.h"
#include "models/cooling/thin_air.h"
#include "models/cooling/usual.h"
#include "models/cooling/water.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

/// Halvings of the air flow that holds a temperature: to half a percent.
constexpr int kHalvings = 8;

/// Warmings of the water that full air does not cool enough: what a tower does depends on how warm it enters.
constexpr int kWarmings = 3;

}  // namespace

void OutdoorMachines::at(const PlantLoop& l, const models::Weather& w, double airRatio,
                         double served) {
    if (tower) {
        eps = served * cell->effectiveness(airRatio);
        sinkC = w.wetBulbC;
        wetShare = 1.0;
        if (served < 1.0) {
            // Water that is not sprayed away cools by the air's own temperature: two sinks, as one.
            const double wetW = eps * (inC - w.wetBulbC);
            const double dry =
                (1.0 - served) * models::dryTowerEffectiveness(l.tower, waterRatio, airRatio, w);
            const double both = eps + dry;
            sinkC = both > 0.0 ? (eps * w.wetBulbC + dry * w.dryBulbC) / both : w.dryBulbC;
            wetShare =
                inC > sinkC && both > 0.0 ? std::max(0.0, wetW / (both * (inC - sinkC))) : 0.0;
            eps = both;
        }
        fanW = models::thinAirFanW(units * models::towerFanW(l.tower, airRatio), w.pressurePa);
        waterKgPerS = 0.0;
    } else {
        const models::DryCoolerLaw law = models::dryCoolerLaw(l.dryCooler, waterRatio, airRatio, w);
        eps = law.effectiveness;
        // Pads without water do not change the air.
        sinkC = w.dryBulbC + served * (law.airC - w.dryBulbC);
        fanW = units * law.fanW;
        waterKgPerS = units * law.waterKgPerS;
    }
    if (kept < 1.0) {
        // NTU times `kept`, as against a sink that does not warm: eps = 1 - exp(-NTU).
        eps = 1.0 - std::pow(1.0 - eps, kept);
    }
}

double OutdoorMachines::restsC(double share, double heatW) const {
    const double e = std::max(1e-6, share * eps);
    return sinkC + heatW / wPerK * (1.0 - e) / e;
}

OutdoorWater OutdoorMachines::held(const PlantLoop& l, const models::Weather& w, double share,
                                   double heatW, double targetC, double served) const {
    OutdoorMachines r = *this;
    const auto enters = [&](double waterC) {
        r.inC = waterC;
        if (tower) {
            r.cell.emplace(l.tower, waterC, waterRatio, w);
        }
    };
    const auto leavesC = [&](double air) {
        r.at(l, w, air, served);
        return r.inC - share * r.eps * (r.inC - r.sinkC);
    };
    enters(targetC + heatW / wPerK);
    if (leavesC(1.0) > targetC) {
        for (int i = 0; i < kWarmings; ++i) {
            enters(r.restsC(share, heatW) + heatW / wPerK);
            leavesC(1.0);
        }
        return {r.restsC(share, heatW), r.fanW};
    }
    double low = 0.0, high = 1.0;
    for (int i = 0; i < kHalvings; ++i) {
        const double air = 0.5 * (low + high);
        (leavesC(air) > targetC ? low : high) = air;
    }
    leavesC(high);
    return {targetC, r.fanW};
}

}  // namespace headroom::engine
