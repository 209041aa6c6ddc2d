// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/state/state.h"
#include "engine/run/workload/job_checkpoints.h"
#include "tests/engine/run/fixture.h"

#include <string>
#include <utility>
#include <vector>

/// The tour's hall with jobs of the test's own.
namespace headroom::tests {

/// Adds an object of a type, with the values given by key.
inline void add(engine::Project& project, const std::string& typeId, const std::string& id,
                const std::vector<std::pair<std::string, models::Value>>& values) {
    engine::Object o;
    o.id = id;
    o.type = models::findComponentType(typeId);
    if (o.type == nullptr) {
        qFatal("no type %s", typeId.c_str());
    }
    o.values.resize(o.type->attributes.size());
    project.objects.push_back(std::move(o));
    for (const auto& [key, value] : values) {
        set(project, id, key, value);
    }
}

/// 1,024 accelerators, nothing to do, nothing breaks.
inline engine::Project emptyHall() {
    engine::Project project = scenario("tour-small-hall");
    for (const char* type : {"training_job", "job_generator", "job_trace", "batch_job"}) {
        removeAll(project, type);
    }
    set(project, "failures", "enabled", false);
    set(project, "failures", "spare_pct", 0.0);
    return project;
}

/// The plant of a project that compiles.
inline engine::Plant compiled(const engine::Project& project) {
    auto made = engine::compile(project, catalogue(), {});
    if (!made) {
        qFatal("%s", engine::text(made.error()).c_str());
    }
    return std::move(*made);
}

inline void addBatch(engine::Project& project, const std::string& id, int accelerators, double runH,
                     double submitH = 0.0) {
    add(project, "batch_job", id,
        {{"accelerator", std::string{"h100-sxm"}},
         {"accelerators", std::int64_t{accelerators}},
         {"run_h", runH},
         {"submit_h", submitH},
         {"profile", std::string{"fixed"}}});
}

inline void run(engine::Simulator& s, double untilS) {
    while (s.timeS() < untilS - 1e-9) {
        s.step();
    }
}

inline const engine::Job& job(const engine::Simulator& s, std::size_t index) {
    return s.state().jobs.at(index);
}

inline engine::JobOrder orderOf(engine::JobAction action, std::int64_t id) {
    engine::JobOrder order;
    order.action = action;
    order.job = id;
    return order;
}

/// What a job held, by its own accounts: the sum of its parts [accelerator seconds].
inline double accounted(const engine::Job& j, double timeS) {
    const engine::JobProgress p = engine::progressAt(j, timeS);
    return p.productiveS + j.startingS + p.startingS + j.stalledS + p.stalledS + j.hungS + p.hungS +
           j.lostS;
}

}  // namespace headroom::tests
