// SPDX-License-Identifier: Apache-2.0
#include "engine/floor/floor.h"

#include "engine/base/index.h"
#include "models/compute/accelerator.h"
#include "models/compute/rack.h"
#include "models/compute/server.h"
#include "models/facility/hall.h"
#include "models/facility/rack_block.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

/// Trays hang that far over the tallest rack. Assumption: room for a hand and the bend radius.
constexpr double kTrayOverRackM = 0.4;

/// Height of network cabinets, which every hall has room for.

struct Parts {
    models::RackBlockSpec spec;
    const models::RackSpec* rack = nullptr;
    const models::ServerSpec* server = nullptr;
    const models::AcceleratorSpec* accelerator = nullptr;
    std::string id;
    std::string pool;
};

/// Rate of one adapter [bytes/s]: the accelerators' share of the fabric, over the adapters.
double adapterRate(const Parts& p) {
    if (p.server->nics == 0 || std::isnan(p.accelerator->scaleOutBytesPerS)) {
        return 0.0;
    }
    return p.accelerator->scaleOutBytesPerS * p.server->accelerators / p.server->nics;
}

std::vector<Parts> partsOf(const Project& project, const Catalogue& catalogue) {
    std::vector<Parts> all;
    std::vector<std::string> pools;
    for (const Object* object : project.objectsOf("rack_block")) {
        Parts p;
        p.id = object->id;
        p.spec = specOf<models::RackBlockSpec>(*object);
        p.rack = catalogue.spec<models::RackSpec>(p.spec.rack);
        p.server = p.rack == nullptr ? nullptr : catalogue.spec<models::ServerSpec>(p.rack->server);
        p.accelerator = p.server == nullptr
                            ? nullptr
                            : catalogue.spec<models::AcceleratorSpec>(p.server->accelerator);
        if (p.accelerator == nullptr) {
            continue;
        }
        p.pool = p.server->accelerator;
        if (std::find(pools.begin(), pools.end(), p.pool) == pools.end()) {
            pools.push_back(p.pool);
        }
        all.push_back(std::move(p));
    }
    const auto order = [&](const Parts& p) {
        return std::find(pools.begin(), pools.end(), p.pool) - pools.begin();
    };
    std::stable_sort(all.begin(), all.end(),
                     [&](const Parts& a, const Parts& b) { return order(a) < order(b); });
    return all;
}

void addRacks(const Parts& p, int block, int hall, const Box& hallBox, int firstRow, Floor& floor) {
    const double pitchM = std::isnan(p.spec.rackPitchM) ? p.rack->widthM : p.spec.rackPitchM;
    for (int row = 0; row < p.spec.rows; ++row) {
        for (int column = 0; column < p.spec.racksPerRow; ++column) {
            FloorRack rack;
            rack.box = rackPlace(p.spec, *p.rack, pitchM, hallBox.x, hallBox.y, row, column);
            rack.hall = hall;
            rack.block = block;
            rack.row = firstRow + row;
            floor.racks.push_back(rack);
        }
    }
}

}  // namespace

double Floor::serverZM(const FloorBlock& block, int serverOfRack) const {
    const Box& rack = racks[at(block.firstRack)].box;
    return rack.height * (serverOfRack + 0.5) / block.serversPerRack;
}

Floor floorOf(const Project& project, const Catalogue& catalogue) {
    Floor floor;
    for (const Object* object : project.objectsOf("fabric")) {
        floor.fabrics.push_back(object->id);
    }
    for (const Object* object : project.objectsOf("hall")) {
        const auto spec = specOf<models::HallSpec>(*object);
        floor.hallIndex[object->id] = static_cast<int>(floor.halls.size());
        floor.halls.push_back({spec.xM, spec.yM, 0.0, spec.widthM, spec.depthM, spec.heightM});
    }
    floor.trayM.assign(floor.halls.size(), kCabinetHeightM + kTrayOverRackM);
    int row = 0;
    for (const Parts& p : partsOf(project, catalogue)) {
        const auto hall = floor.hallIndex.find(p.spec.hall);
        if (hall == floor.hallIndex.end()) {
            continue;
        }
        FloorBlock b;
        b.id = p.id;
        const auto fabric = std::find(floor.fabrics.begin(), floor.fabrics.end(), p.spec.fabric);
        b.fabric =
            fabric == floor.fabrics.end() ? -1 : static_cast<int>(fabric - floor.fabrics.begin());
        b.hall = hall->second;
        b.firstRack = static_cast<int>(floor.racks.size());
        b.racks = p.spec.rows * p.spec.racksPerRow;
        b.racksPerRow = p.spec.racksPerRow;
        b.serversPerRack = p.rack->servers;
        b.firstServer = floor.servers;
        b.spec = p.spec;
        b.rackM = std::isnan(p.spec.rackPitchM) ? p.rack->widthM : p.spec.rackPitchM;
        b.nics = p.server->nics;
        b.adapterBytesPerS = adapterRate(p);
        b.frontEndBytesPerS = p.server->frontEndBytesPerS;
        addRacks(p, static_cast<int>(floor.blocks.size()), b.hall, floor.halls[at(b.hall)], row,
                 floor);
        row += p.spec.rows;
        floor.servers += b.servers();
        floor.trayM[at(b.hall)] =
            std::max(floor.trayM[at(b.hall)], p.rack->heightM + kTrayOverRackM);
        floor.blocks.push_back(std::move(b));
    }
    return floor;
}

}  // namespace headroom::engine
