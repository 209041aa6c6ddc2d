// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/bench.h"
#include "engine/air/field/field.h"
#include "engine/air/plan.h"

#include <cmath>
#include <utility>

namespace headroom::app {

namespace {

using Json = nlohmann::ordered_json;

/// OpenFOAM v1912 (buoyantBoussinesqSimpleFoam, k-epsilon, one core): 2.3 us per cell and iteration, 1,000 iterations,
/// measured by the project on halls of 9,000 and 69,000 cells.
constexpr double kPeerSPerCell = 2.3e-3;

constexpr int kZoneSteps = 200;
constexpr double kRackM3PerS = 1.0, kRackW = 12000.0;

struct Hall {
    engine::Layout layout;
    models::HallSpec spec;
    engine::HallAirPlan plan;
    engine::HallAirLoad load;
};

/// Rows of racks of 0.6 x 1.2 x 2.2 m every 3 m, air handlers along the west and east walls.
Hall hallOf(double widthM, double depthM, double heightM, int mostRacks) {
    Hall h;
    h.spec.widthM = widthM;
    h.spec.depthM = depthM;
    h.spec.heightM = heightM;
    h.layout.halls.push_back({{0.0, 0.0, 0.0, widthM, depthM, heightM}, "hall", "Hall"});
    h.layout.blocks = {"block"};
    h.layout.blockRacks = {"rack"};
    const int perRow = static_cast<int>((widthM - 8.0) / 0.6);
    for (int row = 0; 3.0 + 3.0 * row + 2.4 < depthM; ++row) {
        for (int i = 0; i < perRow && static_cast<int>(h.layout.racks.size()) < mostRacks; ++i) {
            engine::RackBox rack;
            rack.box = {4.0 + 0.6 * i, 3.0 + 3.0 * row, 0.0, 0.6, 1.2, 2.2};
            rack.row = row;
            rack.column = i;
            rack.facing = row % 2 == 1 ? models::Facing::North : models::Facing::South;
            h.layout.racks.push_back(rack);
        }
    }
    for (double y = 1.0; y + 3.0 < depthM; y += 3.3) {
        for (const double x : {0.3, widthM - 1.8}) {
            h.layout.equipment.push_back(
                {{x, y, 0.0, 1.5, 3.0, 3.6}, engine::EquipmentKind::Crah, 0, "hall"});
        }
    }
    h.load.flowM3PerS.assign(h.layout.racks.size(), kRackM3PerS);
    h.load.heatW.assign(h.layout.racks.size(), kRackW);
    h.plan = engine::hallAirPlan(h.layout, 0, h.spec, h.load.flowM3PerS);
    h.load.supplyM3PerS =
        h.plan.supplyFor(kRackM3PerS * static_cast<double>(h.layout.racks.size()));
    return h;
}

/// Seconds of the field on one thread and on two.
engine::Result<Json> fieldCase(const Hall& h, double cellM) {
    Json json;
    for (const auto& [name, threads] :
         {std::pair{"one_thread_s", 1}, std::pair{"two_threads_s", 2}}) {
        engine::AirFieldOptions options;
        options.cellM = cellM;
        options.threads = threads;
        const Stopwatch watch;
        const auto field = engine::solveAirField(h.layout, 0, h.plan, h.load, options);
        if (!field) {
            return tl::unexpected(field.error());
        }
        json[name] = watch.wallS();
        json["cells"] = field->cells.nx * field->cells.ny * field->cells.nz;
        json["racks"] = field->racks.size();
        json["steps"] = field->steps;
        json["settled"] = field->settled;
        json["openfoam_1000_iterations_s"] = kPeerSPerCell * field->openCells;
    }
    return json;
}

Json zoneCase() {
    const Hall h = hallOf(130.0, 150.0, 6.0, 10'000);
    engine::HallAir air(h.plan);
    std::vector<double> zoneC(static_cast<std::size_t>(h.plan.zones), 24.0);
    std::vector<double> inletC(h.layout.racks.size(), 24.0);
    const Stopwatch watch;
    for (int i = 0; i < kZoneSteps; ++i) {
        air.condense({h.load.flowM3PerS, h.load.heatW}, h.load.supplyM3PerS, 0.0, zoneC, 15.0);
        air.finish(24.0, zoneC, inletC);
    }
    return {{"racks", h.layout.racks.size()},
            {"zones", h.plan.zones},
            {"step_us", 1e6 * watch.cpuS() / kZoneSteps}};
}

}  // namespace

BenchResult benchAir() {
    const Stopwatch watch;
    Json cases = Json::object();
    auto small = fieldCase(hallOf(24.0, 16.0, 4.0, 10'000), 0.4);
    if (!small) {
        return tl::unexpected(engine::Errors{small.error()});
    }
    cases["field_24x16x4"] = std::move(*small);
    auto large = fieldCase(hallOf(40.0, 30.0, 6.0, 10'000), 0.5);
    if (!large) {
        return tl::unexpected(engine::Errors{large.error()});
    }
    cases["field_40x30x6"] = std::move(*large);
    cases["zones"] = zoneCase();

    Json result = headOf("air", watch);
    result["cases"] = std::move(cases);
    return result;
}

}  // namespace headroom::app
