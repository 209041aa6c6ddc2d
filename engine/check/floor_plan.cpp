// SPDX-License-Identifier: Apache-2.0
#include "engine/check/floor_plan.h"

#include <cmath>

namespace headroom::engine {

namespace {

/// From the first to the last rack of a row; `x`, `y`: corner of the hall.
Area rowArea(const DesignBlock& b, int row, double x, double y) {
    const Area first = Area::of(rackPlace(b.spec, *b.rack, b.rackPitchM, x, y, row, 0));
    const Area last =
        Area::of(rackPlace(b.spec, *b.rack, b.rackPitchM, x, y, row, b.spec.racksPerRow - 1));
    return {first.west, first.south, last.east, last.north};
}

}  // namespace

std::vector<Area> rowsOf(const DesignBlock& b) {
    std::vector<Area> rows;
    for (int row = 0; row < b.spec.rows; ++row) {
        rows.push_back(rowArea(b, row, 0.0, 0.0));
    }
    return rows;
}

Area aroundOf(const DesignBlock& b) {
    const Area first = rowArea(b, 0, 0.0, 0.0);
    const Area last = rowArea(b, b.spec.rows - 1, 0.0, 0.0);
    return {first.west, first.south, last.east, last.north};
}

std::vector<Standing> standingIn(const Design& design, const DesignHall& hall) {
    std::vector<Standing> all;
    for (const DesignBlock& b : design.blocks) {
        for (int row = 0; b.spec.hall == hall.object->id && row < b.spec.rows; ++row) {
            all.push_back({rowArea(b, row, hall.spec.xM, hall.spec.yM), b.rack->heightM, 0.0,
                           b.object->id, "row " + std::to_string(row + 1), row,
                           b.spec.facingOf(row)});
        }
    }
    const Area room{hall.spec.xM, hall.spec.yM, hall.spec.xM + hall.spec.widthM,
                    hall.spec.yM + hall.spec.depthM};
    for (const EquipmentBox& machine : design.floor->equipment) {
        const Area area = Area::of(machine.box);
        if (area.overlap(room) > kToleranceM) {
            all.push_back({area, machine.box.height, machine.box.z, machine.id, machine.kindName(),
                           -1, models::Facing::South, machine.kind != EquipmentKind::PowerUnit});
        }
    }
    return all;
}

}  // namespace headroom::engine
