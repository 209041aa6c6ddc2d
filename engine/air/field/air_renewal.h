// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/air_shares.h"

#include <string>
#include <vector>

/// New inlets for the halls of a project whose fields are of an earlier state. Window and server call it in the background
/// once nobody has edited for kAirRenewalPauseS, and apply the result as an edit of its own, which Undo takes back.
namespace headroom::engine {

/// Time without an edit before fields are computed again [s].
inline constexpr double kAirRenewalPauseS = 1.5;

struct AirRenewal {
    std::vector<Edit> edits;  ///< New shares of the halls. Empty if nothing is to be renewed.
    std::vector<std::string> halls;  ///< Their ids.

    /// "Renew Air of hall-1, hall-2": the name of the edit.
    std::string words() const;
};

/// Computes the halls that hold shares of another state. The library supplies fields that it holds. A hall without a field
/// keeps its shares, and so does a project that does not compile: `check` reports why. Empty if cancelled.
/// Applied to the same project, a renewal leaves nothing to renew.
AirRenewal renewedAir(const Project& project, const Catalogue& catalogue, AirLibrary& library,
                      const AirFieldOptions& options);

}  // namespace headroom::engine
