// SPDX-License-Identifier: Apache-2.0
#include "engine/fabric/place_switches.h"

#include "engine/base/index.h"

#include <algorithm>
#include <utility>

namespace headroom::engine {

namespace {

// Assumption: cabinets of the usual size with 16 switches of 1 to 2 U and their patch panels.
constexpr double kCabinetWidthM = 0.6, kCabinetDepthM = 1.2;
constexpr int kSwitchesPerCabinet = 16;

// Assumption: circuit switches of 6 to 7 U with the patch panels of their fibres.
constexpr int kCircuitSwitchesPerCabinet = 4;
constexpr double kWallGapM = 0.4, kCornerM = 3.0, kLinePitchM = 2.4;

/// A leaf is placed among its racks if the outermost are not a further apart: four racks of 0.75 m.

/// Hands out cabinet places of one hall, west to east, then further lines.
class CabinetLine {
  public:
    CabinetLine(const Box& hall, bool oneLine) : hall_(hall), oneLine_(oneLine) { start(); }

    /// False: the hall is full.
    bool next(Box& out) {
        if (x_ + kCabinetWidthM >= hall_.x + hall_.width - kCornerM) {
            if (oneLine_) {
                return false;
            }
            start();
            y_ += kLinePitchM;
        }
        if (x_ + kCabinetWidthM >= hall_.x + hall_.width - kCornerM ||
            y_ + kCabinetDepthM + kWallGapM > hall_.y + hall_.depth) {
            return false;
        }
        out = {x_, y_, 0.0, kCabinetWidthM, kCabinetDepthM, kCabinetHeightM};
        x_ += kCabinetWidthM;
        return true;
    }

  private:
    void start() {
        x_ = hall_.x + kCornerM;
        y_ = started_ ? y_ : hall_.y + kWallGapM;
        started_ = true;
    }

    Box hall_;
    bool oneLine_ = false, started_ = false;
    double x_ = 0.0, y_ = 0.0;
};

class Placer {
  public:
    Placer(const Floor& floor, FabricNetwork& network) : floor_(floor), network_(network) {}

    void place() {
        waiting_.assign(floor_.halls.size(), {});
        for (std::size_t f = 0; f < network_.fabrics.size(); ++f) {
            decide(static_cast<int>(f));
        }
        for (std::size_t h = 0; h < floor_.halls.size(); ++h) {
            cabinets(static_cast<int>(h));
        }
    }

  private:
    /// Racks that a leaf serves, as far as its place depends on them.
    struct Served {
        int hall = -1, row = -1;
        bool oneRow = true;
        double westM = 0.0, eastM = 0.0;
        int westRack = 0, eastRack = 0;
    };

    std::vector<Served> served(int fabric) const {
        const Topology& topology = *network_.fabrics[at(fabric)].topology;
        std::vector<Served> leaves(at(topology.leaves()));
        for (const FloorBlock& b : floor_.blocks) {
            if (b.fabric != fabric || b.nics == 0) {
                continue;
            }
            for (int s = 0; s < b.servers(); ++s) {
                const int rack = b.firstRack + s / b.serversPerRack;
                const int first = network_.serverFirstEndpoint[at(b.firstServer + s)];
                for (int n = 0; n < b.nics; ++n) {
                    add(leaves[at(topology.leafOf(first + n))], rack);
                }
            }
        }
        return leaves;
    }

    void add(Served& leaf, int rackNumber) const {
        const FloorRack& rack = floor_.racks[at(rackNumber)];
        const double middleM = rack.box.x + 0.5 * rack.box.width;
        if (leaf.hall < 0) {
            leaf = {rack.hall, rack.row, true, middleM, middleM, rackNumber, rackNumber};
            return;
        }
        leaf.oneRow = leaf.oneRow && rack.row == leaf.row;
        if (middleM < leaf.westM) {
            leaf.westM = middleM;
            leaf.westRack = rackNumber;
        }
        if (middleM > leaf.eastM) {
            leaf.eastM = middleM;
            leaf.eastRack = rackNumber;
        }
    }

    void decide(int fabric) {
        Fabric& f = network_.fabrics[at(fabric)];
        if (f.topology == nullptr) {
            return;
        }
        const std::vector<Served> leaves = served(fabric);
        const int count = f.topology->switches();
        const int perPlane = count / f.topology->spec().planes;
        f.switches.resize(at(count));
        for (int s = 0; s < count; ++s) {
            FabricSwitch& sw = f.switches[at(s)];
            sw.place = f.topology->place(s);
            sw.hall = f.hall;
            const int leaf = s % perPlane;  // the leaves are the first switches of a plane
            if (leaf < f.topology->leaves() && leaves[at(leaf)].hall >= 0) {
                const Served& with = leaves[at(leaf)];
                sw.hall = with.hall;
                if (with.oneRow && with.eastM - with.westM <= kNeighboursM) {
                    sw.rack = (with.westRack + with.eastRack) / 2;
                    const Box& box = floor_.racks[at(sw.rack)].box;
                    sw.xM = box.x + 0.5 * box.width;
                    sw.yM = box.y + 0.5 * box.depth;
                    sw.zM = 0.5 * box.height;
                    continue;
                }
            }
            waiting_[at(sw.hall)].emplace_back(fabric, s);
        }
    }

    void cabinets(int hall) {
        const bool racks = std::any_of(floor_.racks.begin(), floor_.racks.end(),
                                       [&](const FloorRack& r) { return r.hall == hall; });
        CabinetLine line(floor_.halls[at(hall)], racks);
        int inCabinet = 0, fabric = -1;
        bool full = false;
        for (const auto& [owner, number] : waiting_[at(hall)]) {
            if (inCabinet == kSwitchesPerCabinet || owner != fabric) {
                full = full || !open(line, hall, owner, -1);
                fabric = owner;
                inCabinet = 0;
            }
            ++inCabinet;
            stand(network_.fabrics[at(owner)].switches[at(number)], hall);
        }
        circuits(line, hall);
        for (std::size_t g = 0; g < network_.storage.size(); ++g) {
            for (int n = 0; network_.storage[g].hall == hall && n < network_.storage[g].blocks;
                 ++n) {
                open(line, hall, -1, static_cast<int>(g));
            }
        }
    }

    void circuits(CabinetLine& line, int hall) {
        for (std::size_t f = 0; f < network_.fabrics.size(); ++f) {
            const Fabric& fabric = network_.fabrics[f];
            const std::int64_t count = fabric.hall == hall ? fabric.counts.circuitSwitches : 0;
            for (std::int64_t n = 0; n < count; n += kCircuitSwitchesPerCabinet) {
                open(line, hall, static_cast<int>(f), -1);
            }
        }
    }

    bool open(CabinetLine& line, int hall, int fabric, int storage) {
        FabricCabinet cabinet;
        cabinet.hall = hall;
        cabinet.fabric = fabric;
        cabinet.storage = storage;
        if (!line.next(cabinet.box)) {
            return false;
        }
        network_.cabinets.push_back(cabinet);
        return true;
    }

    void stand(FabricSwitch& sw, int hall) const {
        const Box& room = floor_.halls[at(hall)];
        Box box{room.x + kCornerM, room.y + kWallGapM, 0.0,
                kCabinetWidthM,    kCabinetDepthM,     kCabinetHeightM};
        if (!network_.cabinets.empty() && network_.cabinets.back().hall == hall) {
            sw.cabinet = static_cast<int>(network_.cabinets.size()) - 1;
            box = network_.cabinets.back().box;
        }
        sw.xM = box.x + 0.5 * box.width;
        sw.yM = box.y + 0.5 * box.depth;
        sw.zM = 0.5 * box.height;
    }

    const Floor& floor_;
    FabricNetwork& network_;
    std::vector<std::vector<std::pair<int, int>>> waiting_;  ///< by hall: fabric and switch
};

}  // namespace

void placeSwitches(const Floor& floor, FabricNetwork& network) {
    Placer(floor, network).place();
}

std::vector<FabricSwitch> circuitSwitches(const Floor& floor, const FabricNetwork& network,
                                          int fabric) {
    const Fabric& f = network.fabrics[at(fabric)];
    std::vector<bool> taken(network.cabinets.size(), false);
    for (const Fabric& each : network.fabrics) {
        for (const FabricSwitch& sw : each.switches) {
            if (sw.cabinet >= 0) {
                taken[at(sw.cabinet)] = true;
            }
        }
    }
    std::vector<int> own;
    for (std::size_t c = 0; c < network.cabinets.size(); ++c) {
        if (network.cabinets[c].fabric == fabric && !taken[c]) {
            own.push_back(static_cast<int>(c));
        }
    }
    const Box& room = floor.halls[at(f.hall)];
    std::vector<FabricSwitch> circuits(static_cast<std::size_t>(f.counts.circuitSwitches));
    for (std::size_t n = 0; n < circuits.size(); ++n) {
        FabricSwitch& sw = circuits[n];
        sw.hall = f.hall;
        Box box{room.x + kCornerM, room.y + kWallGapM, 0.0,
                kCabinetWidthM,    kCabinetDepthM,     kCabinetHeightM};
        if (!own.empty()) {  // those that the hall has no room for: with the last
            sw.cabinet = own[std::min(n / kCircuitSwitchesPerCabinet, own.size() - 1)];
            box = network.cabinets[at(sw.cabinet)].box;
        }
        sw.xM = box.x + 0.5 * box.width;
        sw.yM = box.y + 0.5 * box.depth;
        sw.zM = 0.5 * box.height;
    }
    return circuits;
}

std::vector<EndpointPlace> endpointPlaces(const Floor& floor, const FabricNetwork& network,
                                          int fabric) {
    EndpointPlace none;
    none.hall = -1;
    std::vector<EndpointPlace> places(at(network.fabrics[at(fabric)].topology->endpoints()), none);
    for (const FloorBlock& b : floor.blocks) {
        if (b.fabric != fabric) {
            continue;
        }
        for (int s = 0; s < b.servers(); ++s) {
            const int rack = b.firstRack + s / b.serversPerRack;
            const FloorRack& r = floor.racks[at(rack)];
            const EndpointPlace place{r.hall,
                                      rack,
                                      r.row,
                                      r.box.x + 0.5 * r.box.width,
                                      r.box.y + 0.5 * r.box.depth,
                                      floor.serverZM(b, s % b.serversPerRack)};
            const int first = network.serverFirstEndpoint[at(b.firstServer + s)];
            std::fill_n(places.begin() + first, b.nics, place);
        }
    }
    for (std::size_t g = 0; g < network.storage.size(); ++g) {
        const StorageJoin& join = network.storage[g];
        if (join.fabric != fabric) {
            continue;
        }
        std::vector<const FabricCabinet*> boxes;
        for (const FabricCabinet& c : network.cabinets) {
            if (c.storage == static_cast<int>(g)) {
                boxes.push_back(&c);
            }
        }
        for (int e = 0; e < join.endpoints; ++e) {
            const Box& room = floor.halls[at(join.hall)];
            EndpointPlace place{join.hall, -1, -1, room.x + kCornerM, room.y + kWallGapM, 1.0};
            if (!boxes.empty()) {
                const Box& box = boxes[at(e) * boxes.size() / at(join.endpoints)]->box;
                place.xM = box.x + 0.5 * box.width;
                place.yM = box.y + 0.5 * box.depth;
                place.zM = 0.5 * box.height;
            }
            places[at(join.firstEndpoint + e)] = place;
        }
    }
    return places;
}

}  // namespace headroom::engine
