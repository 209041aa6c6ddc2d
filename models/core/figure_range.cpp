// SPDX-License-Identifier: Apache-2.0
#include "models/core/figure_range.h"

#include <array>

namespace headroom::models {

namespace {

constexpr Rule kShare(std::string_view doc) {
    return {.min = 0, .max = 1000, .doc = doc};
}

constexpr auto kFigureRangeAttributes = std::to_array<Attribute>({
    text<&FigureRangeSpec::units>("units", "Units",
                                  {.doc = "Symbols of units with bars between; without it, any."}),
    text<&FigureRangeSpec::partType>("part_type", "Type of part", {.doc = "Without it, any."}),
    number<&FigureRangeSpec::assumption>("assumption_pct", "Assumptions", unit::percent,
                                         kShare("Half width of figures that nobody publishes.")),
    number<&FigureRangeSpec::memory>("memory_pct", "From memory", unit::percent,
                                     kShare("Half width of figures that were not read again.")),
    number<&FigureRangeSpec::secondary>("secondary_pct", "Secondary", unit::percent,
                                        kShare("Half width of figures of a third party.")),
    boolean<&FigureRangeSpec::byRatio>(
        "by_ratio", "By ratio", {.doc = "Down as many times as up: low = value / (1 + share)."}),
});

}  // namespace

double FigureRangeSpec::share(std::string_view status) const {
    return status == "assumption"  ? assumption
           : status == "memory"    ? memory
           : status == "secondary" ? secondary
                                   : kNotStated;
}

const ComponentType& FigureRangeSpec::type() {
    static constexpr ComponentType kType{"figure_range",
                                         "Range of figures",
                                         "",
                                         false,
                                         "How far figures without a range of their own may be off.",
                                         kFigureRangeAttributes,
                                         &createSpec<FigureRangeSpec>,
                                         &destroySpec<FigureRangeSpec>};
    return kType;
}

}  // namespace headroom::models
