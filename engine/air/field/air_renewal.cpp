// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/air_renewal.h"

#include "engine/plant/plant.h"

#include <algorithm>
#include <utility>

namespace headroom::engine {

namespace {

/// Ids of the halls whose shares are ignored.
std::vector<std::string> outdatedHalls(const Project& project, const Catalogue& catalogue) {
    std::vector<std::string> halls;
    if (!holdsAirShares(project)) {
        return halls;
    }
    const auto plant = compile(project, catalogue, {});
    if (!plant) {
        return halls;
    }
    for (const HallAirSource& source : airOfRun(*plant)) {
        if (source.source == InletSource::OutdatedField) {
            halls.push_back(source.hall);
        }
    }
    return halls;
}

}  // namespace

std::string AirRenewal::words() const {
    std::string text;
    for (const std::string& hall : halls) {
        text += (text.empty() ? "Renew Air of " : ", ") + hall;
    }
    return text;
}

AirRenewal renewedAir(const Project& project, const Catalogue& catalogue, AirLibrary& library,
                      const AirFieldOptions& options) {
    AirRenewal renewal;
    const std::vector<std::string> outdated = outdatedHalls(project, catalogue);
    if (outdated.empty()) {
        return renewal;
    }
    const auto study = airStudy(project, catalogue);
    if (!study) {
        return renewal;
    }
    for (const AirStudyHall& hall : study->halls) {
        if (std::find(outdated.begin(), outdated.end(), hall.id) == outdated.end()) {
            continue;
        }
        const auto field = airOf(library, *study, hall, options);
        if (options.cancel != nullptr && *options.cancel) {
            return {};
        }
        if (!field || field->racks.empty()) {
            continue;
        }
        const auto edits = airEdits(airSharesOf(*study, hall, *field, {}, dayOfAir()));
        renewal.edits.insert(renewal.edits.end(), edits.begin(), edits.end());
        renewal.halls.push_back(hall.id);
    }
    return renewal;
}

}  // namespace headroom::engine
