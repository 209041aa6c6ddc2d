// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/solve/hydraulics/hydraulic_network.h"

namespace headroom::engine {

/// HYD-001 to HYD-003 of HydraulicSolver::setNetwork.
Result<void> checkNetwork(const HydraulicNetwork& network);

/// `link "HX3"`, or `link 12` where it has no name.
std::string placeOfLink(const HydraulicNetwork& network, int link);
std::string placeOfNode(const HydraulicNetwork& network, int node);

}  // namespace headroom::engine
