// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/foam_mesh.h"

#include "engine/base/index.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

/// Distance of the stores from the hall and from each other [m].
constexpr double kApartM = 1.0;

std::size_t side(std::size_t cell, int axis, bool high) {
    return 6 * cell + 2 * at(axis) + (high ? 1 : 0);
}

/// Corners of the face of a box with the normal out of it. `corner`: one of the box by 0 or 1 along each axis.
template <class Corner>
std::array<std::size_t, 4> faceOfBox(int axis, bool high, const Corner& corner) {
    const int h = high ? 1 : 0;
    std::array<std::size_t, 4> p{};
    if (axis == 0) {
        p = {corner(h, 0, 0), corner(h, 1, 0), corner(h, 1, 1), corner(h, 0, 1)};
    } else if (axis == 1) {
        p = {corner(0, h, 0), corner(0, h, 1), corner(1, h, 1), corner(1, h, 0)};
    } else {
        p = {corner(0, 0, h), corner(1, 0, h), corner(1, 1, h), corner(0, 1, h)};
    }
    if (!high) {
        std::swap(p[1], p[3]);
    }
    return p;
}

}  // namespace

double foamTileShare(int layer) {
    constexpr int kHalf = kFoamTileLayers / 2;
    const int fromEdge = std::min(layer, kFoamTileLayers - 1 - layer);
    return std::ldexp(1.0, fromEdge) / (2.0 * (std::ldexp(1.0, kHalf) - 1.0));
}

FoamMesh::FoamMesh(const AirGrid& grid, const HallAirLoad& load, std::vector<double> storeM3,
                   bool hasVent)
    : grid_(grid),
      storeM3_(std::move(storeM3)),
      floor_(static_cast<int>(std::lround(-grid.z0 / grid.sizeZ))),
      number_(grid.cells.size(), -1),
      store_(grid.movers.size(), -1) {
    for (std::size_t c = 0; c < number_.size(); ++c) {
        if (grid.solid[c] == 0) {
            number_[c] = static_cast<int>(cells_.size());
            cells_.push_back(c);
        }
    }
    storeM3_.resize(grid.movers.size(), 0.0);
    addPorts("supply", grid.supplies, load.supplyM3PerS);
    addReturns(hasVent);
    for (const AirMover& m : grid.movers) {
        const std::string name = moverName(m);
        addPorts(name + "_in", m.inlets, -m.flowM3PerS);
        if (!m.outlets.empty()) {
            addPorts(name + "_out", m.outlets, m.roomM3PerS());
            patches_.back().partner = name + "_in";
        }
    }
    panels_ = addPatch("panels", FoamPatchKind::Wall);
    walls_ = addPatch("walls", FoamPatchKind::Wall);
    openPanels();
    faces();
    addTiles();
    addStores();
    // The program wants owners in order, and neighbours of an owner too.
    std::sort(internal_.begin(), internal_.end(), [](const FoamFace& a, const FoamFace& b) {
        return std::pair(a.owner, a.neighbour) < std::pair(b.owner, b.neighbour);
    });
    std::erase_if(patches_, [](const FoamPatch& p) { return p.faces.empty(); });
}

std::string FoamMesh::moverName(const AirMover& m) {
    return m.rack < 0 ? std::string("cabinets") : fmt::format("r{}", m.rack);
}

std::vector<std::size_t> FoamMesh::usedPoints(std::map<std::size_t, std::size_t>& numbers) const {
    std::vector<std::size_t> used;
    const auto add = [&](const FoamFace& f) {
        used.insert(used.end(), f.points.begin(), f.points.end());
    };
    std::for_each(internal_.begin(), internal_.end(), add);
    for (const FoamPatch& p : patches_) {
        std::for_each(p.faces.begin(), p.faces.end(), add);
    }
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    for (std::size_t n = 0; n < used.size(); ++n) {
        numbers.emplace_hint(numbers.end(), used[n], n);
    }
    return used;
}

/// Vertices of the room come first, then those of the floor's lower side, then those inside of tiles and of stores.
std::size_t FoamMesh::vertex(int i, int j, int k, bool isUnder) const {
    const PaddedGrid& g = grid_.cells;
    const int layer = isUnder && k == floor_ ? g.nz + 1 : k;
    return (at(layer) * at(g.ny + 1) + at(j)) * at(g.nx + 1) + at(i);
}

/// Number of the next of furtherPoints_.
std::size_t FoamMesh::furtherPoint() const {
    const PaddedGrid& g = grid_.cells;
    return at(g.nz + 2) * at(g.ny + 1) * at(g.nx + 1) + furtherPoints_.size();
}

std::array<double, 3> FoamMesh::place(std::size_t vertex) const {
    const auto across = at(grid_.cells.nx + 1), along = at(grid_.cells.ny + 1);
    const std::size_t line = vertex / across, layer = line / along;
    const std::size_t under = at(grid_.cells.nz + 1);
    if (layer > under) {
        return furtherPoints_[vertex - (under + 1) * along * across];
    }
    const bool isUnder = layer == under || layer < at(floor_);
    const std::size_t level = layer == under ? at(floor_) : layer;
    return {grid_.sizeX * static_cast<double>(vertex - line * across),
            grid_.sizeY * static_cast<double>(line - layer * along),
            grid_.z0 + grid_.sizeZ * static_cast<double>(level) - (isUnder ? kFoamFloorM : 0.0)};
}

std::size_t FoamMesh::addPatch(const std::string& name, FoamPatchKind kind) {
    patches_.push_back({name, kind});
    return patches_.size() - 1;
}

void FoamMesh::addPorts(const std::string& name, const std::vector<AirPort>& ports,
                        double inM3PerS) {
    const std::size_t patch = addPatch(name, FoamPatchKind::Port);
    patches_[patch].inM3PerS = inM3PerS;
    for (std::size_t n = 0; n < ports.size(); ++n) {
        portOf_[side(ports[n].cell, ports[n].axis, ports[n].high)] = {patch, n};
    }
    if (inM3PerS != 0.0 && !ports.empty()) {
        each_[patch] = inM3PerS / static_cast<double>(ports.size());
    }
}

void FoamMesh::addReturns(bool hasVent) {
    addPorts("return", grid_.returns, 0.0);
    if (hasVent && grid_.returns.size() > 1) {
        addPorts("vent", {grid_.returns.front()}, 0.0);
    }
}

int FoamMesh::layer(std::size_t cell) const {
    return static_cast<int>(cell / at(grid_.cells.strideZ())) - 1;
}

bool FoamMesh::isFloor(const AirLeak& l) const {
    return floor_ > 0 && l.axis == 2 && layer(l.cell) + 1 == floor_;
}

/// Opens the leaking share of the faces of panels: every tenth at 10 %.
void FoamMesh::openPanels() {
    double open = 0.0;
    for (const AirLeak& l : grid_.leaks) {
        if (isFloor(l)) {
            tileOver_[l.cell] = static_cast<int>(cells_.size()) + further_;
            further_ += kFoamTileLayers;
            continue;
        }
        open += l.openShare;
        if (open >= 1.0) {
            open -= 1.0;
            openPanel_[side(l.cell, l.axis, true)] = true;
        }
        isPanel_[side(l.cell, l.axis, true)] = true;
    }
}

FoamFace FoamMesh::face(std::size_t cell, int axis, bool high) const {
    const PaddedGrid& g = grid_.cells;
    const int i = static_cast<int>(cell % at(g.nx + 2)) - 1;
    const int j = static_cast<int>(cell / at(g.nx + 2) % at(g.ny + 2)) - 1;
    const int k = layer(cell);
    return {faceOfBox(
                axis, high,
                [&](int di, int dj, int dk) { return vertex(i + di, j + dj, k + dk, k < floor_); }),
            number_[cell], -1};
}

void FoamMesh::faces() {
    const std::array<const std::vector<float>*, 3> open{&grid_.faces.east, &grid_.faces.north,
                                                        &grid_.faces.up};
    const auto strides = grid_.strides();
    for (const std::size_t c : cells_) {
        for (int axis = 0; axis < 3; ++axis) {
            for (const bool high : {false, true}) {
                const std::size_t other = high ? c + strides[at(axis)] : c - strides[at(axis)];
                const std::size_t low = high ? c : other;
                if (const auto port = portOf_.find(side(c, axis, high)); port != portOf_.end()) {
                    addPortFace(port->second, c, axis, high);
                } else if (axis == 2 && tileOver_.contains(low)) {
                    if (high) {
                        FoamFace f = face(c, axis, true);
                        f.neighbour = tileOver_.at(low);
                        internal_.push_back(f);
                    }  // addTile() has the upper side
                } else if (grid_.solid[other] != 0) {
                    patches_[walls_].faces.push_back(face(c, axis, high));
                } else if ((*open[at(axis)])[low] > 0.0F ||
                           openPanel_.contains(side(low, axis, true))) {
                    if (high) {
                        FoamFace f = face(c, axis, true);
                        f.neighbour = number_[other];
                        internal_.push_back(f);
                    }
                } else {
                    const bool panel = isPanel_.contains(side(low, axis, true));
                    patches_[panel ? panels_ : walls_].faces.push_back(face(c, axis, high));
                }
            }
        }
    }
}

/// Air that enters through the high side flows down the axis.
std::array<double, 3> FoamMesh::velocity(int axis, bool high, double inM3PerS) const {
    std::array<double, 3> u{};
    u[at(axis)] = (high ? -1.0 : 1.0) * inM3PerS / grid_.areas()[at(axis)];
    return u;
}

void FoamMesh::addPortFace(const Opening& opening, std::size_t cell, int axis, bool high) {
    FoamPatch& p = patches_[opening.patch];
    p.faces.push_back(face(cell, axis, high));
    p.ports.push_back(opening.port);
    if (const auto each = each_.find(opening.patch); each != each_.end()) {
        p.velocity.push_back(velocity(axis, high, each->second));
    }
}

std::vector<std::array<double, 3>> FoamMesh::supplyVelocities(
    const FoamPatch& patch, const std::vector<double>& flowM3PerS) const {
    std::vector<std::array<double, 3>> speeds;
    for (const std::size_t port : patch.ports) {
        const AirPort& p = grid_.supplies[port];
        speeds.push_back(velocity(p.axis, p.high, flowM3PerS[port]));
    }
    return speeds;
}

void FoamMesh::addTiles() {
    std::size_t edges = 0;
    const auto strides = grid_.strides();
    for (const AirLeak& l : grid_.leaks) {
        if (!isFloor(l)) {
            continue;
        }
        if (tileCells_.empty()) {
            edges = addPatch("tile_edges", FoamPatchKind::Slip);
        }
        const int first = tileOver_.at(l.cell);
        tileCells_[l.openShare].push_back(first);
        addTile(first, l.cell + strides[2], edges);
    }
}

/// Layers of cells from the plenum to the cell above.
void FoamMesh::addTile(int first, std::size_t above, std::size_t edges) {
    const PaddedGrid& g = grid_.cells;
    const int i = static_cast<int>(above % at(g.nx + 2)) - 1;
    const int j = static_cast<int>(above / at(g.nx + 2) % at(g.ny + 2)) - 1;
    const std::size_t inside = furtherPoint();
    const std::array<double, 3> low = place(vertex(i, j, floor_, true));
    for (int n = 1; n < kFoamTileLayers; ++n) {
        for (int c = 0; c < 4; ++c) {
            furtherPoints_.push_back({low[0] + (c % 2) * grid_.sizeX,
                                      low[1] + (c / 2) * grid_.sizeY,
                                      low[2] + kFoamFloorM * n / kFoamTileLayers});
        }
    }
    for (int n = 0; n < kFoamTileLayers; ++n) {
        const auto corner = [&](int di, int dj, int dk) {
            const int level = n + dk;
            return level == 0 || level == kFoamTileLayers
                       ? vertex(i + di, j + dj, floor_, level == 0)
                       : inside + at(4 * (level - 1) + di + 2 * dj);
        };
        for (int axis = 0; axis < 2; ++axis) {
            for (const bool high : {false, true}) {
                patches_[edges].faces.push_back({faceOfBox(axis, high, corner), first + n, -1});
            }
        }
        if (n + 1 < kFoamTileLayers) {
            internal_.push_back({faceOfBox(2, true, corner), first + n, first + n + 1});
        }
    }
    FoamFace top = face(above, 2, false);
    top.neighbour = first + kFoamTileLayers - 1;
    internal_.push_back(top);
}

void FoamMesh::addStores() {
    storesY_ = -kApartM;
    for (std::size_t m = 0; m < grid_.movers.size(); ++m) {
        if (storeM3_[m] > 0.0 && !grid_.movers[m].outlets.empty()) {
            addStore(m);
        }
    }
}

/// A cube west of the hall: air enters through its west side and leaves through its east side.
void FoamMesh::addStore(std::size_t mover) {
    const double edgeM = std::cbrt(storeM3_[mover]);
    const std::string name = moverName(grid_.movers[mover]);
    const std::size_t in = addPatch(name + "_store_in", FoamPatchKind::StoreIn),
                      out = addPatch(name + "_store_out", FoamPatchKind::StoreOut),
                      sides = addPatch(name + "_store_sides", FoamPatchKind::Slip);
    patches_[in].partner = name + "_in";
    patches_[in].inM3PerS = grid_.movers[mover].flowM3PerS;
    patches_[in].velocity.push_back({grid_.movers[mover].flowM3PerS / (edgeM * edgeM), 0.0, 0.0});
    for (FoamPatch& p : patches_) {
        if (p.name == name + "_out") {
            p.partner = patches_[out].name;
        }
    }
    const std::size_t first = furtherPoint();
    for (std::size_t n = 0; n < 8; ++n) {
        furtherPoints_.push_back({-kApartM - ((n & 1) != 0 ? 0.0 : edgeM),
                                  storesY_ - ((n & 2) != 0 ? 0.0 : edgeM),
                                  (n & 4) != 0 ? edgeM : 0.0});
    }
    storesY_ -= edgeM + kApartM;
    const auto corner = [&](int di, int dj, int dk) { return first + at(di + 2 * dj + 4 * dk); };
    store_[mover] = static_cast<int>(cells_.size()) + further_++;
    for (int axis = 0; axis < 3; ++axis) {
        for (const bool high : {false, true}) {
            const std::size_t patch = axis > 0 ? sides : high ? out : in;
            patches_[patch].faces.push_back({faceOfBox(axis, high, corner), store_[mover], -1});
        }
    }
}

}  // namespace headroom::engine
