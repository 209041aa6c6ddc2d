// SPDX-License-Identifier: Apache-2.0
#include "engine/run/power/low_voltages.h"

#include "models/power/voltage.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

LowVoltages::LowVoltages(const RunContext& run, SupplyVoltages& supply, PowerReaction& reaction)
    : PowerPart(run), supply_(supply), reaction_(reaction) {
    low_.assign(n_.units.size(), 0);
    std::vector<double> windows(at(plant_.racks));
    for (int r = 0; r < plant_.racks; ++r) {
        windows[at(r)] = plant_.blocks[at(plant_.rackBlock[at(r)])].inputWindow;
    }
    lowest_ = lowestVoltages(n_, windows);
}

void LowVoltages::find() {
    if (!anyLowVoltage(n_, p_.flow, lowest_)) {
        std::fill(low_.begin(), low_.end(), std::uint8_t{0});
        return;
    }
    supply_.update();
    findLowVoltages(n_, p_.flow, supply_.all(), lowest_, low_);
}

void LowVoltages::queueOpening(EdgeIndex edge, double timeS) {
    const PowerEdge& x = n_.edges[at(edge)];
    const double voltage = std::abs(voltageSeen(n_, p_.flow, x.to));
    const double dueS = timeS + models::rideThroughS(voltage);
    if (p_.flow.share[at(edge)] <= 0.0 || p_.tripS[at(edge)] <= dueS) {
        return;
    }
    if (p_.tripS[at(edge)] == kNever) {
        say(timeS, EventKind::Limit, x.to,
            words("Its voltage is {} under {:.3g} MVA: it trips below {}.",
                  amount(100.0 * voltage, "%", 0), std::abs(p_.flow.outVa[at(x.to)]) / 1e6,
                  amount(100.0 * lowest_[at(x.to)], "%", 0)),
            whyStrained(timeS));
    }
    p_.tripS[at(edge)] = dueS;
    queue_.push(dueS, PowerEvent::Trip, edge, 0);
}

void LowVoltages::open(UnitIndex unit, double timeS) {
    const std::int64_t id =
        openIncomersOf(unit, timeS,
                       words("Its voltage is {}, below {}.",
                             amount(100.0 * std::abs(voltageSeen(n_, p_.flow, unit)), "%", 0),
                             amount(100.0 * lowest_[at(unit)], "%", 0)));
    reaction_.react(timeS, id);
}

std::int64_t LowVoltages::openIncomersOf(UnitIndex unit, double timeS, const Words& text) {
    const PowerUnit& u = n_.units[at(unit)];
    for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
        if (p_.flow.share[at(e)] > 0.0) {
            p_.breaker[at(e)] = BreakerState::Tripped;
            p_.tripS[at(e)] = kNever;
        }
    }
    openIncomers(n_, p_.flow, unit, p_.switching);
    return say(timeS, EventKind::Trip, unit, text + " Opens, until a person resets it.",
               whyStrained(timeS));
}

void LowVoltages::collapse(const std::vector<VoltageCollapse>& collapses, double timeS) {
    std::int64_t first = -1;
    for (const VoltageCollapse& c : collapses) {
        const std::int64_t id =
            openIncomersOf(c.unit, timeS, "Voltage collapse: " + collapseText(n_, c) + '.');
        first = first < 0 ? id : first;
    }
    reaction_.react(timeS, first);
}

}  // namespace headroom::engine
