// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// Kind of a link part.
enum class LinkPartKind {
    Transceiver,  ///< pluggable module with signal processor
    Cable,        ///< not stated which; both ends in one
    Nic,
    ScaleUpLink,
    CoPackaged,  ///< optics in the switch package
    Dac,         ///< passive copper
    Acc,         ///< copper with amplifiers or retimers (ACC, AEC)
    Aoc,         ///< fibre with its modules fixed
    Lpo,         ///< linear pluggable module, no signal processor
    Coherent     ///< tunable module for lines between sites
};

/// An optical module, a cable or an adapter: one end of a link, or a whole cable.
struct LinkPartSpec {
    LinkPartKind kind = LinkPartKind::Transceiver;
    std::string vendor;
    int ports = 1;
    double portBytesPerS = kNotStated;
    double typicalW = kNotStated;
    double reachMinM = kNotStated;
    double reachMaxM = kNotStated;
    int lanes = 4;                     ///< of one port; a lost lane takes its share of the rate
    double latencyS = 0.0;             ///< that one part adds at one end, coding apart
    double bitErrorRate = kNotStated;  ///< before forward error correction, new
    double diameterM = kNotStated;     ///< of the cable that goes with it: fill of trays
    double priceUsdPerM = kNotStated;  ///< of that cable
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();

    /// One part is the whole link with both its ends; of others a link takes two.
    bool isCable() const {
        return kind == LinkPartKind::Cable || kind == LinkPartKind::Dac ||
               kind == LinkPartKind::Acc || kind == LinkPartKind::Aoc;
    }
};

}  // namespace headroom::models
