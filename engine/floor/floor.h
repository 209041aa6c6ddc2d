// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/floor/layout.h"

#include <map>
#include <string>
#include <vector>

/// Facts of the floor that fabrics need: places of racks and their adapters.
/// From the project alone, so that design rules and the simulation see the same.
namespace headroom::engine {

inline constexpr double kCabinetHeightM = 2.2;
/// Racks of one row up to this far apart are cabled past the trays.
inline constexpr double kNeighboursM = 3.0;

/// Servers of one rack block.
struct FloorBlock {
    std::string id;
    int fabric = -1;  ///< in the order of the project
    int hall = 0;
    int firstRack = 0, racks = 0, racksPerRow = 1;
    int serversPerRack = 0;
    int firstServer = 0;
    int nics = 0;  ///< of a server
    double adapterBytesPerS = 0.0;
    double frontEndBytesPerS = 0.0;  ///< of a server; NaN: not stated
    models::RackBlockSpec spec;
    double rackM = 0.0;  ///< from rack to rack

    int servers() const { return racks * serversPerRack; }
};

struct FloorRack {
    Box box;
    int hall = 0;
    int block = 0;
    int row = 0;  ///< of the facility: racks of equal numbers are side by side
};

struct Floor {
    std::vector<std::string> fabrics;  ///< ids
    std::vector<Box> halls;
    std::map<std::string, int> hallIndex;
    std::vector<double> trayM;       ///< by hall: height of its cable trays
    std::vector<FloorBlock> blocks;  ///< in the order in which servers are numbered
    std::vector<FloorRack> racks;
    int servers = 0;

    /// Where a server is: middle of its place in the rack.
    double serverZM(const FloorBlock& block, int serverOfRack) const;
};

/// Blocks whose parts are missing are left out. Servers are numbered by kind of accelerator in the
/// order of their first block, then by block: as pools own contiguous servers.
Floor floorOf(const Project& project, const Catalogue& catalogue);

}  // namespace headroom::engine
