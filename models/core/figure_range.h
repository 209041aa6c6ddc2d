// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// How far a figure of the catalogue may be off that states no range of its own, by what is known of
/// it: a rule for figures of some units, of a type of part, or of both. The shares are half widths of what holds
/// nine times in ten, moved as engine/sensitivity/ends.h has it; not stated: figures of that status do not move.
/// Source: each share has one in the catalogue, with its reason.
struct FigureRangeSpec {
    std::string units;     ///< symbols with bars between: "W|kW|MW"; empty means of any unit
    std::string partType;  ///< "failure_mode"; empty means of any
    double assumption = kNotStated;
    double memory = kNotStated;
    double secondary = kNotStated;
    bool byRatio = false;  ///< low = value / (1 + share): rates and prices, lognormal

    /// Range of a status; NaN if the figure does not move.
    double share(std::string_view status) const;

    static const ComponentType& type();
};

}  // namespace headroom::models
