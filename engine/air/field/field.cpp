// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/field.h"

#include "engine/air/field/settling.h"
#include "engine/base/index.h"

#include <algorithm>

namespace headroom::engine {

namespace {

AirField fieldOf(const AirGrid& grid, const HallAirLoad& load) {
    AirField field;
    field.cells = grid.cells;
    field.x0 = grid.x0;
    field.y0 = grid.y0;
    field.z0 = grid.z0;
    field.sizeX = grid.sizeX;
    field.sizeY = grid.sizeY;
    field.sizeZ = grid.sizeZ;
    field.solid = grid.solid;
    field.closedRacks = grid.closedRacks;
    for (const AirPort& p : grid.supplies) {
        field.supplyCells.push_back(p.cell);
    }
    for (const AirMover& m : grid.movers) {
        for (const AirPort& p : m.outlets) {
            field.outletCells.push_back(p.cell);
        }
    }
    field.supplyM3PerS = load.supplyM3PerS;
    field.supplyC = load.supplyC;
    for (auto* each : {&field.speedX, &field.speedY, &field.speedZ}) {
        each->assign(grid.cells.size(), 0.0F);
    }
    field.openCells = static_cast<int>(
        std::count(grid.solid.begin(), grid.solid.end(), static_cast<unsigned char>(0)));
    return field;
}

}  // namespace

Result<AirField> settleAir(const Layout& layout, int hall, const HallAirPlan& plan,
                           const HallAirLoad& load, const AirFieldOptions& options,
                           const AfterSettling& after) {
    const std::string& id = layout.halls[at(hall)].id;
    if (std::any_of(layout.racks.begin(), layout.racks.end(),
                    [&](const RackBox& rack) { return rack.hall == hall && rack.runsNorth(); })) {
        return tl::unexpected(Error{"AIR-005", "rows of " + id + " run north",
                                    "let its racks face south or north; zones of the air are "
                                    "computed for both",
                                    "", "", 0});
    }
    const double cellM = options.cellM > 0.0 ? options.cellM : airCellM(layout.halls[at(hall)].box);
    const AirGrid grid = airGrid(layout, hall, plan, load, cellM);
    if (!(load.supplyM3PerS > 0.0) || grid.supplies.empty()) {
        return tl::unexpected(Error{"AIR-001", "no air is supplied to " + id,
                                    "give the hall air handlers that run and a free floor", "", "",
                                    0});
    }
    AirField field = fieldOf(grid, load);
    field.cellM = cellM;
    Workers workers;
    workers.use(std::clamp(options.threads, 1, 64));
    SettlingAir air(grid, load, plan, options, workers, field);
    if (auto ran = air.run(); !ran) {
        return tl::unexpected(ran.error());
    }
    air.report();
    if (after) {
        const AirField settled = field;
        if (auto ran = after(air, grid, settled); !ran) {
            return tl::unexpected(ran.error());
        }
        field = settled;
    }
    if (options.progress) {
        options.progress(1.0);
    }
    return field;
}

Result<AirField> solveAirField(const Layout& layout, int hall, const HallAirPlan& plan,
                               const HallAirLoad& load, const AirFieldOptions& options) {
    return settleAir(layout, hall, plan, load, options, {});
}

}  // namespace headroom::engine
