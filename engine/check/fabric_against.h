// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/check/fabric_tables.h"
#include "engine/exchange/cluster_topology.h"

namespace headroom::engine {

/// The project's largest fabric next to the network of a real cluster, figure by figure.
struct FabricComparison {
    Sheet table;
    int differences = 0;
    std::vector<std::string> notes;
};

/// `network` has a fabric. Figures that the file does not state are left out: Slurm states no cables.
FabricComparison compareFabric(const ClusterTopology& topology, const FabricNetwork& network);

}  // namespace headroom::engine
