// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/grid.h"

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

/// The grid of a hall as a mesh of OpenFOAM (openfoam.h): one box a cell, in the same order. Two kinds of cells follow them.
///
/// Tiles: each opening of the floor over a plenum has cells in layers, together as thick as the floor, with closed sides. They
/// resist the air like the tile. A baffle (a pair of patches with a jump of pressure) would not settle: the program computes
/// the jump from the flow of the iteration before. Tiles lose much more pressure than the plenum, so that neighbours swing.
///
/// Stores: a rack that stores heat has a box of air of the same heat capacity, apart from the hall. The air of the
/// rack passes it between front and back: V dT/dt = w (T_inlet - T) + Q / (rho cp), the law of over_time.h.
namespace headroom::engine {

/// Thickness of a raised floor [m]. Assumption: usual tiles are 30 to 40 mm thick. The loss does not depend on it.
inline constexpr double kFoamFloorM = 0.04;

/// Layers of cells in a tile. The loss doubles from layer to layer towards the middle: 1, 2 … 32, 32 … 2, 1. The program shares the
/// force of a layer with the cells above and below it. From an outer layer with much of the loss the first cell of the room would
/// get a jet of several times the speed of the air in the tile.
inline constexpr int kFoamTileLayers = 12;

/// Share of the loss of a tile in a layer, from below. Their sum is 1.
double foamTileShare(int layer);

struct FoamFace {
    std::array<std::size_t, 4> points{};
    int owner = 0, neighbour = -1;
};

enum class FoamPatchKind {
    Wall,
    Slip,      ///< sides of tiles
    Port,      ///< supply, return, front or back of a rack
    StoreIn,   ///< air of a rack into its store
    StoreOut,  ///< out of it
};

struct FoamPatch {
    std::string name;
    FoamPatchKind kind = FoamPatchKind::Wall;
    std::string partner = {};  ///< the patch whose air comes in here
    std::vector<FoamFace> faces = {};
    std::vector<std::size_t> ports = {};               ///< by face: number in its list of the grid
    std::vector<std::array<double, 3>> velocity = {};  ///< by face; empty if not fixed
    double inM3PerS = 0.0;                             ///< into the room; negative: out of it

    bool isReturn() const { return name == "return" || name == "vent"; }
};

class FoamMesh {
  public:
    /// `storeM3`: volume of the store of each mover, 0 or missing without one. With a `vent` one face of the returns is a
    /// patch of its own: it holds the pressure of a hall whose returns are closed later.
    FoamMesh(const AirGrid& grid, const HallAirLoad& load, std::vector<double> storeM3 = {},
             bool hasVent = false);

    static std::string moverName(const AirMover& m);

    /// Cells of the grid, by number.
    const std::vector<std::size_t>& cells() const { return cells_; }

    /// Cells that follow those of the grid.
    int furtherCells() const { return further_; }

    const std::vector<FoamPatch>& patches() const { return patches_; }

    const std::vector<FoamFace>& internal() const { return internal_; }

    int number(std::size_t cell) const { return number_[cell]; }

    /// Number of the store of a mover; -1 without one.
    int store(std::size_t mover) const { return store_[mover]; }

    /// Numbers of the lowest cells of tiles, by their open share. The layers above follow each.
    const std::map<double, std::vector<int>>& tileCells() const { return tileCells_; }

    /// Velocities of the faces of the supplies for other flows, by supply of the grid.
    std::vector<std::array<double, 3>> supplyVelocities(
        const FoamPatch& patch, const std::vector<double>& flowM3PerS) const;

    /// Vertices that faces use, in order, and their numbers.
    std::vector<std::size_t> usedPoints(std::map<std::size_t, std::size_t>& numbers) const;

    std::array<double, 3> place(std::size_t vertex) const;

  private:
    struct Opening {
        std::size_t patch = 0, port = 0;
    };

    std::size_t addPatch(const std::string& name, FoamPatchKind kind);
    void addPorts(const std::string& name, const std::vector<AirPort>& ports, double inM3PerS);
    void addReturns(bool hasVent);
    void openPanels();
    bool isFloor(const AirLeak& l) const;
    int layer(std::size_t cell) const;
    std::size_t furtherPoint() const;
    std::size_t vertex(int i, int j, int k, bool isUnder) const;
    FoamFace face(std::size_t cell, int axis, bool high) const;
    void faces();
    void addPortFace(const Opening& opening, std::size_t cell, int axis, bool high);
    std::array<double, 3> velocity(int axis, bool high, double inM3PerS) const;
    void addTiles();
    void addTile(int first, std::size_t above, std::size_t edges);
    void addStores();
    void addStore(std::size_t mover);

    const AirGrid& grid_;
    std::vector<double> storeM3_;
    int floor_ = 0;  ///< layers of cells below the floor
    std::vector<int> number_, store_;
    std::map<double, std::vector<int>> tileCells_;
    std::vector<std::size_t> cells_;
    std::vector<FoamPatch> patches_;
    std::vector<FoamFace> internal_;
    std::map<std::size_t, Opening> portOf_;
    std::map<std::size_t, double> each_;  ///< flow into the room through one face, by patch
    std::map<std::size_t, bool> isPanel_, openPanel_;
    std::map<std::size_t, int> tileOver_;  ///< lowest cell of the tile over a cell of the plenum
    std::vector<std::array<double, 3>> furtherPoints_;  ///< of stores, and inside of tiles
    std::size_t panels_ = 0, walls_ = 0;
    int further_ = 0;
    double storesY_ = 0.0;  ///< where the next store begins, to the south
};

}  // namespace headroom::engine
