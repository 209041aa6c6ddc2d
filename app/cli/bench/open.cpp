// SPDX-License-Identifier: Apache-2.0
#include "app/cli/open.h"

#include "app/cli/bench/bench.h"
#include "app/cli/data_folder.h"
#include "engine/plant/plant.h"
#include "engine/run/simulator.h"

#include <memory>
#include <string>
#include <utility>

namespace headroom::app {

namespace {

constexpr double kOpenGoalWallS = 1.0;  // of the design, for 100,000 accelerators
constexpr double kEditGoalS = 0.1;      // from an edit to the frame that shows it

/// Sets a value of an attribute of the first object of a type.
void setFirst(engine::Project& project, const std::string& type, const std::string& key,
              models::Value value) {
    for (engine::Object& object : project.objects) {
        if (object.type->id != type) {
            continue;
        }
        for (std::size_t i = 0; i < object.type->attributes.size(); ++i) {
            if (object.type->attributes[i].key == key) {
                object.values[i] = std::move(value);
                return;
            }
        }
    }
}

/// From an edited project to the first frame of the running simulation that shows it.
nlohmann::ordered_json editCost(const engine::Simulator& running, const engine::Project& project,
                                const engine::Catalogue& catalogue, const char* words) {
    const Stopwatch watch;
    auto plant = engine::compile(project, catalogue, {});
    if (!plant) {
        return nullptr;
    }
    const double compiledS = watch.wallS();
    const auto changed =
        running.changed(std::make_shared<const engine::Plant>(std::move(*plant)), words);
    if (!changed) {
        return nullptr;
    }
    const double carriedS = watch.wallS();
    const auto frame = (*changed)->frame();
    return {{"wall_s", watch.wallS()},
            {"compile_s", compiledS},
            {"carry_over_s", carriedS - compiledS},
            {"frame_s", watch.wallS() - carriedS},
            {"racks", frame->rack(engine::RackQuantity::Power).size()}};
}

}  // namespace

BenchResult benchOpen() {
    const Stopwatch watch;
    const auto opened = openProject(dataFolder() / "scenarios" / "hyperscale-100k");
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    const double readS = watch.wallS();
    const auto simulator = engine::Simulator::create(opened->project, opened->catalogue, {});
    if (!simulator) {
        return tl::unexpected(simulator.error());
    }
    const double compiledS = watch.wallS();
    const auto frame = (*simulator)->frame();
    nlohmann::ordered_json result = headOf("open", watch);
    result["read_s"] = readS;
    result["compile_s"] = compiledS - readS;
    result["frame_s"] = watch.wallS() - compiledS;
    result["racks"] = frame->rack(engine::RackQuantity::Power).size();
    result["goal_wall_s"] = kOpenGoalWallS;
    // Edits while it runs: half an hour in, with jobs on all of it.
    for (int step = 0; step < 120; ++step) {
        (*simulator)->step();
        (*simulator)->takeEvents();
    }
    engine::Project setpoint = opened->project;
    setFirst(setpoint, "cooling_loop", "supply_setpoint_c", 27.0);
    engine::Project racks = opened->project;
    setFirst(racks, "rack_block", "racks_per_row", std::int64_t{8});
    result["edit_goal_s"] = kEditGoalS;
    result["edit_setpoint"] = editCost(**simulator, setpoint, opened->catalogue, "Set-point");
    result["edit_racks"] = editCost(**simulator, racks, opened->catalogue, "Racks in a row");
    return result;
}

}  // namespace headroom::app
