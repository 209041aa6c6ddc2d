// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/check/check.h"
#include "engine/check/headline.h"
#include "engine/fabric/build_fabric.h"

#include <memory>
#include <string>
#include <vector>

namespace headroom::engine {

/// Totals and findings of a design for an editor.
struct DesignView {
    Sums headline;
    std::vector<Finding> findings;
    /// Findings of the last full check by rules that wait for the next one; their objects still exist. Empty after a full check.
    std::vector<Finding> earlier;
    CheckDepth depth = CheckDepth::Quick;
    std::shared_ptr<const BuiltFabrics> fabrics;
    std::shared_ptr<const Layout> floor;  ///< layoutOf() with those fabrics
    std::string fabricInputs;             ///< what `fabrics` was built from
};

/// Whether the view's fabrics are those of this project, expanded.
bool hasFabricsOf(const DesignView& view, const Project& whole);

/// Looks at a project. `before`: the last view of an earlier state of it; fabrics are taken from
/// there where nothing of theirs changed. A quick look keeps the findings of slow rules out of
/// `findings`, and those of the last full look in `earlier`.
DesignView viewDesign(const Project& project, const Catalogue& catalogue, CheckDepth depth,
                      const DesignView* before);

}  // namespace headroom::engine
