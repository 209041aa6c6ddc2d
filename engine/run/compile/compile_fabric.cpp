// SPDX-License-Identifier: Apache-2.0
#include "engine/run/compile/compile_fabric.h"

#include "engine/base/index.h"
#include "models/network/usual.h"

#include <algorithm>
#include <cassert>

namespace headroom::engine {

void compileFabrics(Plant& plant, const Project& project, const Catalogue& catalogue,
                    const BuiltFabrics* known, const CompileFault& fail) {
    const BuiltFabrics built = known != nullptr ? *known : buildFabrics(project, catalogue);
    const FabricNetwork& network = *built.network;
    assert(std::equal(network.fabrics.begin(), network.fabrics.end(), plant.fabrics.begin(),
                      plant.fabrics.end(),
                      [](const auto& a, const auto& b) { return a.id == b.id; }));
    assert(network.serverFabric.size() == at(plant.servers));
    for (const FabricFault& fault : built.faults) {
        fail("SIM-015", network.fabrics[at(fault.fabric)].id,
             "[" + fault.error.code + "] " + fault.error.message, fault.error.remedy);
    }
    for (const Fabric& f : network.fabrics) {
        if (f.topology == nullptr) {
            continue;
        }
        if (!f.powerStated) {
            fail("SIM-016", f.id, "its switch or a link part has no power figure.",
                 "Choose parts whose power the catalogue states.");
            continue;
        }
        for (std::size_t h = 0; h < plant.halls.size(); ++h) {
            plant.halls[h].fabricW += f.hallW[h] + models::kTypicalSwitchLoad * f.hallSpanW[h];
        }
    }
    for (const CxlJoin& pool : network.cxl) {
        plant.halls[at(pool.hall)].storageW += pool.spec.count * pool.spec.powerW;
    }
    for (const StorageJoin& join : network.storage) {
        plant.halls[at(join.hall)].storageW += join.powerW;
        plant.storageWriteBytesPerS += join.writeBytesPerS;
        plant.storageHall.insert(plant.storageHall.end(), at(join.blocks), HallIndex(join.hall));
    }
    plant.fabric = built.network;
}

}  // namespace headroom::engine
