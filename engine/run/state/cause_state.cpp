// SPDX-License-Identifier: Apache-2.0
#include "engine/run/state/cause_state.h"

#include "engine/run/state/state_table.h"

namespace headroom::engine {

namespace {

/// Values of places that are still there.
void carryDisturbances(const DesignEdit& edit, const State& old, State& now) {
    const PlantMap& m = edit.map;
    now.causes.open.clear();
    for (Disturbance d : old.causes.open) {
        const IndexMap* map = d.place == CausePlace::Loop      ? &m.loop
                              : d.place == CausePlace::Cdu     ? &m.cdu
                              : d.place == CausePlace::Hall    ? &m.hall
                              : d.place == CausePlace::Row     ? &m.link
                              : d.place == CausePlace::Storage ? &m.storage
                                                               : nullptr;
        if (map != nullptr) {
            if (map->gone(d.index)) {
                continue;
            }
            d.index = map->now(d.index);
        }
        now.causes.open.push_back(d);
    }
}

}  // namespace

void declareCauses(StateTable& t) {
    t.value<&State::causes, &CauseState::open>("causes.open").byHand();
    t.value<&State::causes, &CauseState::job>("causes.job");
    t.column<&State::causes, &CauseState::serverEvent>("causes.serverEvent", -1);
    t.column<&State::causes, &CauseState::serverDownS>("causes.serverDownS");
    t.column<&State::causes, &CauseState::indicatorLevel>("causes.indicatorLevel",
                                                          Space::Indicator);
    t.column<&State::causes, &CauseState::indicatorPart>("causes.indicatorPart", Space::One, 0.0)
        .by(kIndicatorParts);
    t.column<&State::causes, &CauseState::indicatorToldS>("causes.indicatorToldS", Space::Indicator,
                                                          -kLeastIndicatorGapS);
    t.column<&State::causes, &CauseState::indicatorEvent>("causes.indicatorEvent", Space::Indicator,
                                                          -1);
    t.value<&State::causes, &CauseState::load>("causes.load");
    t.value<&State::causes, &CauseState::work>("causes.work");
    t.value<&State::causes, &CauseState::environment>("causes.environment");
    t.value<&State::causes, &CauseState::environmentS>("causes.environmentS");
    t.edited(carryDisturbances);
}

}  // namespace headroom::engine
