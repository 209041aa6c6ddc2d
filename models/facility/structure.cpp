// SPDX-License-Identifier: Apache-2.0
#include "models/facility/structure.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kKindWords = std::to_array<std::string_view>(
    {"wall", "column", "door", "room", "keep_clear", "ramp", "tray"});

constexpr auto kStructureAttributes = std::to_array<Attribute>({
    text<&StructureSpec::name>("name", "Name", {.doc = "Display name."}),
    choice<&StructureSpec::kind>("kind", "Kind", kKindWords,
                                 {.required = true,
                                  .doc = "wall, column and ramp take up room; door: an opening "
                                         "that racks pass through; room: a "
                                         "part of the floor with a purpose; keep_clear: floor that "
                                         "must stay empty; tray: cable "
                                         "tray under the ceiling."}),
    reference<&StructureSpec::hall>("hall", "Hall", "hall",
                                    {.doc = "Hall of the structure; outdoors where not stated."}),
    number<&StructureSpec::xM>("x_m", "X", unit::metre,
                               {.min = -100000,
                                .max = 100000,
                                .doc = "South-west corner, measured east from that of the hall."}),
    number<&StructureSpec::yM>("y_m", "Y", unit::metre,
                               {.min = -100000,
                                .max = 100000,
                                .doc = "South-west corner, measured north from that of the hall."}),
    number<&StructureSpec::widthM>(
        "width_m", "Width", unit::metre,
        {.min = 0.01, .max = 2000, .required = true, .doc = "East to west."}),
    number<&StructureSpec::depthM>(
        "depth_m", "Depth", unit::metre,
        {.min = 0.01, .max = 2000, .required = true, .doc = "South to north."}),
    number<&StructureSpec::heightM>(
        "height_m", "Height", unit::metre,
        {.min = 0.01,
         .max = 30,
         .doc = "Height of the structure; up to the ceiling where not stated."}),
    number<&StructureSpec::baseM>(
        "base_m", "Underside", unit::metre,
        {.min = 0, .max = 30, .doc = "Height of its lower side above the floor."}),
});

}  // namespace

bool isSolid(const StructureSpec& spec, double headM) {
    switch (spec.kind) {
        case StructureKind::Wall:
        case StructureKind::Column:
        case StructureKind::Ramp:
        case StructureKind::Tray:
            return spec.baseM < headM;
        case StructureKind::Door:
        case StructureKind::Room:
        case StructureKind::KeepClear:
            return false;
    }
    return false;
}

const ComponentType& StructureSpec::type() {
    static constexpr ComponentType kType{
        "structure",
        "Structure",
        "structures",
        false,
        "A part of the building, or a strip of floor, that racks and machines must respect.",
        kStructureAttributes,
        &createSpec<StructureSpec>,
        &destroySpec<StructureSpec>};
    return kType;
}

}  // namespace headroom::models
