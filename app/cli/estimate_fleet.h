// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/estimate/inference.h"

/// Prints the fleets that `estimate inference --optimize` found.
namespace headroom::app {

engine::Error noFleet(const engine::FleetSearch& search);  ///< EST-023
void printFleets(const engine::FleetSearch& search);

}  // namespace headroom::app
