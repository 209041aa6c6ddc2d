// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/fabric/fabric.h"
#include "engine/fabric/place_switches.h"
#include "engine/floor/floor.h"

#include <vector>

/// Which way cables run, how long they are, and which part each run gets for its length.
namespace headroom::engine {

/// An end of a cable.
struct CableEnd {
    int hall = 0;
    int rack = -1;  ///< -1 means a cabinet
    int row = -1;   ///< of the facility; -1 means a cabinet
    double xM = 0.0, yM = 0.0, zM = 0.0;
};

CableEnd cableEnd(const Floor& floor, const FabricSwitch& sw);
CableEnd cableEnd(const EndpointPlace& place);

/// Length of a cable [m]:
///   one rack             |dz| + 0.5
///   neighbours in a row  |dx| + |dz| + 0.5, up to 3 m apart
///   one hall             up to the tray, |dx| + |dy| along it, down; 5 % and 1 m
///   between halls        the same, and 10 m for walls and risers
/// Trays run over rows with cross trays every few racks, so that a way is as long as its two
/// legs. Assumptions: the slack of an installer who orders by the next half metre; a riser of two
/// storeys or a duct under a yard.
double routeM(const Floor& floor, const CableEnd& a, const CableEnd& b);

/// Index in `parts` of the cheapest part that carries a link of that rate over that length; -1:
/// none. A part without price comes after all with one, then as stated.
/// Parts slower than the link count only where all are.
int cheapestPart(std::span<const models::LinkPartSpec> parts, std::span<const int> allowed,
                 double bytesPerS, double lengthM);

/// Price of one link with that part, fibre apart [USD]; NaN: not stated.
double linkUsd(const models::LinkPartSpec& part);

/// Parts that `parts` may be used at host links, and at links between switches: indices.
struct AllowedParts {
    std::vector<int> host, between;
};

/// Lengths and parts of all cables: fills Fabric::hostRuns and runs, whose sum is the topology's
/// count of cables. Returns links by part that end in each hall: [hall][part].
std::vector<std::vector<double>> layCables(const Floor& floor, const FabricNetwork& network,
                                           int fabric, const AllowedParts& allowed, Fabric& out);

/// Trays with what lies in them: one over each row with cables, one along the cabinets.
std::vector<TrayBox> traysOf(const Floor& floor, const FabricNetwork& network);

}  // namespace headroom::engine
