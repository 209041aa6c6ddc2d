// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/plant_map.h"

#include "engine/plant/index.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <unordered_map>

namespace headroom::engine {

namespace {

IndexMap empty(std::size_t before, std::size_t after) {
    return {std::vector<std::int32_t>(after, -1), std::vector<std::int32_t>(before, -1)};
}

void pair(IndexMap& map, int old, int now) {
    map.toNew[at(old)] = now;
    map.toOld[at(now)] = old;
}

/// By a key of each entry; equal keys pair in order.
template <class List, class Key>
IndexMap byKey(const List& before, const List& after, Key&& key) {
    IndexMap map = empty(before.size(), after.size());
    using K = std::decay_t<decltype(key(before.front()))>;
    // The plain case first: nothing has moved.
    bool moved = before.size() != after.size();
    for (std::size_t i = 0; i < before.size() && !moved; ++i) {
        moved = !(key(before[i]) == key(after[i]));
    }
    if (!moved) {
        for (std::size_t i = 0; i < before.size(); ++i) {
            pair(map, static_cast<int>(i), static_cast<int>(i));
        }
        return map;
    }
    std::unordered_map<K, std::vector<int>> old;
    for (std::size_t i = before.size(); i-- > 0;) {
        old[key(before[i])].push_back(static_cast<int>(i));
    }
    for (std::size_t i = 0; i < after.size(); ++i) {
        const auto found = old.find(key(after[i]));
        if (found != old.end() && !found->second.empty()) {
            pair(map, found->second.back(), static_cast<int>(i));
            found->second.pop_back();
        }
    }
    return map;
}

template <class List>
IndexMap byId(const List& before, const List& after) {
    return byKey(before, after, [](const auto& x) { return std::string_view{x.id}; });
}

void mapFloor(const Plant& a, const Plant& b, PlantMap& m) {
    m.pool = byKey(a.pools, b.pools, [](const PlantPool& p) {
        return p.accelerator + '*' + std::to_string(p.acceleratorsPerServer);
    });
    m.block = byId(a.blocks, b.blocks);
    m.rack = empty(at(a.racks), at(b.racks));
    m.server = empty(at(a.servers), at(b.servers));
    m.slot = empty(at(a.accelerators), at(b.accelerators));
    for (std::size_t i = 0; i < b.blocks.size(); ++i) {
        if (m.block.toOld[i] < 0) {
            continue;
        }
        const PlantBlock& now = b.blocks[i];
        const PlantBlock& old = a.blocks[at(m.block.toOld[i])];
        const bool sameServers =
            old.rack.server == now.rack.server && m.pool.now(old.pool) == now.pool;
        const int servers = sameServers ? std::min(old.rack.servers, now.rack.servers) : 0;
        const int each = now.server.accelerators;
        for (int row = 0; row < std::min(old.spec.rows, now.spec.rows); ++row) {
            for (int k = 0; k < std::min(old.spec.racksPerRow, now.spec.racksPerRow); ++k) {
                const int oldRack = row * old.spec.racksPerRow + k;
                const int nowRack = row * now.spec.racksPerRow + k;
                pair(m.rack, old.firstRack + oldRack, now.firstRack + nowRack);
                for (int s = 0; s < servers; ++s) {
                    const int oldServer = old.firstServer + oldRack * old.rack.servers + s;
                    const int nowServer = now.firstServer + nowRack * now.rack.servers + s;
                    pair(m.server, oldServer, nowServer);
                    for (int n = 0; n < each; ++n) {
                        pair(m.slot, a.serverFirstSlot[at(oldServer)] + n,
                             b.serverFirstSlot[at(nowServer)] + n);
                    }
                }
            }
        }
    }
}

void mapCooling(const Plant& a, const Plant& b, PlantMap& m) {
    m.hall = byId(a.halls, b.halls);
    m.cdu = byId(a.cdus, b.cdus);
    m.loop = byId(a.loops, b.loops);
    const CoolingNetwork &x = *a.cooling, &y = *b.cooling;
    m.circuit = byId(x.circuits, y.circuits);
    m.node = empty(x.nodes.size(), y.nodes.size());
    m.link = empty(x.links.size(), y.links.size());
    for (std::size_t c = 0; c < y.circuits.size(); ++c) {
        if (m.circuit.toOld[c] < 0) {
            continue;
        }
        const CoolingCircuit& now = y.circuits[c];
        const CoolingCircuit& old = x.circuits[at(m.circuit.toOld[c])];
        const auto part = [](const auto& all, int first, int count) {
            return std::vector(all.begin() + first, all.begin() + first + count);
        };
        const IndexMap nodes =
            byKey(part(x.nodes, old.firstNode, old.nodes), part(y.nodes, now.firstNode, now.nodes),
                  [](const CoolingNode& n) { return n.name; });
        for (int i = 0; i < now.nodes; ++i) {
            if (nodes.toOld[at(i)] >= 0) {
                pair(m.node, old.firstNode + nodes.toOld[at(i)], now.firstNode + i);
            }
        }
        const IndexMap links = byKey(
            part(x.links, old.firstLink, old.links), part(y.links, now.firstLink, now.links),
            [](const CoolingLink& l) { return std::to_string(static_cast<int>(l.kind)) + l.name; });
        for (int i = 0; i < now.links; ++i) {
            if (links.toOld[at(i)] >= 0) {
                pair(m.link, old.firstLink + links.toOld[at(i)], now.firstLink + i);
            }
        }
    }
    // Zones of air: of halls whose aisles are the same in number.
    int oldZones = 0, nowZones = 0;
    std::vector<int> first;
    for (const HallAirPlan& air : a.hallAir) {
        first.push_back(oldZones);
        oldZones += air.zones;
    }
    for (const HallAirPlan& air : b.hallAir) {
        nowZones += air.zones;
    }
    m.zone = empty(at(oldZones), at(nowZones));
    int zone = 0;
    for (std::size_t h = 0; h < b.hallAir.size(); ++h) {
        const int old = m.hall.toOld[h];
        if (old >= 0 && a.hallAir[at(old)].zones == b.hallAir[h].zones) {
            for (int z = 0; z < b.hallAir[h].zones; ++z) {
                pair(m.zone, first[at(old)] + z, zone + z);
            }
        }
        zone += b.hallAir[h].zones;
    }
}

void mapPower(const Plant& a, const Plant& b, PlantMap& m) {
    const PowerNetwork &x = *a.network, &y = *b.network;
    m.array = byId(x.arrays, y.arrays);
    m.unit = empty(x.units.size(), y.units.size());
    m.edge = empty(x.edges.size(), y.edges.size());
    m.cord = empty(x.cordUnit.size(), y.cordUnit.size());
    m.load = empty(x.loads.size(), y.loads.size());
    for (std::size_t i = 0; i < y.arrays.size(); ++i) {
        if (m.array.toOld[i] < 0) {
            continue;
        }
        const PowerArray& now = y.arrays[i];
        const PowerArray& old = x.arrays[at(m.array.toOld[i])];
        for (int u = 0; u < std::min(old.units, now.units); ++u) {
            if (x.units[at(old.firstUnit + u)].kind == y.units[at(now.firstUnit + u)].kind) {
                pair(m.unit, old.firstUnit + u, now.firstUnit + u);
            }
        }
    }
    for (std::size_t i = 0; i < y.units.size(); ++i) {
        if (m.unit.toOld[i] < 0) {
            continue;
        }
        const PowerUnit& now = y.units[i];
        const PowerUnit& old = x.units[at(m.unit.toOld[i])];
        for (int k = 0; k < std::min(old.edges, now.edges); ++k) {
            if (m.unit.now(x.edges[at(old.firstEdge + k)].from) ==
                y.edges[at(now.firstEdge + k)].from) {
                pair(m.edge, old.firstEdge + k, now.firstEdge + k);
            }
        }
    }
    // Loads by what they are; several of one kind (switches of a hall) in order.
    const auto keys = [](const PowerNetwork& n, auto&& nowOf) {
        std::vector<std::string> list;
        for (const PowerLoad& load : n.loads) {
            list.push_back(fmt::format("{}/{}", static_cast<int>(load.kind), nowOf(load)));
        }
        return list;
    };
    const auto oldKeys = keys(x, [&](const PowerLoad& load) {
        switch (load.kind) {
            case PowerLoadKind::Rack:
                return m.rack.now(load.index);
            case PowerLoadKind::HallIt:
            case PowerLoadKind::Fans:
                return m.hall.now(load.index);
            case PowerLoadKind::CduPumps:
                return m.cdu.now(load.index);
            case PowerLoadKind::LoopPumps:
            case PowerLoadKind::HeatRejection:
                return m.loop.now(load.index);
        }
        return -1;
    });
    const auto nowKeys = keys(y, [](const PowerLoad& load) { return load.index; });
    m.load = byKey(oldKeys, nowKeys, [](const std::string& key) { return std::string_view{key}; });
    for (std::size_t l = 0; l < y.loads.size(); ++l) {
        if (m.load.toOld[l] < 0) {
            continue;
        }
        const PowerLoad& now = y.loads[l];
        const PowerLoad& old = x.loads[at(m.load.toOld[l])];
        for (int c = 0; c < std::min(old.cords, now.cords); ++c) {
            if (m.unit.now(x.cordUnit[at(old.firstCord + c)]) ==
                y.cordUnit[at(now.firstCord + c)]) {
                pair(m.cord, old.firstCord + c, now.firstCord + c);
            }
        }
    }
}

void mapFabrics(const Plant& a, const Plant& b, PlantMap& m) {
    const FabricNetwork &x = *a.fabric, &y = *b.fabric;
    // Numbers of links and switches hold only where the fabric is built the same.
    const auto key = [](const FabricNetwork& n) {
        return [&n](const Fabric& f) {
            const auto i = static_cast<std::size_t>(&f - n.fabrics.data());
            const int endpoints = f.topology ? static_cast<int>(f.topology->endpoints()) : 0;
            return fmt::format("{}/{}/{}", f.id, n.firstBundle[i + 1] - n.firstBundle[i],
                               endpoints);
        };
    };
    std::vector<std::string> old, now;
    std::transform(x.fabrics.begin(), x.fabrics.end(), std::back_inserter(old), key(x));
    std::transform(y.fabrics.begin(), y.fabrics.end(), std::back_inserter(now), key(y));
    m.fabric = byKey(old, now, [](const std::string& k) { return std::string_view{k}; });
    m.wan = byId(x.wans, y.wans);
}

void mapRest(const Plant& a, const Plant& b, PlantMap& m) {
    m.training = byId(a.training, b.training);
    m.generator = byId(a.generators, b.generators);
    m.trace = byId(a.traces, b.traces);
    m.batch = byId(a.batches, b.batches);
    m.service = byId(a.services, b.services);
    m.profile = byId(a.profiles, b.profiles);
    m.tenant =
        byKey(a.tenants, b.tenants, [](const std::string& t) { return std::string_view{t}; });
    m.remote = byId(a.remotes, b.remotes);
    m.dataSet = byId(a.dataSets, b.dataSets);
    m.hazard =
        byKey(a.hazards, b.hazards, [](const PlantHazard& h) { return h.subject + '\n' + h.id; });
    m.drill = byKey(a.drills, b.drills, [](const PlantDrill& d) {
        return fmt::format("{}|{}", d.atS, orderKey(d.order));
    });
    m.storage = empty(a.storageHall.size(), b.storageHall.size());
    for (std::size_t i = 0; i < std::min(a.storageHall.size(), b.storageHall.size()); ++i) {
        pair(m.storage, static_cast<int>(i), static_cast<int>(i));
    }
}

}  // namespace

std::string orderKey(const PlantOrder& o) {
    return fmt::format("{}|{}|{}|{}|{}|{}|{}|{}|{}|{}", static_cast<int>(o.action), o.unit,
                       o.instance, o.durationS, o.incomer, static_cast<int>(o.machine),
                       static_cast<int>(o.part), static_cast<int>(o.level), o.count, o.amount);
}

bool IndexMap::isIdentity() const {
    if (toOld.size() != toNew.size()) {
        return false;
    }
    for (std::size_t i = 0; i < toOld.size(); ++i) {
        if (toOld[i] != static_cast<std::int32_t>(i)) {
            return false;
        }
    }
    return true;
}

bool PlantMap::sameShape() const {
    const std::array maps = {&pool,   &block,   &rack,   &server,  &slot,      &hall,   &cdu,
                             &loop,   &node,    &link,   &circuit, &zone,      &array,  &unit,
                             &edge,   &cord,    &load,   &fabric,  &wan,       &batch,  &training,
                             &trace,  &drill,   &tenant, &service, &generator, &hazard, &profile,
                             &remote, &dataSet, &storage};
    return std::all_of(maps.begin(), maps.end(),
                       [](const IndexMap* map) { return map->isIdentity(); });
}

const IndexMap* PlantMap::sources(JobSource kind) const {
    switch (kind) {
        case JobSource::Training:
            return &training;
        case JobSource::Generator:
            return &generator;
        case JobSource::Trace:
            return &trace;
        case JobSource::Batch:
            return &batch;
        case JobSource::Service:
            return &service;
        case JobSource::Hand:
            break;
    }
    return nullptr;
}

PlantMap mapPlants(const Plant& before, const Plant& after) {
    PlantMap map;
    mapFloor(before, after, map);
    mapCooling(before, after, map);
    mapPower(before, after, map);
    mapFabrics(before, after, map);
    mapRest(before, after, map);
    return map;
}

}  // namespace headroom::engine
