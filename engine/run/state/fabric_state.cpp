// SPDX-License-Identifier: Apache-2.0
#include "engine/run/state/fabric_state.h"

#include "engine/plant/index.h"
#include "engine/run/state/state_table.h"

#include <algorithm>

namespace headroom::engine {

HEADROOM_SPECIAL_MEMBERS_OF(FabricState)

namespace {

/// Faults of fabrics, and of lines behind them, where these are built as before.
void carryFabricFaults(const DesignEdit& edit, const State& old, State& now) {
    const PlantMap& m = edit.map;
    const auto fabrics = static_cast<std::int32_t>(edit.before.fabric->fabrics.size());
    now.fabric.faults.clear();
    for (FabricFaultState fault : old.fabric.faults) {
        const bool line = fault.fabric >= fabrics;
        const std::int32_t place =
            line ? m.wan.now(fault.fabric - fabrics) : m.fabric.now(fault.fabric);
        if (place < 0) {
            continue;
        }
        fault.fabric =
            line ? static_cast<std::int32_t>(edit.after.fabric->fabrics.size()) + place : place;
        fault.hazard = m.hazard.now(fault.hazard);
        now.fabric.faults.push_back(fault);
    }
}

}  // namespace

void declareFabric(StateTable& t) {
    t.event(FabricEvent::Drill, Space::Drill);
    t.event(FabricEvent::Repair, Space::List);
    t.event(FabricEvent::CutOff, Space::Server);
    t.value<&State::fabric, &FabricState::nextFault>("fabric.nextFault");
    t.value<&State::fabric, &FabricState::countedS>("fabric.countedS");
    t.value<&State::fabric, &FabricState::faults>("fabric.faults").byHand();
    t.column<&State::fabric, &FabricState::counters>("fabric.counters", Space::Fabric, {})
        .by(kLinkTiers);
    t.column<&State::fabric, &FabricState::load>("fabric.load");
    t.column<&State::fabric, &FabricState::hallW>("fabric.hallW");
    t.edited(carryFabricFaults);
    t.check("faults of fabrics", [](const Plant& plant, const State& s) {
        const std::size_t places = plant.fabric->fabrics.size() + plant.fabric->wans.size();
        return std::all_of(s.fabric.faults.begin(), s.fabric.faults.end(),
                           [&](const FabricFaultState& f) { return at(f.fabric) < places; });
    });
}

}  // namespace headroom::engine
