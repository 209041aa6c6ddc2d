// SPDX-License-Identifier: Apache-2.0
#include "engine/check/rules.h"
#include "engine/document/connections.h"
#include "engine/kinds/power_kind.h"
#include "models/facility/power_unit.h"

#include <array>

namespace headroom::engine {

namespace {

/// The one unit of the wiring that people would feed something from: of the nearest kinds
/// to loads, where there is one object of them.
const Object* onlyFeed(const Design& design) {
    const Object* only = nullptr;
    int rank = -1;
    bool several = false;
    for (const Object* object : design.project->objectsOf("power_unit")) {
        const PowerKindInfo* kind =
            powerKindOf(*design.catalogue, specOf<models::PowerUnitSpec>(*object).part);
        if (kind == nullptr || kind->feedRank < 0 || (rank >= 0 && kind->feedRank > rank)) {
            continue;
        }
        several = kind->feedRank == rank;
        rank = kind->feedRank;
        only = object;
    }
    return several ? nullptr : only;
}

/// Joins to the only thing that it could be joined to.
std::vector<Edit> join(const Design& design, const MissingConnection& missing) {
    if (missing.object == nullptr || missing.attribute == nullptr) {
        return {};
    }
    const models::Attribute& row = *missing.attribute;
    if (row.kind == models::ValueKind::Reference) {
        const Object* only = onlyOne(design, row.target);
        return only == nullptr ? std::vector<Edit>{}
                               : std::vector<Edit>{SetAttribute{missing.object->id,
                                                                std::string(row.key), only->id}};
    }
    if (row.kind == models::ValueKind::ReferenceList) {
        const Object* only = onlyFeed(design);
        return only == nullptr
                   ? std::vector<Edit>{}
                   : std::vector<Edit>{SetAttribute{missing.object->id, std::string(row.key),
                                                    std::vector<std::string>{only->id}}};
    }
    return {};
}

void unconnected(const Design& design, Findings& findings) {
    for (const MissingConnection& missing : missingConnections(*design.project)) {
        findings.add(Severity::Error, missing.object == nullptr ? "" : missing.object->id,
                     missing.message + " The design cannot run without.", missing.hint, 0.0, 1.0,
                     "");
        findings.fix(join(design, missing));
    }
}

constexpr auto kConnectionRules = std::to_array<Rule>({
    {"unconnected", "Everything is joined to what it needs", &unconnected},
});

}  // namespace

std::span<const Rule> connectionRules() {
    return kConnectionRules;
}

}  // namespace headroom::engine
