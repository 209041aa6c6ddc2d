// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/check/rules.h"
#include "engine/check/worst_by_array.h"
#include "engine/power/standby.h"
#include "models/facility/requirement.h"
#include "models/power/ups_battery.h"
#include "models/power/usual.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

/// Standby supply: batteries, generator sets, their fuel.
namespace headroom::engine {

namespace {

/// The generator of this unit or of what feeds it, and how long until it delivers.
double generatorReadyS(const DesignPower& p, int unit) {
    const PowerNetwork& n = p.network;
    const PowerUnit& u = n.units[at(unit)];
    double readyS = std::numeric_limits<double>::infinity();
    if (makesPower(u.kind)) {
        readyS = p.policy.gensetDelayS + n.generator(u).startS;
    }
    for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
        readyS = std::min(readyS, generatorReadyS(p, n.edges[at(e)].from));
    }
    if (u.kind == PowerKind::TransferSwitch) {
        const models::TransferSwitchSpec& s = n.transferSwitches[at(u.spec)];
        readyS += s.confirmS + s.transferS;
    }
    return readyS;
}

/// Battery share of a walk-in, as time at full load: the rectifier ramps up linearly.
constexpr double kWalkInPart = 0.5;

/// Until the generators deliver nothing else carries the load; until the UPS has walked in, only its bypass would.
void rideThrough(const Design& design, Findings& findings) {
    const DesignPower& p = design.power;
    WorstByArray dark(p.network), stepped(p.network);
    for (std::size_t i = 0; i < p.network.units.size(); ++i) {
        const PowerUnit& u = p.network.units[i];
        const double loadW = p.flow.outVa.empty() ? 0.0 : p.flow.outVa[i].real();
        if (u.kind != PowerKind::Ups || !(loadW > 0.0) ||
            !(models::upsStoreJ(p.network.ups(u), u.modules) > 0.0)) {
            continue;
        }
        const models::UpsSpec& ups = p.network.ups(u);
        const models::PowerUnitSpec& spec = p.network.arrays[at(u.array)].spec;
        const models::BatteryState state{spec.upsBatteryYears, spec.upsBatteryC};
        const double capacity =
            std::min(models::batteryEndCapacity(ups, state), models::batteryCapacity(ups, state));
        const double batteryS = models::upsRuntimeS(ups, loadW, u.modules, capacity);
        const double readyS = generatorReadyS(p, static_cast<int>(i));
        const double offS = readyS + models::kMainsQualifyS + kWalkInPart * ups.walkInS;
        if (std::isfinite(readyS) && exceeds(readyS, batteryS)) {
            dark.offer(u.array, static_cast<int>(i), readyS, batteryS);
        } else if (std::isfinite(readyS) && exceeds(offS, batteryS)) {
            stepped.offer(u.array, static_cast<int>(i), offS, batteryS);
        }
    }
    for (std::size_t a = 0; a < p.network.arrays.size(); ++a) {
        const bool isDark = dark.entries()[a].index >= 0;
        const auto& w = isDark ? dark.entries()[a] : stepped.entries()[a];
        if (w.index < 0) {
            continue;
        }
        const PowerUnit& u = p.network.units[at(w.index)];
        const std::string lasts = ", but at full activity its battery lasts " +
                                  amountText(w.allowed, "s") + " at the end of its life";
        const std::string hint =
            "Choose a longer battery, or a shorter {power_policy.genset_delay_s}.";
        if (isDark) {
            findings.add(Severity::Error, idOf(p.network, u),
                         "The generators of " + u.name + " take over after " +
                             amountText(w.measured, "s") + lasts + ".",
                         hint, w.measured, w.allowed, "s");
        } else {
            findings.add(Severity::Warning, idOf(p.network, u),
                         "Until " + u.name +
                             " has walked in on its generators it needs its battery for " +
                             amountText(w.measured, "s") + lasts +
                             ": the bypass takes the load, in one step.",
                         hint, w.measured, w.allowed, "s");
        }
    }
}

void gensetLoad(const Design& design, Findings& findings) {
    const DesignPower& p = design.power;
    const PowerNetwork& n = p.network;
    WorstByArray worst(n);
    for (std::size_t i = 0; i < n.units.size(); ++i) {
        const PowerUnit& u = n.units[i];
        if (!makesPower(u.kind)) {
            continue;
        }
        const double loading = loadingOf(n, p.outageSwitching, p.outageFlow, UnitIndex(i));
        if (exceeds(loading, 1.0)) {
            worst.offer(u.array, static_cast<int>(i), loading, 1.0);
        }
    }
    for (std::size_t a = 0; a < n.arrays.size(); ++a) {
        const auto& w = worst.entries()[a];
        const PowerUnit& first = n.units[at(n.arrays[a].firstUnit)];
        if (w.index >= 0) {
            const PowerUnit& u = n.units[at(w.index)];
            const CarriedPower c = carriedPower(u, p.outageFlow.outVa[at(w.index)]);
            const PowerText show = c.active ? powerText(c.measured) : vaText(c.measured);
            const double tripS =
                n.generator(u).overloadTripS(p.outageFlow.outVa[at(w.index)].real() / u.ratedW());
            findings.add(
                Severity::Warning, idOf(n, u),
                "With every utility dead, " + u.name + " must deliver " + show(c.measured) +
                    ", but is rated " + show(c.allowed) + "." +
                    (std::isfinite(tripS) ? " It trips after " + amountText(tripS, "s") + "."
                                          : std::string{}),
                "Raise {power_unit.modules} or {power_unit.count}, or plan to shed load "
                "in an outage.",
                c.measured / show.scale, c.allowed / show.scale, show.unit);
        } else if (first.kind == PowerKind::Ups &&
                   !std::isfinite(generatorReadyS(p, n.arrays[a].firstUnit))) {
            findings.add(
                Severity::Note, n.arrays[a].id,
                "No generator set supports it: an outage longer than its battery stops its loads.",
                "Put a transfer switch with a genset before it, if that is not meant.", 0.0, 1.0,
                "");
        }
    }
}

/// Required run time of standby sets [h], as the owner states it. NaN if not stated.
double fuelAsked(const Design& design) {
    for (const Object* object : design.project->objectsOf("requirement")) {
        return specOf<models::RequirementSpec>(*object).standbyFuelS;
    }
    return models::kNotStated;
}

/// How long the tanks last with every utility dead, all at full activity. Sets that run all the time are a matter of
/// power-source.
void standbyFuel(const Design& design, Findings& findings) {
    const DesignPower& p = design.power;
    const PowerNetwork& n = p.network;
    if (!p.wired) {
        return;
    }
    const double askedS = fuelAsked(design);
    const bool isAsked = !std::isnan(askedS);
    const double leastS = isAsked ? askedS : models::kUsualStandbyFuelS;
    const Standby standby = standbyOf(n);
    WorstByArray worst(n);
    for (std::size_t i = 0; i < n.units.size(); ++i) {
        const PowerUnit& u = n.units[i];
        if (!makesPower(u.kind) || standby.prime[i] != 0) {
            continue;
        }
        const models::GeneratingSet& set = n.generator(u);
        const double lastsS = set.tankLastsS(p.outageFlow.outVa[i].real(), u.modules);
        if (p.outageFlow.outVa[i].real() > 0.0 && exceeds(leastS, lastsS)) {
            worst.offer(u.array, static_cast<int>(i), leastS, lastsS);
        }
    }
    for (const auto& w : worst.entries()) {
        if (w.index >= 0) {
            const PowerUnit& u = n.units[at(w.index)];
            findings.add(
                isAsked ? Severity::Error : Severity::Note, idOf(n, u),
                "With every utility dead, the fuel of " + u.name + " lasts " +
                    amountText(w.allowed / 3600.0, "h") + " at full activity, but " +
                    (isAsked ? "the project requires " : "usual are at least ") +
                    amountText(leastS / 3600.0, "h") + ".",
                isAsked
                    ? "Choose a part with a larger tank, or more sets."
                    : "Choose a part with a larger tank, or state {requirement.standby_fuel_h}.",
                leastS / 3600.0, w.allowed / 3600.0, "h");
        }
    }
}

constexpr auto kStandbyRules = std::to_array<Rule>({
    {"ride-through", "Batteries last until the generators deliver", &rideThrough, CheckDepth::Full},
    {"genset-capacity", "Generator sets carry what they stand for", &gensetLoad, CheckDepth::Full},
    {"standby-fuel", "Generator sets have fuel for their required time", &standbyFuel,
     CheckDepth::Full},
});

}  // namespace

std::span<const Rule> standbyRules() {
    return kStandbyRules;
}

}  // namespace headroom::engine
