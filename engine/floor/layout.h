// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/special_members.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/floor/rack_look.h"
#include "engine/kinds/equipment_kind.h"
#include "models/compute/rack.h"
#include "models/facility/rack_block.h"
#include "models/facility/structure.h"

#include <string>
#include <vector>

namespace headroom::engine {

struct FabricNetwork;

/// Where things are, in metres: x east, y north, z up; (x, y) is the south-west corner.
/// Made from the project alone (layoutOf), so that a design that cannot run yet is drawn as well;
/// what plan and 3-D draw.
struct Box {
    double x = 0.0, y = 0.0, z = 0.0;
    double width = 0.0, depth = 0.0, height = 0.0;  ///< along x, y, z
};

struct HallBox {
    Box box;
    std::string id;
    std::string name;
};

/// Racks are indexed as in every per-rack array of Frame.
struct RackBox {
    Box box;
    int hall = 0;    ///< index into Layout::halls
    int block = 0;   ///< index into Layout::blocks
    int row = 0;     ///< within the block
    int column = 0;  ///< within the row
    models::Facing facing = models::Facing::South;
    std::string label;  ///< "R03-12", as the numbering of its block has it

    const std::string& name() const { return label; }

    bool facesNorth() const { return facing == models::Facing::North; }

    /// Its row runs north.
    bool runsNorth() const {
        return facing == models::Facing::West || facing == models::Facing::East;
    }
};

struct EquipmentBox {
    Box box;
    EquipmentKind kind = EquipmentKind::Cdu;
    int group = 0;   ///< CDU group, hall, power unit, loop, fabric or storage index, by kind
    std::string id;  ///< id of the project object that it belongs to
    PowerKind power = PowerKind::Utility;  ///< of a PowerUnit
    bool isTurned = false;  ///< of an air handler: placed along the south or the north wall

    /// It has fans on top: its heat leaves to the air around it.
    bool hasFans = false;

    const char* kindName() const {
        return kind == EquipmentKind::PowerUnit ? powerKindName(power) : equipmentKindName(kind);
    }

    /// "GS": of its kind, as drawings abbreviate it.
    std::string_view tag() const {
        return kind == EquipmentKind::PowerUnit ? infoOf(power).tag : infoOf(kind).tag;
    }
};

/// Hot and cold aisles between rows, for drawing.
struct AisleBox {
    Box box;
    int hall = 0;
    bool hot = false;
};

/// A length of cable tray.
struct TrayBox {
    Box box;
    int hall = 0;
    int cables = 0;
    double fill = 0.0;  ///< cross-section of the cables over that of the tray; 1 is packed solid
};

/// A part of the building or a strip of floor.
struct StructureBox {
    Box box;
    models::StructureKind kind = models::StructureKind::Wall;
    std::string id;
    std::string name;
    int hall = -1;  ///< index into Layout::halls; -1 means outdoors
};

struct Layout {
    HEADROOM_SPECIAL_MEMBERS(Layout);

    std::vector<HallBox> halls;
    std::vector<RackBox> racks;
    std::vector<std::string> blocks;      ///< ids of the rack blocks
    std::vector<std::string> blockRacks;  ///< catalogue id of each block's rack
    std::vector<double>
        blockRatedW;  ///< rating of that rack in W; NaN if the catalogue states none
    std::vector<RackLook> blockLooks;  ///< how the racks of each block are built
    std::vector<EquipmentBox> equipment;
    std::vector<AisleBox> aisles;
    std::vector<TrayBox> trays;  ///< of the fabrics' cables
    std::vector<StructureBox> structures;
};

/// The place of one rack of a block; `pitchM`: from rack to rack, `hallX`, `hallY`: corner of its
/// hall. Rows of a block that faces west or east run north.
Box rackPlace(const models::RackBlockSpec& spec, const models::RackSpec& rack, double pitchM,
              double hallX, double hallY, int row, int column);

/// The shape of one machine of a power unit: transformers of medium voltage are larger.
const YardShape& yardOf(const Catalogue& catalogue, const PowerKindInfo& kind,
                        const std::string& part);

/// Everything that is somewhere. Objects whose parts are missing are left out. Racks are in
/// the order in which the simulation numbers them: by kind of accelerator, then by block.
/// `fabric`: cabinets and trays of the networks; null if none are known.
Layout layoutOf(const Project& project, const Catalogue& catalogue, const FabricNetwork* fabric);

}  // namespace headroom::engine
