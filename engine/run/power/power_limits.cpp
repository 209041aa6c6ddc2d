// SPDX-License-Identifier: Apache-2.0
#include "engine/run/power/power_limits.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

/// A prediction that moves by less than this, or by less than this share of the time left, keeps
/// its event: loads that creep do not fill the queue.
constexpr double kTimerTolerance = 1e-3;
constexpr double kTimerShare = 2e-3;

/// A battery within this share of empty or full is that; a thermal image this near to 1 trips.
/// Loads move between a prediction and its event.
constexpr double kEmpty = 2e-3;
constexpr double kHot = 0.995;

/// A tank that holds less than what its set burns in this time is dry [s].
constexpr double kDryS = 1.0;

}  // namespace

PowerLimits::PowerLimits(const RunContext& run, const Parts& parts)
    : PowerPart(run), parts_(parts) {
    decay_.assign(n_.breakers.size(), 0.0);
}

void PowerLimits::heatBreakers(double dt) {
    for (std::size_t b = 0; b < n_.breakers.size(); ++b) {
        decay_[b] = std::exp(-dt / n_.breakers[b].thermalS);
    }
    for (std::size_t e = 0; e < n_.edges.size(); ++e) {
        const int breaker = n_.edges[e].breaker;
        if (breaker >= 0) {
            p_.heat[e] = models::breakerTheta(n_.breakers[at(breaker)], p_.flow.edgeA[e],
                                              p_.heat[e], decay_[at(breaker)]);
        }
    }
}

bool PowerLimits::hasMoved(double dueS, double queuedS, double nowS) {
    return !(std::abs(dueS - queuedS) < kTimerTolerance + kTimerShare * (dueS - nowS));
}

void PowerLimits::queueLimit(UnitIndex unit, double dueS, double nowS) {
    if (dueS == kNever) {
        p_.limitS[at(unit)] = kNever;
    } else if (hasMoved(dueS, p_.limitS[at(unit)], nowS)) {
        p_.limitS[at(unit)] = dueS;
        queue_.push(dueS, PowerEvent::Limit, unit, 0);
    }
}

void PowerLimits::predict(double timeS) {
    parts_.lowVoltages.find();
    for (std::size_t e = 0; e < n_.edges.size(); ++e) {
        if (p_.switching.edgeClosed[e] != 0 && parts_.lowVoltages.isLow(n_.edges[e].to)) {
            parts_.lowVoltages.queueOpening(EdgeIndex(e), timeS);
        } else {
            predictTrip(EdgeIndex(e), timeS);
        }
    }
    for (std::size_t i = 0; i < n_.units.size(); ++i) {
        const PowerKind kind = n_.units[i].kind;
        if (kind == PowerKind::Ups || (makesPower(kind) && p_.mode[i] == PowerUnitState::Running)) {
            predictUnit(UnitIndex(i), timeS);
        }
    }
    for (std::size_t b = 0; b < n_.batteryUnits.size(); ++b) {
        queueLimit(n_.batteryUnits[b], parts_.batteries.endS(b, timeS), timeS);
    }
}

void PowerLimits::predictTrip(EdgeIndex edge, double timeS) {
    const auto e = at(edge);
    const int breaker = n_.edges[e].breaker;
    if (breaker < 0 || p_.switching.edgeClosed[e] == 0) {
        p_.tripS[e] = kNever;
        return;
    }
    const models::BreakerSpec& spec = n_.breakers[at(breaker)];
    double dueS = kNever;
    if (p_.flow.edgeA[e] > spec.longTimePickup * spec.ratedA) {
        dueS = timeS + models::breakerTripS(spec, p_.flow.edgeA[e], p_.heat[e]);
    }
    if (dueS == kNever) {
        p_.tripS[e] = kNever;
    } else if (hasMoved(dueS, p_.tripS[e], timeS)) {
        if (p_.tripS[e] == kNever) {
            const PowerEdge& x = n_.edges[e];
            say(timeS, EventKind::Limit, x.to,
                words("Its breaker from {} carries {} on {}: trips in {} at this load.",
                      name(x.from), amount(p_.flow.edgeA[e], "A", 0), amount(spec.ratedA, "A", 0),
                      amount(dueS - timeS, "s", 0)),
                p_.lastCause[at(x.from)]);
        }
        p_.tripS[e] = dueS;
        queue_.push(dueS, PowerEvent::Trip, static_cast<std::int32_t>(e), 0);
    }
}

/// When the battery of a UPS is empty or full, or the tank of a source is dry, at the present flow.
double PowerLimits::storeEndS(UnitIndex unit, double timeS) const {
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    if (u.kind == PowerKind::Ups) {
        const double batteryW = p_.flow.batteryW[i];
        if (batteryW > 0.0) {
            const double drainW = batteryW / n_.ups(u).batteryEfficiency;
            return timeS + std::max(0.0, parts_.stores.batteryLeftJ(unit, drainW)) / drainW;
        }
        return batteryW < 0.0
                   ? timeS + (parts_.stores.batteryFullJ(unit) - p_.energy[i]) / -batteryW
                   : kNever;
    }
    const double fuelM3PerS = parts_.stores.tankFuelM3PerS(unit);
    return fuelM3PerS > 0.0 && !std::isnan(p_.energy[i]) ? timeS + p_.energy[i] / fuelM3PerS
                                                         : kNever;
}

void PowerLimits::predictUnit(UnitIndex unit, double timeS) {
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    const bool isUps = u.kind == PowerKind::Ups;
    double dueS = storeEndS(unit, timeS);
    const int inService = u.modules - p_.switching.modulesOut[i];
    const double loading = p_.flow.live[i] != 0 && inService > 0
                               ? p_.flow.outVa[i].real() / (u.ratedW() * inService / u.modules)
                               : 0.0;
    double longestS = isUps ? models::upsOverloadTripS(n_.ups(u), loading)
                            : n_.generator(u).overloadTripS(loading);
    const bool behind = !isUps && parts_.parallel.isBehind(unit);
    if (behind) {
        longestS = std::min(longestS, n_.generator(u).coverS);
    }
    if (std::isfinite(longestS)) {
        if (p_.overloadSinceS[i] == kNever) {
            p_.overloadSinceS[i] = timeS;
            say(timeS, EventKind::Limit, unit,
                behind
                    ? words("Asked for {}, has come up to {}: its store covers the rest for {}.",
                            amount(p_.flow.outVa[i].real() / 1e3, "kW", 0),
                            amount(p_.reachedW[i] / 1e3, "kW", 0), amount(longestS, "s", 0))
                    : words("Loaded to {} of what is in service.", amount(100.0 * loading, "%", 0)),
                p_.lastCause[i]);
        }
        dueS = std::min(dueS, std::max(timeS, p_.overloadSinceS[i] + longestS));
    } else {
        p_.overloadSinceS[i] = kNever;
    }
    queueLimit(unit, dueS, timeS);
}

void PowerLimits::limit(UnitIndex unit, double timeS) {
    const PowerKind kind = n_.units[at(unit)].kind;
    p_.limitS[at(unit)] = kNever;
    if (parts_.batteries.has(unit)) {
        parts_.batteries.end(unit, timeS);
    } else if (kind == PowerKind::Ups) {
        limitUps(unit, timeS);
    } else if (makesPower(kind) && p_.mode[at(unit)] == PowerUnitState::Running) {
        limitSource(unit, timeS);
    }
}

void PowerLimits::limitUps(UnitIndex unit, double timeS) {
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    const double drainW = p_.flow.batteryW[i] / n_.ups(u).batteryEfficiency;
    if (drainW > 0.0 &&
        parts_.stores.batteryLeftJ(unit, drainW) <= kEmpty * parts_.stores.batteryFullJ(unit)) {
        p_.switching.hasCharge[i] = 0;
        parts_.reaction.react(timeS, p_.lastCause[i]);
    } else if (p_.switching.chargeW[i] > 0.0F &&
               p_.energy[i] >= (1.0 - kEmpty) * parts_.stores.batteryFullJ(unit)) {
        p_.switching.chargeW[i] = 0.0F;
        say(timeS, EventKind::Recovery, unit, "Battery full again.", p_.lastCause[i]);
    } else if (p_.overloadSinceS[i] < kNever) {
        p_.overloadSinceS[i] = kNever;
        const auto id =
            say(timeS, EventKind::Trip, unit,
                words("Overload: {} on {}; its output switches off.",
                      amount(p_.flow.outVa[i].real() / 1e3, "kW", 0),
                      amount(u.ratedVa * (u.modules - p_.switching.modulesOut[i]) / u.modules / 1e3,
                             "kW", 0)),
                whyStrained(timeS));
        p_.switching.available[i] = 0;
        p_.mode[i] = PowerUnitState::Dead;
        p_.switching.onBattery[i] = 0;
        parts_.reaction.react(timeS, id);
    }
}

void PowerLimits::limitSource(UnitIndex unit, double timeS) {
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    const bool dry = p_.energy[i] <= kDryS * parts_.stores.tankFuelM3PerS(unit);
    if (!dry && p_.overloadSinceS[i] == kNever) {
        return;  // the load fell meanwhile: predicted anew
    }
    if (dry) {
        p_.energy[i] = 0.0;
    }
    const auto id = say(
        timeS, EventKind::Trip, unit,
        dry ? std::string{"Out of fuel: stops."}
        : parts_.parallel.isBehind(unit)
            ? words("Its store is empty, and it has come up to {} of {}; trips.",
                    amount(p_.reachedW[i] / 1e3, "kW", 0),
                    amount(p_.flow.outVa[i].real() / 1e3, "kW", 0))
            : words("Overload: {} on {}; trips.", amount(p_.flow.outVa[i].real() / 1e6, "MW", 2),
                    amount(u.ratedW() * (u.modules - p_.switching.modulesOut[i]) / u.modules / 1e6,
                           "MW", 2)),
        dry ? p_.lastCause[i] : whyStrained(timeS));
    p_.overloadSinceS[i] = kNever;
    p_.switching.available[i] = 0;
    p_.switching.modulesOut[i] = u.modules;  // until a person resets it
    parts_.reaction.react(timeS, id);
}

void PowerLimits::trip(EdgeIndex edge, double timeS) {
    const auto e = at(edge);
    const PowerEdge& x = n_.edges[e];
    p_.tripS[e] = kNever;
    parts_.lowVoltages.find();
    if (parts_.lowVoltages.isLow(x.to)) {
        parts_.lowVoltages.open(x.to, timeS);
        return;
    }
    if (x.breaker < 0) {
        return;
    }
    const models::BreakerSpec& spec = n_.breakers[at(x.breaker)];
    if (p_.heat[e] < kHot && models::breakerTripS(spec, p_.flow.edgeA[e], p_.heat[e]) >
                                 spec.shortTimeS + spec.openingS) {
        return;  // the load fell meanwhile: predicted anew
    }
    p_.breaker[e] = BreakerState::Tripped;
    p_.switching.edgeClosed[e] = 0;
    const auto id = say(timeS, EventKind::Trip, x.to,
                        words("Its breaker from {} trips: {} on {}.", name(x.from),
                              amount(p_.flow.edgeA[e], "A", 0), amount(spec.ratedA, "A", 0)),
                        whyStrained(timeS));
    parts_.reaction.react(timeS, id);
}

}  // namespace headroom::engine
