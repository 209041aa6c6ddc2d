// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/edit.h"
#include "engine/document/project.h"
#include "engine/exchange/cluster_topology.h"
#include "models/compute/accelerator.h"
#include "models/facility/fabric.h"

#include <string>
#include <vector>

/// A network proposed from the adapters of the servers that shall join it, as the wizard does: parts
/// by their rate, interconnects by the kind of accelerator.
namespace headroom::engine {

/// Ids of catalogue parts.
struct FabricParts {
    std::string switchPart, hostLink, switchLink;
    std::vector<std::string> more;  ///< link parts for longer ways
    std::string scaleUp, scaleOut;
};

/// For adapters of that rate: the slowest kit that is fast enough, or the fastest.
FabricParts fabricPartsFor(double adapterBytesPerS, const models::AcceleratorSpec& accelerator);

struct FabricWish {
    std::vector<std::string> blocks;  ///< ids of rack blocks; empty means all that join no fabric
    models::FabricShape shape = models::FabricShape::FatTree;
    double oversubscription = 1.0;
    std::string name;          ///< empty means by the kind of accelerator
    int tiers = 0, rails = 0;  ///< 0 if left to the shape
    std::string switchPart,
        scaleOut;  ///< ids of the catalogue; empty means by the rate of the adapters
};

/// A fabric like that of a real cluster. It has the tiers and the oversubscription of the file, rails if most hosts are
/// joined to several leaves, and the InfiniBand switch of the stated rate. SIZ-008: more than three tiers, no hosts, or
/// leaves joined to each other, as in a torus or a dragonfly.
Result<FabricWish> wishOfTopology(const ClusterTopology& topology);

/// Edit that adds the fabric to the project and joins the blocks to it, as one step. Its switches are in
/// the hall of the first block. Errors: SIZ-007 there are no such blocks, or none without a fabric;
/// their accelerators differ, or state no adapters; the shape is not built of packet switches.
Result<std::vector<Edit>> proposeFabric(const Project& project, const Catalogue& catalogue,
                                        const FabricWish& wish);

}  // namespace headroom::engine
