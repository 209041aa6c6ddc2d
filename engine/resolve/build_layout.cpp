// SPDX-License-Identifier: Apache-2.0
#include "engine/fabric/cabling.h"
#include "engine/fabric/fabric.h"
#include "engine/floor/floor.h"
#include "engine/floor/layout.h"
#include "models/compute/rack.h"
#include "models/compute/server.h"
#include "models/cooling/cdu.h"
#include "models/cooling/chiller.h"
#include "models/cooling/cooling_tower.h"
#include "models/cooling/crah.h"
#include "models/cooling/dry_cooler.h"
#include "models/facility/cdu_group.h"
#include "models/facility/cooling_loop.h"
#include "models/facility/hall.h"
#include "models/facility/power_unit.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

// Sizes of things whose catalogue parts do not state any; drawing only, no model reads them.
constexpr double kWallGapM = 0.4;

/// The place of a machine in its yard: of the size that its part states, else of the usual one of its kind.
template <class Spec>
YardShape shapeOf(YardShape usual, const Spec* part) {
    const auto take = [](double& into, double stated) {
        into = std::isnan(stated) ? into : stated;
    };
    if (part != nullptr) {
        take(usual.widthM, part->widthM);
        take(usual.depthM, part->depthM);
        take(usual.heightM, part->heightM);
    }
    return usual;
}

class LayoutBuilder {
  public:
    LayoutBuilder(const Project& project, const Catalogue& catalogue, const FabricNetwork* fabric)
        : project_(project), catalogue_(catalogue), fabric_(fabric) {}

    Layout build() {
        const Floor floor = floorOf(project_, catalogue_);
        halls();
        racks(floor);
        for (std::size_t i = 0; i < halls_.size(); ++i) {
            airHandlers(i);
            if (fabric_ != nullptr) {
                cabinets(i);
            }
        }
        cdus();
        powerYards();
        coolingYards();
        structures();
        if (fabric_ != nullptr) {
            layout_.trays = traysOf(floor, *fabric_);
        }
        return std::move(layout_);
    }

  private:
    void halls() {
        for (const Object* object : project_.objectsOf("hall")) {
            const auto h = specOf<models::HallSpec>(*object);
            layout_.halls.push_back({{h.xM, h.yM, 0.0, h.widthM, h.depthM, h.heightM},
                                     object->id,
                                     h.name.empty() ? object->id : h.name});
            halls_.push_back(h);
        }
    }

    int hallIndex(const std::string& id) const {
        const auto& all = layout_.halls;
        const auto found = std::find_if(all.begin(), all.end(),
                                        [&](const HallBox& hall) { return hall.id == id; });
        return found == all.end() ? -1 : static_cast<int>(found - all.begin());
    }

    void racks(const Floor& floor) {
        for (std::size_t i = 0; i < floor.blocks.size(); ++i) {
            const FloorBlock& b = floor.blocks[i];
            layout_.blocks.push_back(b.id);
            layout_.blockRacks.push_back(b.spec.rack);
            const auto* kind = catalogue_.spec<models::RackSpec>(b.spec.rack);
            layout_.blockRatedW.push_back(kind == nullptr ? models::kNotStated : kind->ratedPowerW);
            layout_.blockLooks.push_back(lookOf(kind));
            for (int n = 0; n < b.racks; ++n) {
                RackBox rack;
                rack.box = floor.racks[static_cast<std::size_t>(b.firstRack + n)].box;
                rack.hall = b.hall;
                rack.block = static_cast<int>(i);
                rack.row = n / b.racksPerRow;
                rack.column = n % b.racksPerRow;
                rack.facing = b.spec.facingOf(rack.row);
                rack.label = b.spec.rackName(rack.row, rack.column);
                layout_.racks.push_back(std::move(rack));
            }
            aisles(b, floor.racks[static_cast<std::size_t>(b.firstRack)].box);
        }
    }

    RackLook lookOf(const models::RackSpec* rack) const {
        RackLook look;
        if (rack == nullptr) {
            return look;
        }
        look.servers = rack->servers;
        look.unitsU = rack->unitsU;
        look.switchTrays = rack->switchTrays;
        look.serversBelow = rack->serversBelow;
        look.shelves = rack->shelves;
        look.hasRearDoor = !rack->rearDoor.empty();
        if (const auto* server = catalogue_.spec<models::ServerSpec>(rack->server)) {
            look.serverU = server->heightU;
            look.form = server->cooling == models::CoolingKind::Liquid      ? RackForm::Liquid
                        : server->cooling == models::CoolingKind::Immersion ? RackForm::Tank
                                                                            : RackForm::Air;
        }
        return look;
    }

    /// Rows 0, 2, … face one way, the others the other: backs meet over a hot aisle.
    void aisles(const FloorBlock& b, const Box& first) {
        const bool turned = b.spec.runsNorth();
        const double deep = turned ? first.width : first.depth;
        const double gap = b.spec.rowPitchM - deep;
        if (gap <= 0.0) {
            return;
        }
        const double length =
            (b.spec.racksPerRow - 1) * b.rackM + (turned ? first.depth : first.width);
        // Behind row 0, seen from the corner, lies its back where it faces south or west.
        const bool backward =
            b.spec.facing == models::Facing::South || b.spec.facing == models::Facing::West;
        for (int row = 0; row + 1 < b.spec.rows; ++row) {
            const double from = row * b.spec.rowPitchM + deep;
            const Box box = turned ? Box{first.x + from, first.y, 0.0, gap, length, first.height}
                                   : Box{first.x, first.y + from, 0.0, length, gap, first.height};
            layout_.aisles.push_back(
                {box, b.hall, !b.spec.alternate || (row % 2 == 0) == backward});
        }
    }

    void add(EquipmentKind kind, std::size_t group, const std::string& id, Box box) {
        layout_.equipment.push_back({box, kind, static_cast<int>(group), id});
        layout_.equipment.back().hasFans = infoOf(kind).hasFans;
    }

    /// Air handlers where they were put, the rest along the west wall, then the east wall.
    void airHandlers(std::size_t hall) {
        const models::HallSpec& h = halls_[hall];
        const auto* c = catalogue_.spec<models::CrahSpec>(h.crah);
        if (c == nullptr) {
            return;
        }
        const double pitch = c->widthM + 0.3;
        const int perWall = std::max(1, static_cast<int>((h.depthM - 2.0 * kWallGapM) / pitch));
        const auto placed = std::min(h.crahXM.size(), h.crahYM.size());
        for (int i = 0; i < h.crahs; ++i) {
            if (static_cast<std::size_t>(i) < placed) {
                const double x = h.crahXM[static_cast<std::size_t>(i)];
                const double y = h.crahYM[static_cast<std::size_t>(i)];
                const bool turned =
                    std::min(y, h.depthM - y) < std::min(x, h.widthM - x);  // to a nearer wall
                const double eastM = turned ? c->widthM : c->depthM;
                const double northM = turned ? c->depthM : c->widthM;
                add(EquipmentKind::Crah, hall, layout_.halls[hall].id,
                    {h.xM + x - 0.5 * eastM, h.yM + y - 0.5 * northM, 0.0, eastM, northM,
                     c->heightM});
                layout_.equipment.back().isTurned = turned;
                continue;
            }
            const int wall = (i / perWall) % 2;
            const int layer = i / perWall / 2;
            const double along = kWallGapM + (i % perWall) * pitch;
            const double inset = kWallGapM + layer * (c->depthM + 0.3);
            const double x = wall == 0 ? h.xM + inset : h.xM + h.widthM - inset - c->depthM;
            add(EquipmentKind::Crah, hall, layout_.halls[hall].id,
                {x, h.yM + along, 0.0, c->depthM, c->widthM, c->heightM});
        }
    }

    /// Network and storage cabinets, as the fabrics have them.
    void cabinets(std::size_t hall) {
        const auto fabrics = project_.objectsOf("fabric");
        for (const FabricCabinet& c : fabric_->cabinets) {
            if (c.hall != static_cast<int>(hall)) {
                continue;
            }
            if (c.fabric >= 0) {
                const auto f = static_cast<std::size_t>(c.fabric);
                add(EquipmentKind::NetworkRack, f, fabrics[f]->id, c.box);
            } else {
                const auto g = static_cast<std::size_t>(c.storage);
                add(EquipmentKind::StorageRack, g, fabric_->storage[g].id, c.box);
            }
        }
    }

    /// A group whose units have a loop each is a group of its own for each unit.
    void cdus() {
        std::size_t group = 0;
        for (const Object* object : project_.objectsOf("cdu_group")) {
            const auto spec = specOf<models::CduGroupSpec>(*object);
            const auto* cdu = catalogue_.spec<models::CduSpec>(spec.cdu);
            const int hall = hallIndex(spec.hall);
            for (int n = 0; n < spec.count && cdu != nullptr && hall >= 0; ++n) {
                const models::HallSpec& h = halls_[static_cast<std::size_t>(hall)];
                add(EquipmentKind::Cdu, group + static_cast<std::size_t>(spec.separate ? n : 0),
                    object->id,
                    {h.xM + spec.xM, h.yM + spec.yM + n * spec.pitchM, 0.0, cdu->widthM,
                     cdu->depthM, cdu->heightM});
            }
            group += static_cast<std::size_t>(spec.separate ? spec.count : 1);
        }
    }

    /// Lines of equal boxes, eastward, northward from (x, y). Returns the next y.
    double lines(EquipmentKind kind, std::size_t group, const std::string& id, double x, double y,
                 int count, const YardShape& yard) {
        for (int n = 0; n < count; ++n) {
            add(kind, group, id,
                {x + (n % yard.perLine) * (yard.widthM + yard.gapM),
                 y + (n / yard.perLine) * (yard.depthM + yard.gapM), 0.0, yard.widthM, yard.depthM,
                 yard.heightM});
        }
        return count == 0 ? y : y + ((count - 1) / yard.perLine + 1) * (yard.depthM + yard.gapM);
    }

    /// Large parts that state where they are; boards and panels are in the one-line diagram.
    void powerYards() {
        const auto units = project_.objectsOf("power_unit");
        for (std::size_t i = 0; i < units.size(); ++i) {
            const auto spec = specOf<models::PowerUnitSpec>(*units[i]);
            const PowerKindInfo* row = powerKindOf(catalogue_, spec.part);
            if (row == nullptr || std::isnan(spec.xM) || std::isnan(spec.yM)) {
                continue;
            }
            const YardShape& yard = yardOf(catalogue_, *row, spec.part);
            if (yard.widthM > 0.0) {
                const std::size_t first = layout_.equipment.size();
                lines(EquipmentKind::PowerUnit, i, units[i]->id, spec.xM, spec.yM,
                      spec.count * spec.modules, yard);
                for (std::size_t k = first; k < layout_.equipment.size(); ++k) {
                    layout_.equipment[k].power = row->kind;
                }
            }
        }
    }

    void coolingYards() {
        const auto loops = project_.objectsOf("cooling_loop");
        for (std::size_t i = 0; i < loops.size(); ++i) {
            const auto l = specOf<models::CoolingLoopSpec>(*loops[i]);
            double y = l.yM;
            const auto line = [&](EquipmentKind kind, int count, const YardShape& shape) {
                y = lines(kind, i, loops[i]->id, l.xM, y, count, shape);
            };
            const auto usual = [](EquipmentKind kind) { return infoOf(kind).yard; };
            line(EquipmentKind::CoolingTower, l.tower.empty() ? 0 : l.towers,
                 shapeOf(usual(EquipmentKind::CoolingTower),
                         catalogue_.spec<models::CoolingTowerSpec>(l.tower)));
            line(EquipmentKind::DryCooler, l.dryCooler.empty() ? 0 : l.dryCoolers,
                 shapeOf(usual(EquipmentKind::DryCooler),
                         catalogue_.spec<models::DryCoolerSpec>(l.dryCooler)));
            const auto* chiller = catalogue_.spec<models::ChillerSpec>(l.chiller);
            const std::size_t firstChiller = layout_.equipment.size();
            line(EquipmentKind::Chiller, l.chiller.empty() ? 0 : l.chillers,
                 shapeOf(usual(EquipmentKind::Chiller), chiller));
            for (std::size_t k = firstChiller; k < layout_.equipment.size(); ++k) {
                layout_.equipment[k].hasFans = chiller != nullptr && chiller->airCooled;
            }
            line(EquipmentKind::Pump, l.pumps, usual(EquipmentKind::Pump));
            line(EquipmentKind::CondenserPump, l.condenserPump.empty() ? 0 : l.condenserPumps,
                 usual(EquipmentKind::CondenserPump));
        }
    }

    void structures() {
        for (const Object* object : project_.objectsOf("structure")) {
            const auto s = specOf<models::StructureSpec>(*object);
            StructureBox made;
            made.kind = s.kind;
            made.id = object->id;
            made.name = s.name;
            made.hall = hallIndex(s.hall);
            const models::HallSpec hall =
                made.hall < 0 ? models::HallSpec{} : halls_[static_cast<std::size_t>(made.hall)];
            made.box = {hall.xM + s.xM,
                        hall.yM + s.yM,
                        s.baseM,
                        s.widthM,
                        s.depthM,
                        std::isnan(s.heightM) ? std::max(0.0, hall.heightM - s.baseM) : s.heightM};
            layout_.structures.push_back(std::move(made));
        }
    }

    const Project& project_;
    const Catalogue& catalogue_;
    const FabricNetwork* fabric_;
    std::vector<models::HallSpec> halls_;
    Layout layout_;
};

}  // namespace

Layout layoutOf(const Project& project, const Catalogue& catalogue, const FabricNetwork* fabric) {
    return LayoutBuilder(project, catalogue, fabric).build();
}

}  // namespace headroom::engine
