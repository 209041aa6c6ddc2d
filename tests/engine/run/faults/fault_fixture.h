// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant_order.h"
#include "engine/run/state/fault_state.h"
#include "tests/engine/run/job_fixture.h"

#include <limits>
#include <string>
#include <vector>

/// The tour's hall with one training job, in which nothing fails but what the test breaks.
namespace headroom::tests {

inline constexpr double kForGood = std::numeric_limits<double>::quiet_NaN();

/// llama-70b on 256 accelerators in 32 servers of 128 (or more), a checkpoint each 5 min; batches
/// of 512 sequences.
inline engine::Project oneTraining(int accelerators = 256) {
    engine::Project project = emptyHall();
    add(project, "training_job", "llama",
        {{"model", std::string{"llama3-70b"}},
         {"accelerator", std::string{"h100-sxm"}},
         {"accelerators", std::int64_t{accelerators}},
         {"tensor_parallel", std::int64_t{8}},
         {"micro_batches", std::int64_t{16 * 256 / accelerators}},
         {"batch_million_tokens", 4.194304},
         {"total_billion_tokens", 15000.0},
         {"checkpoint_interval_min", 5.0},
         {"profile", std::string{"llm-pretraining"}}});
    return project;
}

inline engine::PlantOrder partOrder(models::DrillAction action, const std::string& unit,
                                    models::BlockPart level, int instance,
                                    double durationS = kForGood, double amount = kForGood) {
    engine::PlantOrder order;
    order.action = action;
    order.unit = unit;
    order.level = level;
    order.instance = instance;
    order.durationS = durationS;
    order.amount = amount;
    return order;
}

/// Id of the block of the first server of the first job, and the server's number in it, from 1.
inline engine::PlantOrder onFirstServer(const engine::Simulator& s, models::DrillAction action,
                                        double durationS = kForGood, double amount = kForGood) {
    const engine::Plant& plant = s.plant();
    const int slot = s.state().jobs.front().firstSlot;
    int server = 0;
    while (plant.serverFirstSlot[static_cast<std::size_t>(server) + 1] <= slot) {
        ++server;
    }
    const int rack = plant.serverRack[static_cast<std::size_t>(server)];
    const engine::PlantBlock& b =
        plant.blocks[static_cast<std::size_t>(plant.rackBlock[static_cast<std::size_t>(rack)])];
    return partOrder(action, b.id, models::BlockPart::Server, server - b.firstServer + 1, durationS,
                     amount);
}

inline std::vector<engine::Event> runAll(engine::Simulator& s, double untilS) {
    std::vector<engine::Event> events;
    while (s.timeS() < untilS - 1e-9) {
        s.step();
        const auto fresh = s.takeEvents();
        events.insert(events.end(), fresh.begin(), fresh.end());
    }
    return events;
}

/// Time of the first event of that kind after a moment; negative: none.
inline double firstAfter(const std::vector<engine::Event>& events, engine::EventKind kind,
                         double afterS) {
    for (const engine::Event& e : events) {
        if (e.kind == kind && e.timeS >= afterS) {
            return e.timeS;
        }
    }
    return -1.0;
}

}  // namespace headroom::tests
