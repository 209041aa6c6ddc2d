// SPDX-License-Identifier: Apache-2.0
#include "engine/sizing/settle_air.h"

#include "engine/air/field/air_shares.h"
#include "engine/base/index.h"
#include "engine/check/air_check.h"
#include "engine/check/rules.h"

#include <algorithm>
#include <set>

namespace headroom::engine {

namespace {

const char* remedyWords(AirRemedy remedy) {
    switch (remedy) {
        case AirRemedy::None:
            return "";
        case AirRemedy::Contain:
            return "contain the hot aisles";
        case AirRemedy::Seal:
            return "seal the containment: 3 % of its panels stay open";
        case AirRemedy::Cool:
            return "supply air 2 K cooler";
        case AirRemedy::Widen:
            return "aisles of 2.4 m";
    }
    return "";
}

/// The next remedy that changes something; the same where none is left.
AirRemedy after(AirRemedy remedy, models::Containment now) {
    const bool contained = now == models::Containment::HotAisle;
    switch (remedy) {
        case AirRemedy::None:
            return contained ? AirRemedy::Seal : AirRemedy::Contain;
        case AirRemedy::Contain:
            return AirRemedy::Seal;
        case AirRemedy::Seal:
            return AirRemedy::Cool;
        case AirRemedy::Cool:
        case AirRemedy::Widen:
            return AirRemedy::Widen;
    }
    return remedy;
}

struct Look {
    AirRound round;
    std::map<std::string, models::Containment> hot;  ///< kinds of rack whose halls are too hot
};

ResultAll<Look> lookAt(const Project& project, const Catalogue& catalogue, AirLibrary& library,
                       const AirFieldOptions& options) {
    const auto study = airStudy(project, catalogue);
    if (!study) {
        return tl::unexpected(study.error());
    }
    if (const auto computed = computeAir(library, *study, options); !computed) {
        return tl::unexpected(Errors{computed.error()});
    }
    Look look;
    for (const AirStudyHall& hall : study->halls) {
        const auto field = knownAir(library, *study, hall, options.cellM);
        if (!field || field->racks.empty()) {
            continue;
        }
        const RackAirResult& hot = field->racks[hottestRacks(*field, 1).front()];
        const std::string& kind =
            study->layout.blockRacks[at(study->layout.racks[at(hot.rack)].block)];
        look.round.settled = look.round.settled && field->settled;
        look.round.rciHigh = std::min(look.round.rciHigh, field->indices.rciHigh);
        if (hot.inletC > look.round.hottestC) {
            look.round.hottestC = hot.inletC;
            look.round.hall = hall.id;
            look.round.rack = kind;
        }
        if (isTooHot(field->indices, hall.plan.spec)) {
            ++look.round.hotHalls;
            look.hot[kind] = hall.plan.spec.containment;
        }
    }
    return look;
}

}  // namespace

ResultAll<FacilityWithAir> sizeWithAir(FacilityBrief brief, const Catalogue& catalogue,
                                       AirLibrary& library, const AirFieldOptions& options) {
    FacilityWithAir result;
    std::vector<SizingChoice> taken;
    while (true) {
        auto made = sizeFacility(brief, catalogue);
        if (!made && !result.rounds.empty()) {
            // The remedy cannot be built: what stood before it is handed over.
            AirRound& last = result.rounds.back();
            result.made.choices.push_back({last.hall, "air stays too hot",
                                           "The next remedy (" + last.next + ") cannot be built: " +
                                               made.error().front().message});
            last.next.clear();
            return result;
        }
        if (!made) {
            return tl::unexpected(made.error());
        }
        auto look = lookAt(made->project, catalogue, library, options);
        if (!look) {
            return tl::unexpected(look.error());
        }
        AirRound& round = result.rounds.emplace_back(std::move(look->round));
        const Words found = amountText(round.hottestC, "°C") + " at the hottest inlet of " +
                            round.hall + ", RCI " + amountText(100.0 * round.rciHigh, "%");
        bool changed = false;
        for (const auto& [rack, containment] : look->hot) {
            AirRemedy& remedy = brief.air[rack];
            const AirRemedy next = after(remedy, containment);
            if (next != remedy) {
                remedy = next;
                changed = true;
                round.next += (round.next.empty() ? "" : "; ") + rack + ": " + remedyWords(next);
                taken.push_back({rack, remedyWords(next), "The air field found " + found});
            }
        }
        result.made = std::move(*made);
        if (changed) {
            continue;
        }
        auto held = withAirShares(result.made.project, catalogue, library, options);
        if (!held) {
            return tl::unexpected(held.error());
        }
        result.made.project = std::move(*held);
        auto& choices = result.made.choices;
        choices.insert(choices.end(), taken.begin(), taken.end());
        if (!round.hall.empty()) {
            choices.push_back(
                {round.hall, round.hotHalls == 0 ? "air is cool enough" : "air stays too hot",
                 "The air field finds " + found +
                     (round.hotHalls == 0
                          ? ""
                          : "; no remedy is left. Use smaller halls or liquid-cooled racks")});
        }
        return result;
    }
}

}  // namespace headroom::engine
