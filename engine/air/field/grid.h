// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/potential.h"
#include "engine/air/hall_air.h"

#include <vector>

/// One hall cut into boxes: what is solid, which faces leak, and where air enters and leaves.
namespace headroom::engine {

/// What moves and warms air in a hall at one instant.
struct HallAirLoad {
    std::vector<double> flowM3PerS;  ///< by rack of the layout, through its servers
    std::vector<double> heatW;       ///< by rack of the layout, to that air
    double supplyM3PerS = 0.0;
    double supplyC = 24.0;
    double extraW = 0.0;  ///< switches, storage, electrical parts
};

/// Something that draws air on one side and blows it out, warmer, on another: a rack, or the
/// network and storage cabinets of the hall together.
struct AirMover {
    int rack = -1;  ///< of the layout; -1: cabinets
    double flowM3PerS = 0.0, heatW = 0.0;
    std::vector<std::size_t> inlets, outlets;  ///< cells at the open faces; each carries as much
};

/// Cells are boxes of sizeX x sizeY x sizeZ from the hall's south-west corner; a cell is solid
/// where its centre is in a rack, an air handler or a cabinet. What is thinner than a cell may get
/// lost; a rack whose front or back has no free cell is `closed`, and its air is not in the field.
struct AirGrid {
    PaddedGrid cells;
    double x0 = 0.0, y0 = 0.0;  ///< corner of the hall on the site
    double sizeX = 0.0, sizeY = 0.0, sizeZ = 0.0;
    std::vector<unsigned char> solid;   ///< by padded index; also cells that no air can reach
    Conductances faces;                 ///< [m]; `out`: return grilles
    std::vector<AirMover> movers;       ///< with a way through
    std::vector<std::size_t> supplies;  ///< cells at supply faces; each gets as much
    std::vector<int> closedRacks;
    double closedW = 0.0;  ///< heat that has no place in the field; it is added to the return

    double volumeM3() const { return sizeX * sizeY * sizeZ; }
};

/// Edge of the cells that is chosen for a hall: the smallest of 0.25, 0.3, 0.4, 0.5 m that needs at
/// most 300,000, or as large as that takes.
double airCellM(const Box& hall);

/// Assumptions:
/// - Air handlers blow equally. fan_wall: from the whole face to the room; raised_floor: tiles lie
///   evenly in the cold aisles, under uniform plenum pressure (Karki, Radmehr, Patankar 2003);
///   perimeter: jets along the floor, which a potential flow does not know, are taken to spread the
///   supply evenly over the floor outside of hot aisles.
/// - Returns are at one pressure: grilles over the hot aisles, or the tops of the handlers.
/// - Panels of containment let through their leakage as open share of their area; with cold aisles
///   contained but no raised floor the ends of the aisles are open to the supply.
/// - Racks without fans draw what their heat moves by itself at a rise of 10 K; cabinets of
///   switches and storage draw at their north side at a rise of 12 K and blow upwards.
AirGrid airGrid(const Layout& layout, int hall, const HallAirPlan& plan, const HallAirLoad& load,
                double cellM);

}  // namespace headroom::engine
