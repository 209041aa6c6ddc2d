// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/compute/rack.h"
#include "models/compute/server.h"

/// Heat that servers store besides the air of their hall.
namespace headroom::models {

/// Heat capacity of one rack that follows the air through its servers [J/K].
///   C = n m c (1 - f)     n servers of mass m, c kServerJPerKgK, f share of their heat that goes to liquid
/// Where no server mass is stated m n is kServerMassShare of the rack's; 0 where neither is. The frame of the rack,
/// its busbars and cables are not counted: no air passes through them.
/// Assumption: parts on cold plates follow their coolant (PlantBlock::coolantJPerK), the others the air, in the
/// proportion of their heat; its mean temperature is that between inlet and outlet. Valid from about a minute after a change:
/// below it servers lag behind their air.
/// Source: Khankari, "Rate of Heating Analysis of Data Centers during Power Shutdown", ASHRAE Transactions 117-1
/// (2011): equipment holds most of the heat capacity of a data hall.
double airSideJPerK(const RackSpec& rack, const ServerSpec& server);

}  // namespace headroom::models
