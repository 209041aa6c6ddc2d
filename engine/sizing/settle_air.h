// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/library.h"
#include "engine/sizing/brief.h"

#include <string>
#include <vector>

/// A facility whose air was looked at in three dimensions before it is handed over.
namespace headroom::engine {

/// One look at the air of the halls.
struct AirRound {
    std::string hall,
        rack;               ///< Hall with the hottest inlet, and its kind of rack. Empty if no rack
                            ///< moves air.
    double hottestC = 0.0;  ///< Hottest inlet of all halls, at design load.
    double rciHigh = 1.0;   ///< Worst of all halls.
    int hotHalls = 0;       ///< Halls with an inlet above their class or an RCI below 90 %.
    bool settled = true;    ///< All fields have settled.
    std::string next;       ///< The remedy that follows. Empty if none is needed or none is left.
};

struct FacilityWithAir {
    SizedFacility made;
    std::vector<AirRound> rounds;  ///< the last one is of `made`
};

/// sizeFacility(), with a remedy more (AirRemedy) for each kind of rack whose halls are too hot in the air field, until none
/// is. If the last remedy does not help, the choices say which hall stays hot and why. Fields come from the library where
/// it holds them. The project holds the inlets of its fields (air_shares.h). Errors of sizeFacility() and solveAirField(). `options.progress` gets 0..1 for each round.
ResultAll<FacilityWithAir> sizeWithAir(FacilityBrief brief, const Catalogue& catalogue,
                                       AirLibrary& library, const AirFieldOptions& options);

}  // namespace headroom::engine
