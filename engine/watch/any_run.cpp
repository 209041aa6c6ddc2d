// SPDX-License-Identifier: Apache-2.0
#include "engine/watch/any_run.h"

#include "engine/plant/plant.h"
#include "engine/reliability/diagnosis/diagnosis.h"
#include "engine/reliability/reach/reach.h"
#include "engine/run/frame/frame.h"
#include "engine/run/frame/story.h"

#include <utility>

namespace headroom::engine {

double RunWatch::lastS() const {
    return frame()->timeS;
}

std::optional<Telemetry> RunWatch::telemetry(double /*timeS*/) const {
    return std::nullopt;
}

Diagnosis AnyRun::diagnose(const Story& story, double timeS) {
    const auto design = plant();
    std::optional<Telemetry> known = telemetry(timeS);
    if (!design || !known) {
        return {};
    }
    story.forEach([&](const Event& event) {
        if (event.timeS <= timeS) {
            known->take(event);
        }
    });
    return engine::diagnose(*design, *known, timeS);
}

BlastReach AnyRun::reach(const std::vector<PlantOrder>& orders) {
    auto design = plant();
    if (!design) {
        return {};
    }
    if (!reach_ || design != reached_) {
        reach_ = std::make_shared<const ReachMap>(*design);
        reached_ = std::move(design);
    }
    return reach_->reach(orders);
}

}  // namespace headroom::engine
