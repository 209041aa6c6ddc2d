// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/sensitivity/ends.h"

#include <optional>
#include <string>

namespace headroom::engine {

/// A figure of the catalogue that may be another: where, and between what.
struct UncertainFigure {
    std::size_t entry = 0, attribute = 0;  ///< as in FigureChange
    Ends ends;                             ///< 5 and 95 %
    bool byRatio = false;  ///< lognormal; else normal about the value, each side with its own end
    std::string rule;  ///< of the catalogue that the range is by; empty means the figure states it

    /// The value at a number of standard deviations, kept within the attribute's limits.
    models::Value at(const Catalogue& catalogue, double z) const;
};

/// The range that a figure states; else by the rule (part type "figure_range") for its status: of those that fit its
/// type of part and unit the one that names the type, then one that names the unit, then any. Nothing for a
/// figure that is verified, derived or chosen and states none, for what is counted or named rather than measured,
/// where no rule fits, and where the rule that fits best has no share for the status.
std::optional<UncertainFigure> uncertainFigure(const Catalogue& catalogue, std::size_t entry,
                                               std::size_t attribute);

}  // namespace headroom::engine
