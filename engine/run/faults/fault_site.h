// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/state/state.h"

#include <string>

/// Places of faults (FaultSite) as servers and names.
namespace headroom::engine {

/// Server that a unit sits in; -1 if none.
int serverOfSite(const Plant& plant, FaultSite site, int unit);

/// "B1/R03/S07 accelerator 5", "storage block 2", the name of a job. Empty for cooling and fabrics.
std::string siteName(const Plant& plant, const State& state, FaultSite site, int unit);

/// The part sits in a server.
inline bool sitsInServer(const Fault& fault) {
    return fault.site == FaultSite::Accelerator || fault.site == FaultSite::Server;
}

}  // namespace headroom::engine
