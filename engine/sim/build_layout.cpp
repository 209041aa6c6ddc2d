// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/plant.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

// Sizes of things whose catalogue parts do not state any; drawing only, no model reads them.
constexpr double kWallGapM = 0.4;
constexpr double kLargeTransformerV = 1000.0;

class LayoutBuilder {
  public:
    explicit LayoutBuilder(const Plant& plant) : plant_(plant) {}

    Layout build() {
        halls();
        racks();
        for (std::size_t i = 0; i < plant_.halls.size(); ++i) {
            airHandlers(i);
            cabinets(i);
        }
        cdus();
        for (std::size_t i = 0; i < plant_.network->arrays.size(); ++i) {
            powerYard(i);
        }
        for (std::size_t i = 0; i < plant_.loops.size(); ++i) {
            coolingYard(i);
        }
        return std::move(layout_);
    }

  private:
    void halls() {
        for (const PlantHall& h : plant_.halls) {
            layout_.halls.push_back(
                {{h.spec.xM, h.spec.yM, 0.0, h.spec.widthM, h.spec.depthM, h.spec.heightM},
                 h.id,
                 h.spec.name.empty() ? h.id : h.spec.name});
        }
    }

    void racks() {
        for (std::size_t i = 0; i < plant_.blocks.size(); ++i) {
            const PlantBlock& b = plant_.blocks[i];
            const models::HallSpec& hall = plant_.halls[static_cast<std::size_t>(b.hall)].spec;
            const double x0 = hall.xM + b.spec.xM;
            const double y0 = hall.yM + b.spec.yM;
            layout_.blocks.push_back(b.id);
            layout_.blockRacks.push_back(b.spec.rack);
            for (int row = 0; row < b.spec.rows; ++row) {
                // Rows 0, 2, … face south, the others north: backs meet over a hot aisle.
                const bool north = b.spec.alternate && row % 2 == 1;
                for (int column = 0; column < b.spec.racksPerRow; ++column) {
                    RackBox rack;
                    rack.box = {x0 + column * b.spec.rackPitchM,
                                y0 + row * b.spec.rowPitchM,
                                0.0,
                                b.rack.widthM,
                                b.rack.depthM,
                                b.rack.heightM};
                    rack.hall = b.hall;
                    rack.block = static_cast<int>(i);
                    rack.row = row;
                    rack.column = column;
                    rack.facesNorth = north;
                    layout_.racks.push_back(rack);
                }
                const double gap = b.spec.rowPitchM - b.rack.depthM;
                if (row + 1 < b.spec.rows && gap > 0.0) {
                    const double length =
                        (b.spec.racksPerRow - 1) * b.spec.rackPitchM + b.rack.widthM;
                    layout_.aisles.push_back({{x0, y0 + row * b.spec.rowPitchM + b.rack.depthM, 0.0,
                                               length, gap, b.rack.heightM},
                                              b.hall,
                                              !b.spec.alternate || row % 2 == 0});
                }
            }
        }
    }

    void add(EquipmentKind kind, std::size_t group, const std::string& id, Box box) {
        layout_.equipment.push_back({box, kind, static_cast<int>(group), id});
    }

    /// Air handlers along the west wall, then the east wall.
    void airHandlers(std::size_t hall) {
        const PlantHall& h = plant_.halls[hall];
        const models::CrahSpec& c = h.crah;
        const double pitch = c.widthM + 0.3;
        const int perWall =
            std::max(1, static_cast<int>((h.spec.depthM - 2.0 * kWallGapM) / pitch));
        for (int i = 0; i < h.spec.crahs; ++i) {
            const int wall = (i / perWall) % 2;
            const int layer = i / perWall / 2;
            const double along = kWallGapM + (i % perWall) * pitch;
            const double inset = kWallGapM + layer * (c.depthM + 0.3);
            const double x =
                wall == 0 ? h.spec.xM + inset : h.spec.xM + h.spec.widthM - inset - c.depthM;
            add(EquipmentKind::Crah, hall, h.id,
                {x, h.spec.yM + along, 0.0, c.depthM, c.widthM, c.heightM});
        }
    }

    /// Network and storage cabinets, as the fabrics have them.
    void cabinets(std::size_t hall) {
        for (const FabricCabinet& c : plant_.fabric->cabinets) {
            if (c.hall != static_cast<int>(hall)) {
                continue;
            }
            if (c.fabric >= 0) {
                const auto f = static_cast<std::size_t>(c.fabric);
                add(EquipmentKind::NetworkRack, f, plant_.fabrics[f].id, c.box);
            } else {
                const auto g = static_cast<std::size_t>(c.storage);
                add(EquipmentKind::StorageRack, g, plant_.fabric->storage[g].id, c.box);
            }
        }
    }

    void cdus() {
        for (std::size_t i = 0; i < plant_.cdus.size(); ++i) {
            const PlantCdu& c = plant_.cdus[i];
            const models::HallSpec& hall = plant_.halls[static_cast<std::size_t>(c.hall)].spec;
            for (int n = 0; n < c.units; ++n) {
                add(EquipmentKind::Cdu, i, c.group,
                    {hall.xM + c.spec.xM,
                     hall.yM + c.spec.yM + (c.instance + n) * c.spec.pitchM, 0.0, c.cdu.widthM,
                     c.cdu.depthM, c.cdu.heightM});
            }
        }
    }

    /// Lines of equal boxes, eastward, `perLine` a line, northward from (x, y). Returns the next y.
    double lines(EquipmentKind kind, std::size_t group, const std::string& id, double x, double y,
                 int count, Box size, double gap, int perLine) {
        for (int n = 0; n < count; ++n) {
            Box box = size;
            box.x = x + (n % perLine) * (size.width + gap);
            box.y = y + (n / perLine) * (size.depth + gap);
            add(kind, group, id, box);
        }
        return count == 0 ? y : y + ((count - 1) / perLine + 1) * (size.depth + gap);
    }

    /// Large parts that state where they stand; boards and panels are in the one-line diagram.
    void powerYard(std::size_t i) {
        const PowerArray& a = plant_.network->arrays[i];
        if (std::isnan(a.spec.xM) || std::isnan(a.spec.yM)) {
            return;
        }
        const int count = a.units * a.spec.modules;
        const double x = a.spec.xM, y = a.spec.yM;
        switch (plant_.network->units[static_cast<std::size_t>(a.firstUnit)].kind) {
            case PowerKind::Transformer: {
                const bool large =
                    plant_.network->units[static_cast<std::size_t>(a.firstUnit)].voltageV >
                    kLargeTransformerV;
                lines(EquipmentKind::Transformer, i, a.id, x, y, count,
                      large ? Box{0, 0, 0, 5.0, 4.0, 4.0} : Box{0, 0, 0, 2.4, 1.8, 2.2},
                      large ? 2.0 : 1.0, large ? 8 : 16);
                break;
            }
            case PowerKind::Ups:
                lines(EquipmentKind::Ups, i, a.id, x, y, count, {0, 0, 0, 2.4, 1.0, 2.0}, 0.8, 8);
                break;
            case PowerKind::Genset:
                lines(EquipmentKind::Genset, i, a.id, x, y, count, {0, 0, 0, 3.0, 12.0, 3.6}, 1.5,
                      12);
                break;
            case PowerKind::Pdu:
                lines(EquipmentKind::Pdu, i, a.id, x, y, count, {0, 0, 0, 1.2, 0.9, 2.0}, 0.4, 24);
                break;
            default:
                break;
        }
    }

    void coolingYard(std::size_t i) {
        const PlantLoop& l = plant_.loops[i];
        const double x = l.spec.xM;
        double y = l.spec.yM;
        y = lines(EquipmentKind::CoolingTower, i, l.id, x, y, l.hasTower ? l.spec.towers : 0,
                  {0, 0, 0, 6.5, 6.5, 7.0}, 0.3, 8);
        y = lines(EquipmentKind::DryCooler, i, l.id, x, y, l.hasDryCooler ? l.spec.dryCoolers : 0,
                  {0, 0, 0, 2.4, 11.0, 2.5}, 1.0, 16);
        y = lines(EquipmentKind::Chiller, i, l.id, x, y, l.hasChiller ? l.spec.chillers : 0,
                  {0, 0, 0, 5.5, 2.5, 2.6}, 1.2, 8);
        lines(EquipmentKind::Pump, i, l.id, x, y, l.spec.pumps, {0, 0, 0, 1.8, 1.2, 1.4}, 0.8, 12);
    }

    const Plant& plant_;
    Layout layout_;
};

}  // namespace

Layout buildLayout(const Plant& plant) {
    return LayoutBuilder(plant).build();
}

}  // namespace headroom::engine
