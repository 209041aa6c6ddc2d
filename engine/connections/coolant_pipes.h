// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cooling/network.h"
#include "engine/floor/layout.h"

#include <array>
#include <string>
#include <vector>

/// The pipes of the coolant as they lie on the site: from the plant to each hall, to CDUs and air handlers, and from CDUs
/// along the rows of racks. Every pipe names the link of the process diagram that it shows, so a picture has the
/// diagram's figures.
///
/// Assumption: pipes run east and north only, on the ground outdoors and above the racks indoors, the return next to the
/// supply. Lengths of mains in the model follow the same rule.
namespace headroom::engine {

struct CoolantPipe {
    enum class End : std::uint8_t { In, Out };

    int link = -1;           ///< Index into CoolingNetwork::links.
    End end = End::In;       ///< Its temperature is that of this side of the link.
    std::string object;      ///< Id of the project object that owns the link.
    double diameterM = 0.0;  ///< For the design flow of the link.
    std::vector<std::array<double, 3>> points;  ///< In the direction of flow.
};

std::vector<CoolantPipe> coolantPipes(const Layout& layout, const CoolingNetwork& network);

}  // namespace headroom::engine
