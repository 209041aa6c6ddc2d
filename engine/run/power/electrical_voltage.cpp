// SPDX-License-Identifier: Apache-2.0
#include "engine/base/words.h"
#include "engine/run/power/electrical.h"
#include "models/power/voltage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

/// Voltages that are too low, and those that there are not: who opens, and when.
namespace headroom::engine {

/// Opens what carries a unit that its wiring cannot supply. The loads behind it would pull the
/// voltage down again as soon as they came back: nothing closes by itself.
std::int64_t Electrical::openForLowVoltage(UnitIndex unit, double timeS, const Words& text) {
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

void Electrical::collapse(const std::vector<VoltageCollapse>& collapses, double timeS) {
    std::int64_t first = -1;
    for (const VoltageCollapse& c : collapses) {
        const std::int64_t id =
            openForLowVoltage(c.unit, timeS, "Voltage collapse: " + collapseText(n_, c) + '.');
        first = first < 0 ? id : first;
    }
    react(timeS, first);
}

void Electrical::findLowVoltages() {
    if (!anyLowVoltage(n_, p_.flow, lowest_)) {
        std::fill(low_.begin(), low_.end(), std::uint8_t{0});
        return;
    }
    supplyVoltages();
    engine::findLowVoltages(n_, p_.flow, supplyV_, lowest_, low_);
}

/// The incomer of a unit whose voltage is too low opens after the time that loads ride through, or
/// when its breaker was going to trip anyway.
void Electrical::letGo(EdgeIndex edge, double timeS) {
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

}  // namespace headroom::engine
