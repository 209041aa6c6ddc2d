// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/subcommand.h"
#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"

/// The air of the halls that a command uses: as the project holds it, with computed fields, or zones as stated.
namespace headroom::app {

struct AirChoice {
    bool air = false, zones = false;
};

/// Adds --air and --zones, which exclude each other.
void addAirChoice(Subcommand& command, AirChoice& choice);

/// The project with that air. Fields are computed with `threads`, with a bar on standard error unless `isQuiet`. Errors of
/// engine::withAirShares(); cancelled by Ctrl+C.
engine::ResultAll<engine::Project> withAirOf(const AirChoice& choice,
                                             const engine::Project& project,
                                             const engine::Catalogue& catalogue, int threads,
                                             bool isQuiet);

}  // namespace headroom::app
