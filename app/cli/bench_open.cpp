// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench.h"
#include "app/cli/open.h"
#include "app/cli/process_cost.h"
#include "app/data_folder.h"
#include "engine/sim/simulator.h"

namespace headroom::app {

namespace {

constexpr double kGoalWallS = 1.0;  // of the design, for 100,000 accelerators

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
    nlohmann::ordered_json result;
    result["name"] = "open";
    result["wall_s"] = watch.wallS();
    result["cpu_s"] = watch.cpuS();
    result["peak_mb"] = peakMemoryMb();
    result["read_s"] = readS;
    result["compile_s"] = compiledS - readS;
    result["frame_s"] = watch.wallS() - compiledS;
    result["racks"] = frame->rack(engine::RackQuantity::Power).size();
    result["goal_wall_s"] = kGoalWallS;
    return result;
}

}  // namespace headroom::app
