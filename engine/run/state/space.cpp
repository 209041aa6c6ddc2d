// SPDX-License-Identifier: Apache-2.0
#include "engine/run/state/space.h"

#include "engine/plant/index.h"
#include "engine/run/state/cause_state.h"

#include <numeric>

namespace headroom::engine {

namespace {

/// An index space of a fixed length, equal in all plants.
IndexMap fixed(std::size_t count) {
    IndexMap map;
    map.toOld.resize(count);
    std::iota(map.toOld.begin(), map.toOld.end(), 0);
    map.toNew = map.toOld;
    return map;
}

/// A table of rows and columns, row by row.
IndexMap table(const IndexMap& rows, const IndexMap& columns) {
    IndexMap map;
    const auto fill = [](std::vector<std::int32_t>& to, const std::vector<std::int32_t>& rowTo,
                         const std::vector<std::int32_t>& columnTo, std::size_t otherColumns) {
        for (const std::int32_t row : rowTo) {
            for (const std::int32_t column : columnTo) {
                to.push_back(row < 0 || column < 0
                                 ? -1
                                 : static_cast<std::int32_t>(at(row) * otherColumns) + column);
            }
        }
    };
    fill(map.toOld, rows.toOld, columns.toOld, columns.toNew.size());
    fill(map.toNew, rows.toNew, columns.toNew, columns.toOld.size());
    return map;
}

}  // namespace

const char* nameOf(Space space) {
    static constexpr std::array<const char*, static_cast<std::size_t>(Space::Count)> kNames = {
        "entries",
        "entries",
        "jobs",
        "racks",
        "servers",
        "accelerators",
        "rack blocks",
        "pools",
        "schedulers",
        "halls",
        "CDUs",
        "loops",
        "coolant circuits",
        "coolant nodes",
        "coolant nodes and halls",
        "coolant links",
        "air zones",
        "power units",
        "power edges",
        "cords",
        "power loads",
        "fabrics",
        "hazards",
        "hazards and none",
        "servers and none",
        "storage blocks",
        "drills",
        "sources of jobs",
        "services",
        "other sites",
        "places of data sets",
        "indicators"};
    return kNames[static_cast<std::size_t>(space)];
}

std::size_t countOf(Space space, const Plant& plant) {
    switch (space) {
        case Space::One:
            return 1;
        case Space::List:
        case Space::Job:
        case Space::Count:
            return 0;
        case Space::Rack:
            return at(plant.racks);
        case Space::Server:
            return at(plant.servers);
        case Space::Slot:
            return at(plant.accelerators);
        case Space::Block:
            return plant.blocks.size();
        case Space::Pool:
            return plant.pools.size();
        case Space::Scheduler:
            return plant.scheduling.plain ? 0 : plant.pools.size();
        case Space::Hall:
            return plant.halls.size();
        case Space::Cdu:
            return plant.cdus.size();
        case Space::Loop:
            return plant.loops.size();
        case Space::Circuit:
            return plant.cooling ? plant.cooling->circuits.size() : 0;
        case Space::Node:
            return plant.cooling ? plant.cooling->nodes.size() : 0;
        case Space::AirNode:
            return countOf(Space::Node, plant) + plant.halls.size();
        case Space::Link:
            return plant.cooling ? plant.cooling->links.size() : 0;
        case Space::Zone: {
            std::size_t zones = 0;
            for (const HallAirPlan& air : plant.hallAir) {
                zones += at(air.zones);
            }
            return zones;
        }
        case Space::Unit:
            return plant.network ? plant.network->units.size() : 0;
        case Space::Edge:
            return plant.network ? plant.network->edges.size() : 0;
        case Space::Cord:
            return plant.network ? plant.network->cordUnit.size() : 0;
        case Space::Load:
            return plant.network ? plant.network->loads.size() : 0;
        case Space::Fabric:
            return plant.fabric ? plant.fabric->fabrics.size() : 0;
        case Space::Hazard:
            return plant.hazards.size();
        case Space::HazardOrNone:
            return plant.hazards.size() + 1;
        case Space::ServerTree:
            return at(plant.servers) + 1;
        case Space::Storage:
            return plant.storageHall.size();
        case Space::Drill:
            return plant.drills.size();
        case Space::Source:
            return plant.generators.size() + plant.traces.size() + plant.batches.size();
        case Space::Service:
            return plant.services.size();
        case Space::Remote:
            return plant.remotes.size();
        case Space::DataPlace:
            return plant.dataSets.size() * (plant.remotes.size() + 1);
        case Space::Indicator:
            return kFacilityIndicators + plant.loops.size();
    }
    return 0;
}

SpaceMaps::SpaceMaps(const PlantMap& m) {
    const IndexMap one = fixed(1), facility = fixed(kFacilityIndicators);
    const auto set = [this](Space space, const IndexMap* map) {
        maps_[static_cast<std::size_t>(space)] = map;
    };
    set(Space::Rack, &m.rack), set(Space::Server, &m.server), set(Space::Slot, &m.slot);
    set(Space::Block, &m.block), set(Space::Pool, &m.pool), set(Space::Hall, &m.hall);
    set(Space::Cdu, &m.cdu), set(Space::Loop, &m.loop), set(Space::Circuit, &m.circuit);
    set(Space::Node, &m.node), set(Space::Link, &m.link), set(Space::Zone, &m.zone);
    set(Space::Unit, &m.unit), set(Space::Edge, &m.edge), set(Space::Cord, &m.cord);
    set(Space::Load, &m.load), set(Space::Fabric, &m.fabric), set(Space::Hazard, &m.hazard);
    set(Space::Drill, &m.drill), set(Space::Storage, &m.storage), set(Space::Service, &m.service);
    set(Space::Remote, &m.remote);
    set(Space::AirNode, join({&m.node, &m.hall}));
    set(Space::HazardOrNone, join({&m.hazard, &one}));
    set(Space::Source, join({&m.generator, &m.trace, &m.batch}));
    set(Space::Indicator, join({&facility, &m.loop}));
    const IndexMap* places = join({&m.remote, &one});
    made_[next_] = table(m.dataSet, *places);
    set(Space::DataPlace, &made_[next_]);
}

const IndexMap* SpaceMaps::join(std::initializer_list<const IndexMap*> maps) {
    IndexMap& joined = made_[next_++];
    const auto append = [](std::vector<std::int32_t>& to, const std::vector<std::int32_t>& part,
                           std::size_t from) {
        for (const std::int32_t i : part) {
            to.push_back(i < 0 ? -1 : i + static_cast<std::int32_t>(from));
        }
    };
    std::size_t old = 0, now = 0;
    for (const IndexMap* map : maps) {
        append(joined.toOld, map->toOld, old);
        append(joined.toNew, map->toNew, now);
        old += map->toNew.size();
        now += map->toOld.size();
    }
    return &joined;
}

}  // namespace headroom::engine
