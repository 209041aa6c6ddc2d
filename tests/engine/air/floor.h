// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/plan.h"

#include <vector>

/// A hall of rows for tests of the air: racks of 0.6 x 1.2 x 2.2 m, rows from 3 m east and 3 m
/// north of the hall's corner, one every 3 m, facing south and north in turn.
namespace headroom::tests {

struct Floor {
    engine::Layout layout;
    models::HallSpec spec;
    std::vector<double> flow;  ///< [m3/s] by rack

    Floor(int rows, int perRow, double widthM = 12.0, double depthM = 18.0, double heightM = 4.2) {
        spec.widthM = widthM;
        spec.depthM = depthM;
        spec.heightM = heightM;
        spec.supplyAirC = 20.0;
        spec.recirculation = 0.04;
        spec.bypass = 0.0;
        layout.halls.push_back({{0.0, 0.0, 0.0, widthM, depthM, heightM}, "hall", "Hall"});
        layout.blocks = {"block"};
        layout.blockRacks = {"rack"};
        for (int row = 0; row < rows; ++row) {
            for (int i = 0; i < perRow; ++i) {
                add(3.0 + 0.6 * i, 3.0 + 3.0 * row, row, i, row % 2 == 1);
            }
        }
    }

    void add(double x, double y, int row, int column, bool north, int block = 0) {
        engine::RackBox rack;
        rack.box = {x, y, 0.0, 0.6, 1.2, 2.2};
        rack.row = row;
        rack.column = column;
        rack.block = block;
        rack.facing = north ? models::Facing::North : models::Facing::South;
        layout.racks.push_back(rack);
        flow.push_back(1.0);
    }

    /// An air handler against the west (0) or east (1) wall.
    void handler(int wall, double y, double width = 2.4) {
        const double x = wall == 0 ? 0.3 : spec.widthM - 0.3 - 0.9;
        layout.equipment.push_back(
            {{x, y, 0.0, 0.9, width, 2.4}, engine::EquipmentKind::Crah, 0, "hall"});
    }

    engine::HallAirPlan plan() const { return engine::hallAirPlan(layout, 0, spec, flow); }
};

}  // namespace headroom::tests
