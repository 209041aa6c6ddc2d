// SPDX-License-Identifier: Apache-2.0
#include "engine/run/simulator_private.h"
#include "engine/run/uncoupled.h"

/// Hands events and orders to those whose they are. Knows no kind of any.
namespace headroom::engine {

/// Power and heat as an event or order needs them; false: they are never computed.
bool Simulator::Private::prepare(OnFlows onFlows, double timeS) {
    if (state.flowing == 0 && onFlows != OnFlows::None) {
        if (coupling == Coupling::Never) {
            return false;
        }
        wake(timeS);
    }
    return true;
}

/// Handles an event and books the jobs that it interrupted to its hazard. Whether it switched anything of
/// power or cooling.
bool Simulator::Private::act(const QueuedEvent& e) {
    if (e.owner == Owner::Run) {
        prepare(OnFlows::Needed, e.timeS);
        return false;
    }
    Subsystem& part = parts.owner(e);
    const std::int32_t found = part.hazardOf(e);
    const std::size_t hazard = found < 0 ? plant.hazards.size() : static_cast<std::size_t>(found);
    const Totals& t = state.totals;
    const std::int64_t before = t.requeued - t.preempted;
    const double lostS = t.lostS.value() + t.hungS.value();
    const OnFlows onFlows = part.onFlows(e);
    bool switched = false;
    if (!prepare(onFlows, e.timeS)) {
        part.pass(e);
    } else if (part.isDue(e)) {
        if (onFlows >= OnFlows::Switching) {
            integrate(e.timeS);
        }
        if (onFlows == OnFlows::Disturbance) {
            parts.coolant.disturb();
        }
        part.act(e);
        switched = onFlows >= OnFlows::Switching;
    }
    if (const std::int64_t interrupted = t.requeued - t.preempted - before; interrupted > 0) {
        state.hazardInterrupted[hazard] += interrupted;
        state.hazardLostS[hazard] += t.lostS.value() + t.hungS.value() - lostS;
    }
    return switched;
}

/// Orders of a person between two steps. Ids that nobody knows are ignored.
void Simulator::Private::operate(const PlantOrder& order) {
    Subsystem* const part = parts.owner(order);
    if (part == nullptr || !prepare(part->onFlows(order), state.timeS)) {
        return;
    }
    part->operate(order, state.timeS, -1);
    respond(state.timeS);
    parts.jobs.refreshRacks();
}

}  // namespace headroom::engine
