// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/project.h"
#include "engine/floor/layout.h"

#include <string>
#include <vector>

/// Lengths of cables by the way that they are laid.
///
/// A cable leaves its source upwards to the height of the trays, runs along east and north only,
/// and comes down on what it feeds:
///   L = (z_tray - z_from) + D + (z_tray - z_to) + 2 e
/// D is |dx| + |dy| between the middles of the two (Manhattan), or, where the hall has trays drawn,
/// the shortest way along them with the ways to the nearest tray at both ends, if that is not
/// longer than twice the straight one (else nobody would take it). e is what is made off at each
/// end. Trays are the long middle lines of their boxes and meet where the boxes touch.
/// Assumption: z_tray and e below where nothing is drawn; both are a few metres of tens, and the
/// figure is a length for losses and quantities, not for cutting cable.
namespace headroom::engine {

struct RoutePoint {
    double eastM = 0.0;
    double northM = 0.0;
    double topM = 0.0;  ///< above the floor, where the cable enters
};

/// Its middle line, along east or north.
struct RouteTray {
    double westM = 0.0, southM = 0.0, eastM = 0.0, northM = 0.0;  ///< of its box
    double baseM = 0.0;

    bool runsEast() const { return eastM - westM >= northM - southM; }
};

inline constexpr double kUsualTrayM = 3.0;  ///< Assumption: over racks of 2.3 m with room for hands
inline constexpr double kMadeOffM = 1.0;    ///< Assumption: at each end

double routeLengthM(const RoutePoint& from, const RoutePoint& to,
                    const std::vector<RouteTray>& trays);

/// A power unit whose incomers can be measured: it and a source of it are somewhere.
struct MeasuredRoute {
    std::string unit;
    std::string from;      ///< the source of the longest incomer
    double lengthM = 0.0;  ///< the longest of its incomers, as cable_m is one figure for all
    double statedM = 0.0;  ///< what the project says
};

/// In the order of the project; `units`: only these, empty: all.
std::vector<MeasuredRoute> measureRoutes(const Project& project, const Layout& layout,
                                         const std::vector<std::string>& units);

}  // namespace headroom::engine
