// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace headroom::engine {

/// Where things stand, in metres: x east, y north, z up; (x, y) is the south-west corner.
/// Compiled once from the project; what plan and 3-D draw.
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
    bool facesNorth = false;
    std::string name() const;  ///< "R03-12": row and position, 1-based
};

enum class EquipmentKind {
    Cdu,
    Crah,
    Ups,
    Pdu,
    Transformer,
    Genset,
    Chiller,
    CoolingTower,
    DryCooler,
    Pump,
    CondenserPump,
    NetworkRack,
    StorageRack,
    PowerUnit  ///< any part of the wiring, for failures; drawn as one of the above
};

struct EquipmentBox {
    Box box;
    EquipmentKind kind = EquipmentKind::Cdu;
    int group = 0;   ///< CDU group, hall, power system, loop, fabric or storage index, by kind
    std::string id;  ///< id of the project object that it belongs to
};

const char* equipmentKindName(EquipmentKind kind);

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

struct Layout {
    std::vector<HallBox> halls;
    std::vector<RackBox> racks;
    std::vector<std::string> blocks;      ///< ids of the rack blocks
    std::vector<std::string> blockRacks;  ///< catalogue id of each block's rack
    std::vector<EquipmentBox> equipment;
    std::vector<AisleBox> aisles;
    std::vector<TrayBox> trays;  ///< of the fabrics' cables
};

}  // namespace headroom::engine
