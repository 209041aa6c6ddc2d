// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/network.h"
#include "engine/run/frame/frame.h"

#include <span>
#include <string>
#include <vector>

/// Where the power of the wiring comes from and goes to at one instant, by kind of part: the table
/// behind a Sankey diagram.
///
/// A stage is all units of one kind at one step of the way from the sources (the first
/// transformers, the transformers after them). Stages that feed each other in turn are one stage.
/// Per stage
///   sum of links in = sum of links out, losses among them
/// as closely as the load flow was solved. A stage gives loads its output less the flow of its outgoing wires; a battery
/// gives output plus loss less input of its UPS (less than nothing: it charges).
namespace headroom::engine {

enum class SankeyRole : std::uint8_t { Source, Stage, Load, Loss };

struct SankeyNode {
    SankeyRole role = SankeyRole::Stage;
    std::string name;     ///< "Utility", "Transformers 13.8 kV", "Racks", "UPS losses"
    int column = 0;       ///< 0 means sources; a link goes to a higher column
    int units = 0;        ///< of a stage
    double powerW = 0.0;  ///< through it
};

struct SankeyLink {
    int from = 0;
    int to = 0;
    double powerW = 0.0;  ///< always more than zero
};

struct Sankey {
    std::vector<SankeyNode> nodes;
    std::vector<SankeyLink> links;
    int columns = 0;
    double sourceW = 0.0;
    double lossW = 0.0;
};

/// `rackPowerW` by rack tells racks from other loads where both hang on the same unit; where
/// network and machines share one, what is left is "Network and machines".
Sankey energySankey(const PowerNetwork& network, std::span<const PowerUnitNow> units,
                    std::span<const PowerEdgeNow> edges, std::span<const float> rackPowerW);

}  // namespace headroom::engine
