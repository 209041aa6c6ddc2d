// SPDX-License-Identifier: Apache-2.0
#include "ui/simulation/simulation_source.h"

#include <utility>

namespace headroom::ui {

engine::Diagnosis SimulationSource::diagnose(const engine::Story& story, double timeS) {
    const auto design = plant();
    std::optional<engine::Telemetry> known = telemetry(timeS);
    if (!design || !known) {
        return {};
    }
    story.forEach([&](const engine::Event& event) {
        if (event.timeS <= timeS) {
            known->take(event);
        }
    });
    return engine::diagnose(*design, *known, timeS);
}

engine::BlastReach SimulationSource::reach(const std::vector<engine::PlantOrder>& orders) {
    auto design = plant();
    if (!design) {
        return {};
    }
    if (!reach_ || design != reached_) {
        reach_.emplace(*design);
        reached_ = std::move(design);
    }
    return reach_->reach(orders);
}

}  // namespace headroom::ui
