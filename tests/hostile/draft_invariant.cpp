// SPDX-License-Identifier: Apache-2.0
#include "tests/hostile/draft_invariant.h"

#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"

namespace headroom::hostile {

void requireApplies(const engine::ImportDraft& draft, const engine::Project& project) {
    requireFaults(draft);
    engine::Project changed = project;
    const auto inverse = engine::applyAll(changed, shippedCatalogue(), draft.edits);
    require(inverse.has_value(), "what an import offers is refused: " +
                                     (inverse ? std::string() : inverse.error().text()));
    if (draft.edits.empty()) {
        return;
    }
    requireWhole(changed, shippedCatalogue());
    const auto back = engine::applyAll(changed, shippedCatalogue(), *inverse);
    require(back.has_value() && changed.objects == project.objects,
            "an import cannot be taken back");
}

}  // namespace headroom::hostile
