// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/potential.h"
#include "engine/air/hall_air.h"

#include <array>
#include <vector>

/// One hall cut into boxes: what is solid, which faces leak, and where air enters and leaves.
namespace headroom::engine {

/// Flows and heat of a hall at one instant.
struct HallAirLoad {
    std::vector<double> flowM3PerS;  ///< by rack of the layout, through its servers
    std::vector<double> heatW;       ///< by rack of the layout, to that air
    double supplyM3PerS = 0.0;
    double supplyC = 24.0;
    double extraW = 0.0;  ///< switches, storage, electrical parts
    double extraM3PerS =
        0.0;  ///< air that the handlers blow for that heat; 0 means what a usual rise takes
    std::vector<int>
        offHandlers;  ///< air handlers of the hall that are off, in the order of the layout, from 0
    bool doorsOpen = false;  ///< The ends of contained aisles are open up to the racks' height.
    std::vector<int> solidTiles;  ///< Racks of the layout before which a raised floor has no tile.
    double gapShare = 0.0;  ///< Share of the servers' air that comes from behind, through slots
                            ///< without blanking panels.
};

/// A face of an open cell through which air passes to or from something that is not in the grid.
struct AirPort {
    std::size_t cell = 0;
    int axis = 2;      ///< 0 east, 1 north, 2 up
    bool high = true;  ///< the face on the east, north or upper side of the cell

    bool operator==(const AirPort&) const = default;
};

/// A face of a panel between two open cells.
struct AirLeak {
    std::size_t cell = 0;  ///< the cell on its low side
    int axis = 0;
    double openShare = 0.0;
};

/// Something that draws air on one side and blows it out, warmer, on another: a rack, or the
/// network and storage cabinets of the hall together.
struct AirMover {
    int rack = -1;                         ///< Index in the layout, or -1 for cabinets.
    double flowM3PerS = 0.0, heatW = 0.0;  ///< The flow is that through its front.
    std::vector<AirPort> inlets, outlets;  ///< Each carries as much.
    double ductShare = 0.0;  ///< Share of its air that goes into the return, not to its outlets.
    double gapShare = 0.0;   ///< of the air of its servers, drawn from behind them within it

    double serverM3PerS() const { return flowM3PerS / (1.0 - gapShare); }

    /// Flow and heat that its outlets bring into the room, and flow into the return.
    double roomM3PerS() const { return (1.0 - ductShare) * flowM3PerS; }

    double roomW() const { return (1.0 - ductShare) * heatW; }

    double ductM3PerS() const { return ductShare * flowM3PerS; }

    /// Value that its servers breathe, from those before its front and behind it.
    double breathed(double front, double behind) const {
        return (1.0 - gapShare) * front + gapShare * behind;
    }
};

/// Cells are boxes of sizeX x sizeY x sizeZ from the hall's south-west corner. They begin at z0, below the floor if the
/// hall has a floor plenum. A cell is solid
/// where its centre is in a rack, an air handler or a cabinet. Parts thinner than a cell may be lost; a rack whose front or
/// back has no free cell is `closed`, and its air is not in the field.
struct AirGrid {
    PaddedGrid cells;
    double x0 = 0.0, y0 = 0.0;  ///< corner of the hall on the site
    double z0 = 0.0;  ///< lowest cells from the floor: the depth of a floor plenum, negative
    double sizeX = 0.0, sizeY = 0.0, sizeZ = 0.0;
    std::vector<unsigned char> solid;  ///< by padded index; also cells that no air can reach
    Conductances faces;                ///< [m]; `out`: return grilles; panels have none
    std::vector<AirLeak> leaks;        ///< of the panels
    std::vector<AirMover> movers;      ///< with a way through
    std::vector<AirPort> supplies;     ///< each gets as much
    std::vector<int>
        supplyHandlers;  ///< by supply: number of its handler in the layout, from 0. -1 for tiles
                         ///< without a plenum
    std::vector<AirPort> returns;
    std::vector<int> closedRacks;
    double closedW = 0.0;  ///< heat that has no place in the field; it is added to the return

    double volumeM3() const { return sizeX * sizeY * sizeZ; }

    std::array<double, 3> sizes() const { return {sizeX, sizeY, sizeZ}; }

    std::array<double, 3> areas() const { return {sizeY * sizeZ, sizeX * sizeZ, sizeX * sizeY}; }

    /// From a cell to the next along each axis.
    std::array<std::size_t, 3> strides() const {
        return {1, static_cast<std::size_t>(cells.strideY()),
                static_cast<std::size_t>(cells.strideZ())};
    }

    /// Index of the face of a port among the faces along its axis: that of the cell on its low side.
    std::size_t faceOf(const AirPort& p) const {
        return p.high ? p.cell : p.cell - strides()[static_cast<std::size_t>(p.axis)];
    }
};

/// Edge of the cells that is chosen for a hall: 0.25 m up to 20,000 cells, 0.3 m up to 30,000, 0.4 m up to 60,000,
/// 0.5 m up to 120,000. Larger halls have larger cells.
double airCellM(const Box& hall);

/// How far mean inlets of cells of that edge were off those of OpenFOAM at most, in the halls of the validation [K].
double airCellErrorK(double cellM);

/// Assumptions:
/// - Air handlers blow equally. fan_wall: from the whole face to the room; raised_floor: tiles lie
///   evenly in the cold aisles, under uniform plenum pressure (Karki, Radmehr, Patankar 2003);
///   perimeter: jets along the floor, which a potential flow does not know, are taken to spread the
///   supply evenly over the floor outside of hot aisles.
/// - Returns are at one pressure: grilles over the hot aisles, or the tops of the handlers.
/// - A floor plenum is as high as whole cells. Air handlers blow down into it over their own area. Tiles and the rest of
///   the floor have sharp openings as large as their open shares. At 25 % open, tiles lose 1 / (0.6 x 0.25)^2 = 44
///   velocity heads. Idelchik's formula for perforated plates gives 42. The plenum holds no cables.
/// - A chimney takes the air of its rack into the return, but for the leakage share, which leaves behind the rack. A rack
///   without free cells behind it loses none. Air that comes back through a return is mixed with that of the chimneys.
/// - Panels of containment have sharp openings over their whole area, as large as their leakage says. With cold aisles
///   contained but no raised floor the ends of the aisles are open to the supply. Open doors are as wide as the aisle.
///   The tile of a rack is 0.6 m deep and as wide as the rack. Closed tiles leave their air to the others.
///   Gaps between servers let air back within the rack: its front draws less. Handlers blow as before.
/// - Racks without fans draw what their heat moves by itself at a rise of 10 K. Cabinets of
///   switches and storage draw what the handlers blow for them (where that is not known, at a rise of 12 K) at their
///   north side. They blow upwards, or into the return where they are ducted (models::cabinetsAreDucted()).
AirGrid airGrid(const Layout& layout, int hall, const HallAirPlan& plan, const HallAirLoad& load,
                double cellM);

/// Ports in the top third of a front.
std::vector<AirPort> topThird(const AirGrid& grid, const std::vector<AirPort>& ports);

}  // namespace headroom::engine
