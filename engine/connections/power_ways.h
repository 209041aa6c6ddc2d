// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "engine/power/network.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

/// Feeders and busways as they lie on the site: from the grid through the boards to the rows of racks and to the machines
/// of the cooling. Every way names the incomer and unit of the one-line diagram that it shows, so a picture has the
/// diagram's figures.
///
/// Assumption: feeders run east and north only, on the ground outdoors and above the racks indoors. Busways run over their
/// racks. A unit without a stated place is where its first source is, or else where a unit is that it feeds.
namespace headroom::engine {

/// Level of the ground outdoors against the floor of the halls [m]. Assumption: halls have slabs of that height.
inline constexpr double kSiteGroundM = -0.3;

struct PowerWay {
    enum class Kind : std::uint8_t {
        Feeder,  ///< an incomer: from a unit to the unit that it feeds
        Busway,  ///< the output of a unit over the racks that hang on it
        Cords    ///< from a unit to the nearest machine of a load
    };

    Kind kind = Kind::Feeder;
    int edge = -1;  ///< Index into PowerNetwork::edges; -1 unless a Feeder.
    int unit =
        -1;  ///< Index into PowerNetwork::units: the unit that is fed, else the unit that feeds.
    std::string object;                         ///< Id of the project object of that unit.
    double widthM = 0.0, heightM = 0.0;         ///< Outline of the duct.
    std::vector<std::array<double, 3>> points;  ///< Middle line, from source to load.
    std::vector<std::array<double, 3>> taps;    ///< Roofs of the racks below a Busway.
    std::vector<int> racks;                     ///< These racks, as the layout counts them.
    int load = -1;                              ///< Index into PowerNetwork::loads, of Cords.
};

/// Body of a unit that states a place but whose kind the layout draws no machine for: mains, boards and switches.
struct PowerBoard {
    int unit = 0;
    std::string object;
    Box box;
};

struct PowerWays {
    std::vector<PowerWay> ways;
    std::vector<PowerBoard> boards;
};

PowerWays powerWays(const Layout& layout, const PowerNetwork& network);

}  // namespace headroom::engine
