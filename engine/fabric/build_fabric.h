// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/fabric/fabric.h"

#include <memory>
#include <vector>

namespace headroom::engine {

/// Why a fabric cannot be built; FAB-0xx of its shape, FAB-1xx of how it is used.
struct FabricFault {
    int fabric = 0;  ///< FabricNetwork::fabrics
    Error error;
};

/// All fabrics of a project. One with a fault has no topology and nothing but its name and parts;
/// servers on it have no endpoints.
struct BuiltFabrics {
    std::shared_ptr<FabricNetwork> network;
    std::vector<FabricFault> faults;
};

/// Builds them: what both the simulation and the design rules see. Work in proportion to adapters
/// and cables. Objects whose parts are missing from the catalogue count as not there.
BuiltFabrics buildFabrics(const Project& project, const Catalogue& catalogue);

}  // namespace headroom::engine
