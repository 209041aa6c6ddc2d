// SPDX-License-Identifier: Apache-2.0
#include "models/facility/block.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kBlockAttributes = std::to_array<Attribute>({
    text<&BlockSpec::name>("name", "Name", {.doc = "Display name."}),
    referenceList<&BlockSpec::members>(
        "members", "Members", "rack_block|cdu_group|power_unit|structure",
        {.required = true, .doc = "Parts of the block, at their places in the plan."}),
});

constexpr auto kUseAttributes = std::to_array<Attribute>({
    text<&BlockUseSpec::name>("name", "Name", {.doc = "Display name."}),
    reference<&BlockUseSpec::block>("block", "Block", "block",
                                    {.required = true, .doc = "Block that is copied."}),
    number<&BlockUseSpec::eastM>(
        "east_m", "East of it", unit::metre,
        {.min = -100000, .max = 100000, .doc = "From each member to its copy, eastward."}),
    number<&BlockUseSpec::northM>(
        "north_m", "North of it", unit::metre,
        {.min = -100000, .max = 100000, .doc = "From each member to its copy, northward."}),
    reference<&BlockUseSpec::hall>(
        "hall", "Hall", "hall",
        {.doc = "Hall of the copies; that of the members where not stated. Positions are in its "
                "coordinates."}),
    referenceList<&BlockUseSpec::feeds>(
        "feeds", "Power from", "power_unit",
        {.doc = "Feeds of the copied racks and CDUs; those of the members where not stated."}),
});

}  // namespace

const ComponentType& BlockSpec::type() {
    static constexpr ComponentType kType{"block",
                                         "Block",
                                         "blocks",
                                         false,
                                         "A group of objects that is used many times, as a pod.",
                                         kBlockAttributes,
                                         &createSpec<BlockSpec>,
                                         &destroySpec<BlockSpec>};
    return kType;
}

const ComponentType& BlockUseSpec::type() {
    static constexpr ComponentType kType{"block_use",
                                         "Copy of a block",
                                         "block_uses",
                                         false,
                                         "A copy of a block that follows every edit of it.",
                                         kUseAttributes,
                                         &createSpec<BlockUseSpec>,
                                         &destroySpec<BlockUseSpec>};
    return kType;
}

}  // namespace headroom::models
