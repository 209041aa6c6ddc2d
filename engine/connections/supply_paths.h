// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cooling/network.h"
#include "engine/floor/layout.h"
#include "engine/power/network.h"

#include <vector>

/// Ways of power and coolant through the graphs that the one-line and the process diagram draw: from the grid to a rack, and
/// from the cooling towers to its chips.
namespace headroom::engine {

/// Which parts of the wiring have power at an instant.
struct PowerLiveness {
    std::vector<bool> units;  ///< output of a unit
    std::vector<bool> edges;  ///< load end of an incomer
};

/// Members are true for parts on the path.
struct PowerPath {
    std::vector<bool> units, edges, cords;  ///< as the network counts them
};

/// The live way of the power from its sources to `loads` and through `units`, and from these units on to everything that
/// hangs on them. Returns an empty path where nothing is live.
PowerPath powerPath(const PowerNetwork& network, const PowerLiveness& live,
                    const std::vector<int>& loads, const std::vector<int>& units);

/// Members are true for parts on the path.
struct CoolantPath {
    std::vector<bool> links;  ///< as the network counts them
    std::vector<bool> racks;  ///< as the layout counts them
};

/// The way of the coolant that passes a link: of a row of racks, or of the air handlers of a hall, their own way from heat
/// rejection and back. The way of a link of the plant is that of all rows that it serves. The outdoor circuit of the chillers is
/// part of it.
CoolantPath coolantPath(const CoolingNetwork& network, const Layout& layout, LinkIndex start);

}  // namespace headroom::engine
