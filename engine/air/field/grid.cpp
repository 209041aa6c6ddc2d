// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/grid.h"

#include "engine/base/index.h"
#include "models/cooling/heat_exchanger.h"
#include "models/cooling/usual.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::engine {

namespace {

/// Edges of cells, each with the most cells that it may need: fine ones for small halls. A field of twelve racks takes 5
/// to 13 s of one core. Fields of 800 racks were not timed.
struct CellChoice {
    double cellM = 0.0, mostCells = 0.0;
};

constexpr std::array kChoices{CellChoice{0.25, 20'000.0}, CellChoice{0.3, 30'000.0},
                              CellChoice{0.4, 60'000.0}, CellChoice{0.5, 120'000.0}};

/// Largest error of the mean inlet, by the edge of the cells [K]: at 0.25 m in the five halls of the validation; at 0.3 to
/// 0.6 m in h1 (-1.4, +1.1, -1.5, +0.7), h1c (-0.7 to -1.4) and h3s (up to +1.0).
struct CellError {
    double cellM = 0.0, missK = 0.0;
};

constexpr std::array kCellErrors{CellError{0.25, 1.0}, CellError{0.6, 1.5}};

/// Depth of a tile of a raised floor [m] (EN 12825: 600 mm).
constexpr double kTileM = 0.6;

/// A panel is never quite tight: cells behind it stay joined to the others.
constexpr double kTightest = 1e-4;

/// Cells from first to before last along one axis.
struct Range {
    int first = 0, last = 0;
};

/// Cells whose centres are in [from, from + length), on an axis of n cells of `size` from 0.
Range centresIn(double from, double length, double size, int n) {
    const auto edge = [&](double x) {
        return std::clamp(static_cast<int>(std::ceil(x / size - 0.5 - 1e-9)), 0, n);
    };
    return {edge(from), edge(from + length)};
}

/// The same, but at least one: a rack thinner than a cell still has a face.
Range columnsOf(double from, double length, double size, int n) {
    Range r = centresIn(from, length, size, n);
    if (r.first >= r.last) {
        r.first = std::clamp(static_cast<int>((from + 0.5 * length) / size), 0, n - 1);
        r.last = r.first + 1;
    }
    return r;
}

class GridBuilder {
  public:
    GridBuilder(const Layout& layout, int hall, const HallAirPlan& plan, const HallAirLoad& load,
                double cellM)
        : layout_(layout), box_(layout.halls[at(hall)].box), hall_(hall), plan_(plan), load_(load) {
        PaddedGrid& c = grid_.cells;
        c.nx = std::max(3, static_cast<int>(std::lround(box_.width / cellM)));
        c.ny = std::max(3, static_cast<int>(std::lround(box_.depth / cellM)));
        c.nz = std::max(3, static_cast<int>(std::lround(box_.height / cellM)));
        grid_.x0 = box_.x;
        grid_.y0 = box_.y;
        grid_.sizeX = box_.width / c.nx;
        grid_.sizeY = box_.depth / c.ny;
        grid_.sizeZ = box_.height / c.nz;
        if (models::hasPlenum(plan.spec)) {
            floor_ = std::max(1, static_cast<int>(std::lround(plan.spec.plenumM / grid_.sizeZ)));
            c.nz += floor_;
            grid_.z0 = -floor_ * grid_.sizeZ;
        }
    }

    AirGrid build() {
        solids();
        faces();
        returns();
        reach();
        supplies();
        racks();
        cabinets();
        closePorts();
        return std::move(grid_);
    }

  private:
    Range columns(const Box& b) const {
        return centresIn(b.x - box_.x, b.width, grid_.sizeX, grid_.cells.nx);
    }

    Range rowsOf(const Box& b) const {
        return centresIn(b.y - box_.y, b.depth, grid_.sizeY, grid_.cells.ny);
    }

    Range layers(const Box& b) const {
        const Range z = centresIn(b.z, b.height, grid_.sizeZ, grid_.cells.nz - floor_);
        return {z.first + floor_, z.last + floor_};
    }

    /// The lowest layer above the floor.
    Range aboveFloor() const { return {floor_, floor_ + 1}; }

    bool isOpen(int i, int j, int k) const {
        const PaddedGrid& c = grid_.cells;
        return i >= 0 && j >= 0 && k >= 0 && i < c.nx && j < c.ny && k < c.nz &&
               grid_.solid[c.index(i, j, k)] == 0;
    }

    template <class Work>
    void forCells(Range x, Range y, Range z, const Work& work) {
        for (int k = z.first; k < z.last; ++k) {
            for (int j = y.first; j < y.last; ++j) {
                for (int i = x.first; i < x.last; ++i) {
                    work(i, j, k);
                }
            }
        }
    }

    void fill(const Box& b) {
        forCells(columns(b), rowsOf(b), layers(b),
                 [&](int i, int j, int k) { grid_.solid[grid_.cells.index(i, j, k)] = 1; });
    }

    bool standsHere(const EquipmentBox& e) const {
        const double x = e.box.x + 0.5 * e.box.width, y = e.box.y + 0.5 * e.box.depth;
        return x > box_.x && x < box_.x + box_.width && y > box_.y && y < box_.y + box_.depth;
    }

    void solids() {
        grid_.solid.assign(grid_.cells.size(), 1);
        const PaddedGrid& c = grid_.cells;
        forCells({0, c.nx}, {0, c.ny}, {0, c.nz},
                 [&](int i, int j, int k) { grid_.solid[c.index(i, j, k)] = 0; });
        for (const RackBox& r : layout_.racks) {
            if (r.hall == hall_) {
                fill(r.box);
            }
        }
        for (const EquipmentBox& e : layout_.equipment) {
            if (standsHere(e)) {
                fill(e.box);
            }
        }
    }

    /// Whether a face at the end of a contained aisle is an open door in layer k. Aisles count from 1; 0 is the room, and
    /// not both are the room.
    bool isDoor(int one, int other, int k) const {
        return load_.doorsOpen && (k - floor_ + 0.5) * grid_.sizeZ <
                                      plan_.aisles[at(std::max(one, other) - 1)].box.height;
    }

    /// The floor over a plenum: tiles in the cold aisles but for solid ones, seams elsewhere.
    void openFloor() {
        const PaddedGrid& c = grid_.cells;
        std::vector<double> open(c.size(), plan_.spec.floorLeakage);
        for (const AirAisle& a : plan_.aisles) {
            forCells(columns(a.box), rowsOf(a.box), aboveFloor(), [&](int i, int j, int k) {
                double& here = open[c.index(i, j, k)];
                here = a.cold ? plan_.spec.tileOpen : here;
            });
        }
        forSolidTiles(
            [&](int i, int j, int k) { open[c.index(i, j, k)] = plan_.spec.floorLeakage; });
        forCells({0, c.nx}, {0, c.ny}, aboveFloor(), [&](int i, int j, int k) {
            const std::size_t n = c.index(i, j, k), below = n - grid_.strides()[2];
            if (grid_.solid[n] == 0 && grid_.solid[below] == 0 && open[n] > 0.0) {
                grid_.leaks.push_back({below, 2, open[n]});
            }
        });
    }

    /// Open share of each face: panels are placed at the ends of a contained aisle.
    void faces() {
        const PaddedGrid& c = grid_.cells;
        std::vector<int> inside(c.size(), 0);
        const models::Containment kind = plan_.spec.containment;
        for (std::size_t n = 0; n < plan_.aisles.size(); ++n) {
            const AirAisle& a = plan_.aisles[n];
            Box b = a.box;
            if (kind == models::Containment::HotAisle && a.hot && !a.cold) {
                b.height = box_.height;
            } else if (kind != models::Containment::ColdAisle || !a.cold || a.hot) {
                continue;
            }
            forCells(columns(b), rowsOf(b), layers(b), [&](int i, int j, int k) {
                inside[c.index(i, j, k)] = static_cast<int>(n) + 1;
            });
        }
        const double leak = std::max(kTightest, plan_.spec.containmentLeakage);
        const bool openEnds = kind == models::Containment::ColdAisle &&
                              plan_.spec.airSupply != models::AirSupply::RaisedFloor;
        grid_.faces.grid = c;
        grid_.faces.resize();
        const std::array<std::vector<float>*, 3> faces{&grid_.faces.east, &grid_.faces.north,
                                                       &grid_.faces.up};
        forCells({0, c.nx}, {0, c.ny}, {0, c.nz}, [&](int i, int j, int k) {
            const std::size_t n = c.index(i, j, k);
            for (std::size_t a = 0; a < 3; ++a) {
                const std::size_t other = n + grid_.strides()[a];
                const bool isFloor = a == 2 && k + 1 == floor_;
                if (grid_.solid[n] != 0 || grid_.solid[other] != 0 || isFloor) {
                    continue;
                }
                if (inside[n] == inside[other] ||
                    (a == 0 && (openEnds || isDoor(inside[n], inside[other], k)))) {
                    (*faces[a])[n] = static_cast<float>(grid_.areas()[a] / grid_.sizes()[a]);
                } else {
                    grid_.leaks.push_back({n, static_cast<int>(a), leak});
                }
            }
        });
        if (floor_ > 0) {
            openFloor();
        }
    }

    /// Handlers that run.
    template <class Work>
    void forHandlers(const Work& work) {
        int number = 0;
        const std::vector<int>& off = load_.offHandlers;
        for (const EquipmentBox& e : layout_.equipment) {
            if (e.kind == EquipmentKind::Crah && e.group == hall_) {
                if (std::find(off.begin(), off.end(), number) == off.end()) {
                    work(e.box, e.isTurned, number);
                }
                ++number;
            }
        }
    }

    /// A distance of half a cell to the outside. `high`: in the ceiling, else in the floor or handler below the cell.
    void addReturn(int i, int j, int k, bool high) {
        const std::size_t n = grid_.cells.index(i, j, k);
        grid_.faces.out[n] = static_cast<float>(2.0 * grid_.areas()[2] / grid_.sizeZ);
        grid_.returns.push_back({n, 2, high});
    }

    void returns() {
        const PaddedGrid& c = grid_.cells;
        const int top = c.nz - 1;
        const auto grille = [&](int i, int j, int k) {
            if (isOpen(i, j, k)) {
                addReturn(i, j, k, true);
            }
        };
        const auto intoHandler = [&](int i, int j, int k) {
            if (isOpen(i, j, k)) {
                addReturn(i, j, k, false);
            }
        };
        if (plan_.spec.airReturn == models::AirReturn::Room &&
            !models::isHotSideContained(plan_.spec)) {
            forHandlers([&](const Box& b, bool /*turned*/, int /*number*/) {
                const int k = layers(b).last;
                forCells(columns(b), rowsOf(b), {k, k + 1}, intoHandler);
            });
        } else {
            for (const AirAisle& a : plan_.aisles) {
                if (a.hot) {
                    forCells(columns(a.box), rowsOf(a.box), {top, top + 1}, grille);
                }
            }
        }
        if (grid_.returns.empty()) {
            forCells({0, c.nx}, {0, c.ny}, {top, top + 1}, grille);
        }
    }

    /// Cells without a way to a return are none.
    void reach() {
        const PaddedGrid& c = grid_.cells;
        std::vector<unsigned char> seen(c.size(), 0);
        std::vector<std::size_t> queue;
        for (std::size_t n = 0; n < c.size(); ++n) {
            if (grid_.faces.out[n] > 0.0F) {
                seen[n] = 1;
                queue.push_back(n);
            }
        }
        const auto go = [&](std::size_t to, float conductance) {
            if (conductance > 0.0F && seen[to] == 0) {
                seen[to] = 1;
                queue.push_back(to);
            }
        };
        const std::size_t sy = at(c.strideY()), sz = at(c.strideZ());
        std::vector<std::vector<std::size_t>> behind(c.size());
        for (const AirLeak& l : grid_.leaks) {
            const std::size_t other = l.cell + grid_.strides()[at(l.axis)];
            behind[l.cell].push_back(other);
            behind[other].push_back(l.cell);
        }
        std::size_t head = 0;
        while (head < queue.size()) {  // which grows
            const std::size_t n = queue[head++];
            go(n + 1, grid_.faces.east[n]);
            go(n - 1, grid_.faces.east[n - 1]);
            go(n + sy, grid_.faces.north[n]);
            go(n - sy, grid_.faces.north[n - sy]);
            go(n + sz, grid_.faces.up[n]);
            go(n - sz, grid_.faces.up[n - sz]);
            for (const std::size_t other : behind[n]) {
                go(other, 1.0F);
            }
        }
        for (std::size_t n = 0; n < c.size(); ++n) {
            if (seen[n] == 0) {
                grid_.solid[n] = 1;
            }
        }
    }

    void addOpen(std::vector<AirPort>& to, int i, int j, int k, int axis, bool high) const {
        if (isOpen(i, j, k)) {
            to.push_back({grid_.cells.index(i, j, k), axis, high});
        }
    }

    /// Cells above tiles that are solid.
    template <class Work>
    void forSolidTiles(const Work& work) {
        for (const int number : load_.solidTiles) {
            const RackBox& rack = layout_.racks[at(number)];
            Box tile = rack.box;
            tile.y = rack.facesNorth() ? rack.box.y + rack.box.depth : rack.box.y - kTileM;
            tile.depth = kTileM;
            forCells(columns(tile), rowsOf(tile), aboveFloor(), work);
        }
    }

    /// Tiles of the cold aisles, but for those that are solid.
    void tiles() {
        const PaddedGrid& c = grid_.cells;
        std::vector<unsigned char> solid(c.size(), 0);
        forSolidTiles([&](int i, int j, int k) { solid[c.index(i, j, k)] = 1; });
        for (const AirAisle& a : plan_.aisles) {
            if (a.cold) {
                forCells(columns(a.box), rowsOf(a.box), aboveFloor(), [&](int i, int j, int k) {
                    if (solid[c.index(i, j, k)] == 0) {
                        addOpen(grid_.supplies, i, j, k, 2, false);
                    }
                });
            }
        }
    }

    /// Each handler that runs blows down into the plenum.
    void intoPlenum() {
        forHandlers([&](const Box& b, bool /*turned*/, int number) {
            forCells(columns(b), rowsOf(b), {floor_ - 1, floor_},
                     [&](int i, int j, int k) { addOpen(grid_.supplies, i, j, k, 2, true); });
            grid_.supplyHandlers.resize(grid_.supplies.size(), number);
        });
    }

    void supplies() {
        const PaddedGrid& c = grid_.cells;
        const auto floor = [&](int i, int j, int k) { addOpen(grid_.supplies, i, j, k, 2, false); };
        if (floor_ > 0) {
            intoPlenum();
        } else if (plan_.spec.airSupply == models::AirSupply::RaisedFloor) {
            tiles();
        } else if (plan_.spec.airSupply == models::AirSupply::Perimeter) {
            std::vector<unsigned char> hot(c.size(), 0);
            for (const AirAisle& a : plan_.aisles) {
                forCells(columns(a.box), rowsOf(a.box), {0, 1}, [&](int i, int j, int k) {
                    hot[c.index(i, j, k)] = a.hot && !a.cold ? 1 : 0;
                });
            }
            forCells({0, c.nx}, {0, c.ny}, {0, 1}, [&](int i, int j, int k) {
                if (hot[c.index(i, j, k)] == 0) {
                    floor(i, j, k);
                }
            });
        } else {
            fanWall();
        }
        if (grid_.supplies.empty() && load_.solidTiles.empty() && floor_ == 0) {
            forCells({0, c.nx}, {0, c.ny}, {0, 1}, floor);
        }
        grid_.supplyHandlers.resize(grid_.supplies.size(), -1);
    }

    /// Each handler blows out of the face that looks at the middle of the hall.
    void fanWall() {
        forHandlers([&](const Box& b, bool turned, int number) {
            const auto own = [&] { grid_.supplyHandlers.resize(grid_.supplies.size(), number); };
            const Range x = columns(b), y = rowsOf(b);
            if (turned) {
                const bool north = b.y + 0.5 * b.depth < box_.y + 0.5 * box_.depth;
                const int j = north ? y.last : y.first - 1;
                forCells(x, {j, j + 1}, layers(b), [&](int i, int jj, int k) {
                    addOpen(grid_.supplies, i, jj, k, 1, !north);
                });
                own();
                return;
            }
            const bool east = b.x + 0.5 * b.width < box_.x + 0.5 * box_.width;
            const int i = east ? x.last : x.first - 1;
            forCells({i, i + 1}, y, layers(b),
                     [&](int ii, int j, int k) { addOpen(grid_.supplies, ii, j, k, 0, !east); });
            own();
        });
    }

    void place(AirMover mover) {
        if (mover.inlets.empty() || (mover.outlets.empty() && mover.ductShare < 1.0)) {
            grid_.closedW += mover.heatW;
            if (mover.rack >= 0) {
                grid_.closedRacks.push_back(mover.rack);
            }
        } else {
            grid_.movers.push_back(std::move(mover));
        }
    }

    double moved(double flowM3PerS, double heatW, double riseK) const {
        return flowM3PerS > 0.0 ? flowM3PerS : std::max(0.0, heatW) / (plan_.air.jPerM3K * riseK);
    }

    void racks() {
        const PaddedGrid& c = grid_.cells;
        for (const HallAirPlan::Row& row : plan_.rows) {
            for (int r = row.firstRack; r < row.firstRack + row.racks; ++r) {
                const RackBox& rack = layout_.racks[at(r)];
                AirMover mover;
                mover.rack = r;
                mover.heatW = load_.heatW[at(r)];
                mover.flowM3PerS = moved(load_.flowM3PerS[at(r)], mover.heatW, models::kDraughtK);
                if (mover.flowM3PerS <= 0.0) {
                    continue;
                }
                mover.gapShare = load_.flowM3PerS[at(r)] > 0.0 ? load_.gapShare : 0.0;
                mover.flowM3PerS *= 1.0 - mover.gapShare;
                const Range x = columnsOf(rack.box.x - box_.x, rack.box.width, grid_.sizeX, c.nx);
                const Range y = rowsOf(rack.box), z = layers(rack.box);
                const int south = y.first - 1, north = y.last;
                const int front = rack.facesNorth() ? north : south;
                const int back = rack.facesNorth() ? south : north;
                forCells(x, {front, front + 1}, z, [&](int i, int j, int k) {
                    addOpen(mover.inlets, i, j, k, 1, !rack.facesNorth());
                });
                forCells(x, {back, back + 1}, z, [&](int i, int j, int k) {
                    addOpen(mover.outlets, i, j, k, 1, rack.facesNorth());
                });
                if (plan_.spec.containment == models::Containment::Chimney &&
                    load_.flowM3PerS[at(r)] > 0.0) {
                    mover.ductShare =
                        mover.outlets.empty() ? 1.0 : 1.0 - plan_.spec.containmentLeakage;
                }
                if (mover.ductShare >= 1.0) {
                    mover.outlets.clear();
                }
                place(std::move(mover));
            }
        }
    }

    void cabinets() {
        AirMover mover;
        mover.heatW = load_.extraW;
        mover.flowM3PerS =
            mover.heatW > 0.0 ? moved(load_.extraM3PerS, mover.heatW, models::kCabinetRiseK) : 0.0;
        mover.ductShare = models::cabinetsAreDucted(plan_.spec) ? 1.0 : 0.0;
        if (mover.flowM3PerS <= 0.0) {
            return;
        }
        for (const EquipmentBox& e : layout_.equipment) {
            const bool cabinet =
                e.kind == EquipmentKind::NetworkRack || e.kind == EquipmentKind::StorageRack;
            if (!cabinet || !standsHere(e)) {
                continue;
            }
            const Range x = columns(e.box), y = rowsOf(e.box), z = layers(e.box);
            forCells(x, {y.last, y.last + 1}, z,
                     [&](int i, int j, int k) { addOpen(mover.inlets, i, j, k, 1, false); });
            if (mover.ductShare < 1.0) {
                forCells(x, y, {z.last, z.last + 1},
                         [&](int i, int j, int k) { addOpen(mover.outlets, i, j, k, 2, false); });
            }
        }
        place(std::move(mover));
    }

    /// Closes the faces of ports: the flow through a port is known.
    void closePorts() {
        const std::array<std::vector<float>*, 3> faces{&grid_.faces.east, &grid_.faces.north,
                                                       &grid_.faces.up};
        std::array<std::vector<unsigned char>, 3> taken;
        for (auto& each : taken) {
            each.assign(grid_.cells.size(), 0);
        }
        const auto close = [&](const std::vector<AirPort>& ports) {
            for (const AirPort& p : ports) {
                (*faces[at(p.axis)])[grid_.faceOf(p)] = 0.0F;
                taken[at(p.axis)][grid_.faceOf(p)] = 1;
            }
        };
        close(grid_.supplies);
        for (const AirMover& m : grid_.movers) {
            close(m.inlets);
            close(m.outlets);
        }
        std::erase_if(grid_.leaks, [&](const AirLeak& l) {
            return taken[at(l.axis)][l.cell] != 0 || grid_.solid[l.cell] != 0;
        });
    }

    const Layout& layout_;
    const Box box_;
    const int hall_;
    const HallAirPlan& plan_;
    const HallAirLoad& load_;
    int floor_ = 0;  ///< layers of cells below the floor
    AirGrid grid_;
};

}  // namespace

double airCellM(const Box& hall) {
    const double volume = hall.width * hall.depth * hall.height;
    for (const CellChoice& c : kChoices) {
        if (volume / (c.cellM * c.cellM * c.cellM) <= c.mostCells) {
            return c.cellM;
        }
    }
    return std::cbrt(volume / kChoices.back().mostCells);
}

double airCellErrorK(double cellM) {
    constexpr double kSameM = 1e-6;
    for (const CellError& e : kCellErrors) {
        if (cellM <= e.cellM + kSameM) {
            return e.missK;
        }
    }
    return kCellErrors.back().missK;
}

AirGrid airGrid(const Layout& layout, int hall, const HallAirPlan& plan, const HallAirLoad& load,
                double cellM) {
    return GridBuilder(layout, hall, plan, load, cellM).build();
}

std::vector<AirPort> topThird(const AirGrid& grid, const std::vector<AirPort>& ports) {
    const auto level = [&](const AirPort& p) {
        return static_cast<int>(p.cell) / grid.cells.strideZ();
    };
    const auto [lowest, highest] = std::minmax_element(
        ports.begin(), ports.end(),
        [&](const AirPort& a, const AirPort& b) { return level(a) < level(b); });
    std::vector<AirPort> top;
    for (const AirPort& p : ports) {
        if (3 * (level(*highest) - level(p)) < level(*highest) - level(*lowest) + 1) {
            top.push_back(p);
        }
    }
    return top;
}

}  // namespace headroom::engine
