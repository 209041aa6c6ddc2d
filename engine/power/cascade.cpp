// SPDX-License-Identifier: Apache-2.0
#include "engine/power/cascade.h"

#include "engine/base/index.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

/// Two trips within this share of the sooner one's time are one moment: equal parts at equal load.
constexpr double kOneMoment = 1e-3;

/// A thermal image nearer to its trip than this is not normal operation.
constexpr double kMostHeat = 0.999;

double overloadTripS(const PowerNetwork& n, const PowerSwitching& s, const PowerFlow& f,
                     std::size_t i) {
    const PowerUnit& u = n.units[i];
    const int inService = u.modules - s.modulesOut[i];
    const bool isUps = u.kind == PowerKind::Ups;
    if ((!isUps && !makesPower(u.kind)) || f.live[i] == 0 || inService <= 0 || !(u.ratedVa > 0.0)) {
        return std::numeric_limits<double>::infinity();
    }
    const double loading = f.outVa[i].real() / (u.ratedW() * inService / u.modules);
    return isUps ? models::upsOverloadTripS(n.ups(u), loading)
                 : n.generator(u).overloadTripS(loading);
}

bool isUsual(const CascadeTrip& trip, const std::vector<CascadeTrip>& usual) {
    return std::any_of(usual.begin(), usual.end(), [&](const CascadeTrip& other) {
        return other.edge == trip.edge && other.unit == trip.unit;
    });
}

}  // namespace

std::vector<CascadeTrip> tripsOf(const PowerNetwork& network, const PowerSwitching& switching,
                                 const PowerFlow& flow, const PowerFlow& before) {
    std::vector<CascadeTrip> trips;
    for (std::size_t e = 0; e < network.edges.size(); ++e) {
        const int breaker = network.edges[e].breaker;
        if (breaker < 0 || switching.edgeClosed[e] == 0) {
            continue;
        }
        const models::BreakerSpec& spec = network.breakers[at(breaker)];
        const double pickupA = spec.longTimePickup * spec.ratedA;
        if (flow.edgeA[e] > pickupA) {
            const double warm = std::min(kMostHeat, std::pow(before.edgeA[e] / pickupA, 2.0));
            trips.push_back({EdgeIndex(e), UnitIndex(-1), flow.edgeA[e] / spec.ratedA,
                             models::breakerTripS(spec, flow.edgeA[e], warm)});
        }
    }
    for (std::size_t i = 0; i < network.units.size(); ++i) {
        const double afterS = overloadTripS(network, switching, flow, i);
        if (std::isfinite(afterS)) {
            trips.push_back({EdgeIndex(-1), UnitIndex(i),
                             loadingOf(network, switching, flow, UnitIndex(i)), afterS});
        }
    }
    return trips;
}

void applyTrip(const PowerNetwork& network, const CascadeTrip& trip, PowerSwitching& switching) {
    if (trip.edge >= 0) {
        switching.edgeClosed[at(trip.edge)] = 0;
    } else {
        switching.available[at(trip.unit)] = 0;
        switching.modulesOut[at(trip.unit)] = network.units[at(trip.unit)].modules;
    }
}

std::vector<CascadeTrip> followTrips(const PowerNetwork& network,
                                     const std::vector<std::uint8_t>& side,
                                     const PowerDemand& demand, const PowerFlow& before,
                                     const std::vector<CascadeTrip>& usual, double tolerance,
                                     PowerSwitching& switching, PowerDemand& shed,
                                     PowerFlow& flow) {
    std::vector<CascadeTrip> all;
    double clockS = 0.0;
    // Each round takes at least one thing away.
    for (std::size_t round = 0; round <= network.edges.size() + network.units.size(); ++round) {
        std::vector<CascadeTrip> due = tripsOf(network, switching, flow, before);
        std::erase_if(due, [&](const CascadeTrip& trip) { return isUsual(trip, usual); });
        if (due.empty()) {
            break;
        }
        double soonestS = due.front().afterS;
        for (const CascadeTrip& trip : due) {
            soonestS = std::min(soonestS, trip.afterS);
        }
        for (CascadeTrip& trip : due) {
            if (trip.afterS <= soonestS * (1.0 + kOneMoment)) {
                applyTrip(network, trip, switching);
                trip.afterS += clockS;
                all.push_back(trip);
            }
        }
        clockS += soonestS;
        transferAndStart(network, side, switching, flow);
        settlePower(network, switching, demand, shed, flow, tolerance);
    }
    return all;
}

}  // namespace headroom::engine
