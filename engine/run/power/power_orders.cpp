// SPDX-License-Identifier: Apache-2.0
#include "engine/run/power/power_orders.h"

#include "engine/power/fault_currents.h"
#include "models/facility/drill_defaults.h"
#include "models/power/usual.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace headroom::engine {

bool PowerOrders::hasPart(const PlantOrder& order) const {
    return order.instance >= 0 && order.instance <= n_.arrays[at(n_.arrayOf(order.unit))].units;
}

void PowerOrders::operate(const PlantOrder& order, double timeS, std::int64_t cause) {
    const int array = n_.arrayOf(order.unit);
    if (array < 0) {
        return;
    }
    const PowerArray& a = n_.arrays[at(array)];
    for (int k = 0; k < a.units; ++k) {
        if (order.instance == 0 || order.instance == k + 1) {
            act(order, UnitIndex(a.firstUnit + k), timeS, cause);
        }
    }
}

void PowerOrders::undo(const QueuedEvent& event) {
    PlantOrder order;
    order.action = static_cast<models::DrillAction>(event.b);
    order.incomer = event.c;
    act(order, UnitIndex(event.a), event.timeS, event.cause);
}

/// Sets the incomer that an order means, or all of a unit.
void PowerOrders::setIncomers(const PlantOrder& order, UnitIndex unit, BreakerState state) {
    const PowerUnit& u = n_.units[at(unit)];
    for (int k = 0; k < u.edges; ++k) {
        if (order.incomer == 0 || order.incomer == k + 1) {
            const auto e = at(u.firstEdge + k);
            p_.breaker[e] = state;
            p_.switching.edgeClosed[e] = state == BreakerState::Closed ? 1 : 0;
            if (state == BreakerState::Closed) {
                p_.heat[e] = std::min(p_.heat[e], 0.5);  // it cooled while a person came
            }
        }
    }
}

void PowerOrders::act(const PlantOrder& order, UnitIndex unit, double timeS, std::int64_t cause) {
    using models::DrillAction;
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    std::int64_t id = cause;
    DrillAction undo = DrillAction::Repair;
    switch (order.action) {
        case DrillAction::Fail:
            id = u.kind == PowerKind::Utility
                     ? cause
                     : say(timeS, EventKind::Failure, unit, "Fails, as ordered.", cause);
            p_.switching.modulesOut[i] = u.modules;
            break;
        case DrillAction::Repair:
            if (order.incomer > 0 && makesPower(u.kind)) {
                p_.switching.modulesOut[i] = std::max(0, p_.switching.modulesOut[i] - 1);
            } else {
                p_.switching.modulesOut[i] = 0;
            }
            p_.switching.available[i] =
                makesPower(u.kind) ? p_.switching.available[i] : std::uint8_t{1};
            if (u.kind != PowerKind::Utility) {
                id = say(timeS, EventKind::Repair, unit, "Back in service.", cause);
            }
            break;
        case DrillAction::Open:
            id = say(timeS, EventKind::Note, unit, "Its incoming breaker is opened.", cause);
            setIncomers(order, unit, BreakerState::Open);
            undo = DrillAction::Close;
            break;
        case DrillAction::Close:
            id = say(timeS, EventKind::Note, unit, "Its incoming breaker is closed.", cause);
            setIncomers(order, unit, BreakerState::Closed);
            undo = DrillAction::Open;
            break;
        case DrillAction::Sag:
            p_.switching.sourceVoltage[i] = models::kDrillSagVoltage;
            id = say(timeS, EventKind::Limit, unit,
                     words("Voltage sags to {}.", amount(100.0 * models::kDrillSagVoltage, "%", 0)),
                     cause);
            undo = DrillAction::Reset;
            break;
        case DrillAction::Fault:
            fault(unit, timeS, cause);
            id = p_.lastCause[i];
            break;
        case DrillAction::Reset:
            id = reset(order, unit, timeS, cause);
            break;
        default:
            return;  // of other parts, by the table of orders
    }
    if (!std::isnan(order.durationS)) {
        queue_.push(timeS + order.durationS, PowerEvent::Undo, unit,
                    static_cast<std::int32_t>(undo), id, order.incomer);
    }
    reaction_.react(timeS, id);
}

std::int64_t PowerOrders::reset(const PlantOrder& order, UnitIndex unit, double timeS,
                                std::int64_t cause) {
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    if (u.kind == PowerKind::Utility) {
        p_.switching.sourceVoltage[i] = 1.0F;
        return say(timeS, EventKind::Recovery, unit, "Voltage back to nominal.", cause);
    }
    const std::int64_t id = say(timeS, EventKind::Repair, unit, "Reset.", cause);
    setIncomers(order, unit, BreakerState::Closed);
    p_.switching.available[i] = makesPower(u.kind) ? p_.switching.available[i] : std::uint8_t{1};
    if (p_.mode[i] == PowerUnitState::LockedOut) {
        p_.mode[i] = PowerUnitState::OnBattery;
        std::fill_n(&p_.disturbedS[i * kDisturbances], kDisturbances, -kNever);
    }
    if (makesPower(u.kind)) {
        p_.switching.modulesOut[i] = 0;
    }
    return id;
}

/// A bolted three-phase fault at the output of a unit: on every path to a source the breaker that
/// is fastest at the current of the sources of this moment opens; those with the same delay open with it. A path that ends at
/// what limits its current, a rectifier or the inverter of a UPS whose input is away, ends with that where no breaker is faster: its
/// output switches off. The unit is out until it is repaired. Mains see a sag until then.
void PowerOrders::fault(UnitIndex unit, double timeS, std::int64_t cause) {
    const ShortNow now = shortNow(n_, p_.switching, p_.flow, unit);
    const double currentA = now.currentA;
    const double volts = n_.units[at(unit)].voltageV;
    const auto id =
        say(timeS, EventKind::Failure, unit,
            words("Short circuit, {} prospective.", amount(currentA / 1e3, "kA", 1)), cause);

    struct Step {
        int unit;
        int best;  ///< edge of the fastest breaker so far, -1: none
        double bestS;
    };

    std::vector<Step> open = {{unit, -1, kNever}};
    std::vector<int> opens, off;
    const auto once = [](std::vector<int>& list, int which) {
        if (std::find(list.begin(), list.end(), which) == list.end()) {
            list.push_back(which);
        }
    };
    while (!open.empty()) {
        const Step step = open.back();
        open.pop_back();
        const PowerUnit& u = n_.units[at(step.unit)];
        const bool rectifies = u.kind == PowerKind::Pdu && n_.pdus[at(u.spec)].directCurrent;
        bool source = true;
        for (int k = 0; k < u.edges; ++k) {
            const int e = u.firstEdge + k;
            if (p_.flow.share[at(e)] <= 0.0 || (rectifies && step.unit != unit)) {
                continue;
            }
            source = false;
            Step next{n_.edges[at(e)].from, step.best, step.bestS};
            if (n_.edges[at(e)].breaker >= 0) {
                const double phases = n_.units[at(unit)].direct && !n_.edges[at(e)].direct
                                          ? std::numbers::sqrt3
                                          : 1.0;
                const double here =
                    currentA * now.share[at(e)] * volts / (phases * n_.edges[at(e)].voltageV);
                const double tripS = models::breakerTripS(n_.breakers[at(n_.edges[at(e)].breaker)],
                                                          here, p_.heat[at(e)]);
                if (tripS < step.bestS) {
                    next.best = e;
                    next.bestS = tripS;
                }
            }
            open.push_back(next);
        }
        const bool limits = source && step.unit != unit && (rectifies || u.kind == PowerKind::Ups);
        if (limits && p_.flow.live[at(step.unit)] != 0 && step.bestS > models::kUpsCurrentLimitS) {
            once(off, step.unit);
        } else if (source && step.best >= 0) {
            once(opens, step.best);
        }
    }
    for (const int e : opens) {
        p_.breaker[at(e)] = BreakerState::Tripped;
        p_.switching.edgeClosed[at(e)] = 0;
        say(timeS, EventKind::Trip, n_.edges[at(e)].to,
            fmt::format("Its breaker from {} clears the fault.", name(n_.edges[at(e)].from)), id);
    }
    for (const int i : off) {
        p_.switching.available[at(i)] = 0;  // until reset
        p_.switching.onBattery[at(i)] = 0;
        p_.mode[at(i)] = PowerUnitState::Dead;
        say(timeS, EventKind::Trip, UnitIndex(i),
            "No breaker clears a short circuit at the current that it gives: its output switches "
            "off.",
            id);
    }
    p_.switching.modulesOut[at(unit)] = n_.units[at(unit)].modules;
    reaction_.react(timeS, id);
}

void PowerOrders::moduleFailed(UnitIndex unit, double timeS, std::int64_t cause) {
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    if (p_.switching.modulesOut[i] >= u.modules) {
        return;
    }
    ++p_.switching.modulesOut[i];
    p_.lastCause[i] = cause;
    reaction_.react(timeS, cause);
}

void PowerOrders::moduleRepaired(UnitIndex unit, double timeS, std::int64_t cause) {
    const auto i = at(unit);
    if (p_.switching.modulesOut[i] > 0) {
        --p_.switching.modulesOut[i];
        p_.lastCause[i] = cause;
        reaction_.react(timeS, cause);
    }
}

}  // namespace headroom::engine
