// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/compile_fabric.h"

#include "engine/fabric/build_fabric.h"

#include <cassert>

namespace headroom::engine {

namespace {

/// Load of switches at which halls and feeds are sized, and at which nothing says better.
/// Assumption: the half load of typical power.
constexpr double kTypicalLoad = 0.5;

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

/// Counts of the shape for what still asks in terms of leaves and uplinks.
void joinLeaves(Plant& plant, const Fabric& f, PlantFabric& p, int index) {
    const TopologyCounts& c = f.counts;
    p.tree.leaves = f.topology->leaves() * f.topology->spec().planes;
    p.tree.spines = static_cast<int>(c.switchesByTier[1]);
    p.tree.cores = static_cast<int>(c.switchesByTier[2]);
    p.tree.tiers = 1 + (p.tree.spines > 0 ? 1 : 0) + (p.tree.cores > 0 ? 1 : 0);
    p.tree.endpoints = static_cast<int>(c.endpoints);
    p.tree.hostLinks = static_cast<int>(c.hostCables);
    p.tree.switchLinks = static_cast<int>(c.switchCables);
    const auto above = p.tree.tiers > 1 ? c.cablesByTier[static_cast<std::size_t>(LinkTier::Leaf)]
                                        : c.switchCables;
    p.tree.upPerLeaf = p.tree.leaves > 0 ? static_cast<int>(above / p.tree.leaves) : 0;
    p.firstLeaf = plant.leaves;
    plant.leaves += p.tree.leaves;
    plant.leafFabric.insert(plant.leafFabric.end(), at(p.tree.leaves), index);
}

}  // namespace

void compileFabrics(Plant& plant, const Project& project, const Catalogue& catalogue,
                    const CompileFault& fail) {
    const BuiltFabrics built = buildFabrics(project, catalogue);
    const FabricNetwork& network = *built.network;
    assert(network.fabrics.size() == plant.fabrics.size());
    assert(network.serverFabric.size() == at(plant.servers));
    for (const FabricFault& fault : built.faults) {
        fail("SIM-015", network.fabrics[at(fault.fabric)].id,
             "[" + fault.error.code + "] " + fault.error.message, fault.error.remedy);
    }
    plant.serverLeaf.assign(at(plant.servers), -1);
    for (std::size_t i = 0; i < network.fabrics.size(); ++i) {
        const Fabric& f = network.fabrics[i];
        if (f.topology == nullptr) {
            continue;
        }
        if (!f.powerStated) {
            fail("SIM-016", f.id, "its switch or a link part has no power figure.",
                 "Choose parts whose power the catalogue states.");
            continue;
        }
        joinLeaves(plant, f, plant.fabrics[i], static_cast<int>(i));
        for (std::size_t h = 0; h < plant.halls.size(); ++h) {
            const double w = f.hallW[h] + kTypicalLoad * f.hallSpanW[h];
            plant.halls[h].fabricW += w;
            plant.fabrics[i].powerW += w;
        }
    }
    for (int s = 0; s < plant.servers; ++s) {
        const int fabric = network.serverFabric[at(s)];
        if (fabric >= 0) {
            plant.serverLeaf[at(s)] =
                plant.fabrics[at(fabric)].firstLeaf +
                network.fabrics[at(fabric)].topology->leafOf(network.serverFirstEndpoint[at(s)]);
        }
    }
    for (const CxlJoin& pool : network.cxl) {
        plant.halls[at(pool.hall)].storageW += pool.spec.count * pool.spec.powerW;
    }
    for (const StorageJoin& join : network.storage) {
        plant.halls[at(join.hall)].storageW += join.powerW;
        plant.storageWriteBytesPerS += join.writeBytesPerS;
        plant.storageHall.insert(plant.storageHall.end(), at(join.blocks), join.hall);
    }
    plant.fabric = built.network;
}

}  // namespace headroom::engine
