// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/coefficients.h"

#include "engine/base/index.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kMostBypass = 0.9;

/// Long against every time constant of a hall [s].
constexpr double kAtRestS = 1e9;

/// Fixed point of the fractions: each round moves by half of what is missing.
constexpr int kMostRounds = 200;
constexpr double kRoundShare = 0.5;
constexpr double kSettledK = 1e-6;

/// Below this difference between hot and cold zone a share means nothing [K].
constexpr double kLeastSpreadK = 0.1;

ZonesAtRest atRest(HallAir& air, const HallAirLoad& load) {
    const std::vector<double> supply(load.flowM3PerS.size(), load.supplyC);
    ZonesAtRest result{std::vector<double>(at(air.plan().zones), load.supplyC), supply, supply, {}};
    air.condense({load.flowM3PerS, load.heatW}, load.supplyM3PerS, load.extraW, result.zoneC,
                 kAtRestS);
    air.finish(load.supplyC, result.zoneC, result.inletC, result.topC);
    result.indices = air.indices();
    return result;
}

}  // namespace

double airBypass(const AirField& field, const HallAirLoad& load) {
    double fresh = 0.0;
    for (const RackAirResult& r : field.racks) {
        fresh += r.flowM3PerS * (1.0 - r.hotFraction);
    }
    return load.supplyM3PerS > 0.0 ? std::clamp(1.0 - fresh / load.supplyM3PerS, 0.0, kMostBypass)
                                   : 0.0;
}

ZonesAtRest zonesAtRest(const HallAirPlan& plan, const HallAirLoad& load) {
    HallAir air(plan);
    return atRest(air, load);
}

std::vector<double> zoneInletsC(const HallAirPlan& plan, const HallAirLoad& load) {
    return zonesAtRest(plan, load).inletC;
}

std::vector<double> topFractions(const AirField& field, const HallAirPlan& plan,
                                 const HallAirLoad& load, const std::vector<double>& inlets) {
    HallAirPlan whole = plan;
    whole.rackFraction = inlets;
    const ZonesAtRest zones = zonesAtRest(whole, load);
    std::vector<double> topC = zones.inletC;
    for (const RackAirResult& r : field.racks) {
        topC[at(r.rack)] = r.topInletC;
    }
    std::vector<double> result = inlets;
    std::size_t own = 0;
    for (const HallAirPlan::Row& row : plan.rows) {
        const double coldC = zones.zoneC[at(row.coldZone)];
        const double spreadK = zones.zoneC[at(row.hotZone)] - coldC;
        for (int r = row.firstRack; r < row.firstRack + row.racks; ++r, ++own) {
            if (std::abs(spreadK) >= kLeastSpreadK) {
                result[own] = std::clamp((topC[at(r)] - coldC) / spreadK, -1.0, 1.0);
            }
        }
    }
    return result;
}

std::vector<double> rackFractions(const AirField& field, const HallAirPlan& plan,
                                  const HallAirLoad& load) {
    std::vector<const RackAirResult*> found(load.flowM3PerS.size(), nullptr);
    for (const RackAirResult& r : field.racks) {
        found[at(r.rack)] = &r;
    }
    HallAirPlan stated = plan;
    std::fill(stated.rackFraction.begin(), stated.rackFraction.end(),
              models::containedRecirculation(plan.spec));
    HallAir air(std::move(stated));
    for (int round = 0; round < kMostRounds; ++round) {
        const ZonesAtRest zones = atRest(air, load);
        std::vector<double> next = air.plan().rackFraction;
        double worstK = 0.0;
        std::size_t own = 0;
        for (const HallAirPlan::Row& row : plan.rows) {
            const double spreadK = zones.zoneC[at(row.hotZone)] - zones.zoneC[at(row.coldZone)];
            for (int r = row.firstRack; r < row.firstRack + row.racks; ++r, ++own) {
                if (found[at(r)] == nullptr) {
                    continue;
                }
                if (std::abs(spreadK) < kLeastSpreadK) {
                    next[own] = found[at(r)]->hotFraction;
                    continue;
                }
                const double missingK = found[at(r)]->inletC - zones.inletC[at(r)];
                next[own] += kRoundShare * missingK / spreadK;
                worstK = std::max(worstK, std::abs(missingK));
            }
        }
        air.setRackFractions(next);
        if (worstK < kSettledK) {
            break;
        }
    }
    return air.plan().rackFraction;
}

}  // namespace headroom::engine
