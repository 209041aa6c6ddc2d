// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/resolve/design.h"
#include "engine/sizing/brief.h"
#include "tests/engine/run/cooling/coolant_fixture.h"

#include <cmath>

/// Halls as the wizard sizes them, under a steady load.
namespace headroom::tests {

/// Without jobs, generators and a second way: what cools is what it always is.
inline engine::FacilityBrief hallBrief(int accelerators, const char* rack, engine::PlantKind plant,
                                       const char* climate) {
    engine::FacilityBrief brief;
    brief.accelerators = accelerators;
    brief.racks = {{rack, 1.0}};
    brief.plant = plant;
    brief.climate = climate;
    brief.power = engine::PowerRedundancy::None;
    brief.generators = false;
    brief.work = false;
    return brief;
}

/// The facility of a brief; one job runs on that share of its accelerators.
inline engine::Project wizardHall(const engine::FacilityBrief& brief, double share) {
    auto made = engine::sizeFacility(brief, catalogue());
    if (!made) {
        qFatal("%s", engine::text(made.error()).c_str());
    }
    engine::Project p = std::move(made->project);
    set(p, "failures", "enabled", false);
    set(p, "failures", "spare_pct", 0.0);
    const engine::Design design = engine::designOf(p, catalogue());
    const auto& [kind, count] = *design.accelerators.begin();
    const auto busy = static_cast<std::int64_t>(std::floor(share * static_cast<double>(count)));
    if (busy > 0) {
        engine::Object o;
        o.id = "all";
        o.type = models::findComponentType("batch_job");
        o.values.assign(o.type->attributes.size(), {});
        p.objects.push_back(o);
        set(p, "all", "accelerator", kind);
        set(p, "all", "accelerators", busy);
        set(p, "all", "run_h", 1000.0);
        set(p, "all", "profile", std::string{"fixed"});
    }
    return p;
}

}  // namespace headroom::tests
