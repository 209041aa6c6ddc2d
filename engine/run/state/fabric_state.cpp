// SPDX-License-Identifier: Apache-2.0
#include "engine/run/state/fabric_state.h"

#include "engine/plant/index.h"
#include "engine/run/state/state_table.h"

#include <algorithm>

namespace headroom::engine {

void declareFabric(StateTable& t) {
    t.event(FabricEvent::Drill, Space::Drill);
    t.event(FabricEvent::Repair, Space::List);
    t.event(FabricEvent::CutOff, Space::Server);
    t.value<&State::fabric, &FabricState::nextFault>("fabric.nextFault");
    t.value<&State::fabric, &FabricState::countedS>("fabric.countedS");
    t.value<&State::fabric, &FabricState::faults>("fabric.faults").byHand();
    t.column<&State::fabric, &FabricState::counters>("fabric.counters", Space::Fabric, {})
        .by(kLinkTiers);
    t.column<&State::fabric, &FabricState::load>("fabric.load", Space::Fabric);
    t.column<&State::fabric, &FabricState::hallW>("fabric.hallW", Space::Hall);
    t.check("faults of fabrics", [](const Plant& plant, const State& s) {
        const std::size_t places = plant.fabric->fabrics.size() + plant.fabric->wans.size();
        return std::all_of(s.fabric.faults.begin(), s.fabric.faults.end(),
                           [&](const FabricFaultState& f) { return at(f.fabric) < places; });
    });
}

}  // namespace headroom::engine
