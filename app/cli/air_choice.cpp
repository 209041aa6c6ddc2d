// SPDX-License-Identifier: Apache-2.0
#include "app/cli/air_choice.h"

#include "app/cli/interrupt.h"
#include "app/cli/progress.h"
#include "engine/air/field/air_shares.h"

#include <algorithm>

namespace headroom::app {

void addAirChoice(Subcommand& command, AirChoice& choice) {
    const Option air = command.flag("--air", choice.air,
                                    "compute the air field of each hall (seconds to minutes) and "
                                    "use its inlets, without writing them into the project");
    command
        .flag("--zones", choice.zones,
              "ignore air fields that the project holds: zones of the air as the halls state them")
        .excludes(air);
}

engine::ResultAll<engine::Project> withAirOf(const AirChoice& choice,
                                             const engine::Project& project,
                                             const engine::Catalogue& catalogue, int threads,
                                             bool isQuiet) {
    if (choice.zones) {
        return engine::withoutAirShares(project);
    }
    if (!choice.air) {
        return project;
    }
    engine::AirLibrary library = engine::AirLibrary::ofUser();
    Progress progress("Air of the halls", !isQuiet);
    engine::AirFieldOptions field;
    field.threads = std::max(1, threads);
    field.cancel = &catchInterrupts();
    field.progress = [&](double done) { progress.update(done, ""); };
    auto made = engine::withAirShares(project, catalogue, library, field);
    progress.finish();
    return made;
}

}  // namespace headroom::app
