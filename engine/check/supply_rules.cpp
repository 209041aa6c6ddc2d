// SPDX-License-Identifier: Apache-2.0
#include "engine/check/rules.h"
#include "models/facility/requirement.h"

#include <algorithm>

/// Load of the power supplies and shelves of a rack while one of its cords is dead.
namespace headroom::engine {

namespace {

/// Cords that a rack of the block has on feeds of their own.
int cordsOf(const DesignBlock& b) {
    const int feeds = static_cast<int>(b.spec.feeds.size());
    return b.spec.cords > 0 ? std::min(b.spec.cords, feeds) : feeds;
}

/// The supplies of a rack, of its shelves or of all its servers together. Supplies of servers on one bus bar replace each
/// other. Other servers with an odd number of supplies have the spare one on sides that alternate.
struct Supplies {
    std::string part;
    int count = 0;
    double loadW = 0.0, ratedW = 0.0;
    std::string more;

    /// With one of the cords dead over which they are spread as evenly as they go.
    int left(int cords) const { return count - (count + cords - 1) / cords; }
};

Supplies suppliesOf(const DesignBlock& b) {
    if (b.shelf != nullptr) {
        return {b.rack->shelf, b.rack->shelfRectifiers, b.shelfOutputW, b.shelf->ratedPowerW,
                "{rack.shelf_rectifiers}"};
    }
    return {b.server->psu, b.rack->servers * b.server->psus, b.rack->servers * b.serverOutputW,
            b.psu->ratedPowerW, "{server.psus}"};
}

/// A project that lets racks stop asks for nothing here.
void cordSupplies(const Design& design, Findings& findings) {
    models::RequirementSpec asked;
    for (const Object* object : design.project->objectsOf("requirement")) {
        asked = specOf<models::RequirementSpec>(*object);
    }
    if (asked.power == models::FailurePromise::MayStop) {
        return;
    }
    for (const DesignBlock& b : design.blocks) {
        const int cords = cordsOf(b);
        if (cords < 2) {
            continue;  // psu-capacity
        }
        const Supplies supplies = suppliesOf(b);
        const int left = supplies.left(cords);
        const double leftW = left * supplies.ratedW;
        if (!exceeds(supplies.loadW, leftW)) {
            continue;
        }
        const PowerText show = powerText(supplies.loadW);
        findings.add(Severity::Warning, b.object->id,
                     "With one of its " + countText(cords) + " cords dead, " + countText(left) +
                         " of the " + countText(supplies.count) + " x " +
                         nameOf(design, supplies.part) + " of a rack " +
                         nameOf(design, b.spec.rack) + " are left: they deliver " + show(leftW) +
                         ", but its servers take " + show(supplies.loadW) +
                         " at full activity. They go dark, or brake their accelerators where "
                         "they can; a run lets them continue.",
                     "Raise " + supplies.more +
                         " or take larger supplies in the catalogue, spread the rack over a "
                         "third feed, or state that racks may stop ({requirement.power_failure}).",
                     supplies.loadW / show.scale, leftW / show.scale, show.unit);
    }
}

constexpr auto kSupplyRules = std::to_array<Rule>({
    {"cord-supplies", "Supplies on the cords that are left carry their server", &cordSupplies},
});

}  // namespace

std::span<const Rule> supplyRules() {
    return kSupplyRules;
}

}  // namespace headroom::engine
