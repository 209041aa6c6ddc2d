// SPDX-License-Identifier: Apache-2.0
#include "models/facility/rack_block.h"

#include <array>
#include <cstdio>

namespace headroom::models {

namespace {

constexpr auto kFacingWords = std::to_array<std::string_view>({"south", "west", "north", "east"});

constexpr auto kRackBlockAttributes = std::to_array<Attribute>({
    text<&RackBlockSpec::name>("name", "Name", {.doc = "Display name."}),
    reference<&RackBlockSpec::hall>("hall", "Hall", "hall",
                                    {.required = true, .doc = "Hall of this equipment."}),
    reference<&RackBlockSpec::rack>("rack", "Rack", "rack",
                                    {.required = true, .doc = "Which rack."}),
    integer<&RackBlockSpec::rows>(
        "rows", "Rows",
        {.min = 1, .max = 1000, .required = true, .doc = "Rows, one behind the other."}),
    integer<&RackBlockSpec::racksPerRow>(
        "racks_per_row", "Racks in a row",
        {.min = 1, .max = 1000, .required = true, .doc = "Racks, side by side."}),
    number<&RackBlockSpec::rowPitchM>("row_pitch_m", "Row pitch", unit::metre,
                                      {.min = 0.5, .max = 100, .doc = "From row to row."}),
    number<&RackBlockSpec::rackPitchM>(
        "rack_pitch_m", "Rack pitch", unit::metre,
        {.min = 0.1,
         .max = 20,
         .doc = "From rack to rack; the width of the rack where not stated."}),
    boolean<&RackBlockSpec::alternate>(
        "alternate_facing", "Alternate facing",
        {.doc = "Every other row faces the other way, so that rows share cold and hot aisles."}),
    choice<&RackBlockSpec::facing>(
        "facing", "First row faces", kFacingWords,
        {.doc =
             "Direction of its fronts. Rows that face south or north run east. Rows that face west "
             "or east run north and follow eastward."}),
    text<&RackBlockSpec::rowPrefix>("row_prefix", "Row prefix",
                                    {.doc = "Before the number of a row: R of R03-12."}),
    boolean<&RackBlockSpec::rowLetters>(
        "row_letters", "Rows by letter",
        {.doc = "Rows are A, B, … Z, AA, in place of prefix and number."}),
    integer<&RackBlockSpec::firstRow>(
        "first_row", "First row number",
        {.min = 1, .max = 10000, .doc = "Number of the row nearest to the corner; 1 is A."}),
    integer<&RackBlockSpec::firstPosition>(
        "first_position", "First position number",
        {.min = 0, .max = 10000, .doc = "Number of the first rack of a row."}),
    reference<&RackBlockSpec::cdu>("cdu_group", "Coolant from", "cdu_group",
                                   {.doc = "CDU group of liquid-cooled and immersion racks."}),
    reference<&RackBlockSpec::fabric>("fabric", "Fabric", "fabric",
                                      {.doc = "Scale-out network that the servers join."}),
    referenceList<&RackBlockSpec::feeds>(
        "feeds", "Power from", "power_unit",
        {.doc =
             "PDUs, boards or busways; racks are spread over the units of each array in order."}),
    integer<&RackBlockSpec::cords>(
        "cords", "Cords",
        {.min = 0,
         .max = 4,
         .doc =
             "Feeds of one rack. Where it has fewer than are named, rows take all combinations in "
             "turn. With 0, all that are named."}),
    integer<&RackBlockSpec::priority>(
        "priority", "Priority",
        {.min = 0, .max = 100, .doc = "Racks of the lowest priority are shed first."}),
    number<&RackBlockSpec::xM>("x_m", "X", unit::metre,
                               {.min = -100000,
                                .max = 100000,
                                .doc = "South-west corner, measured east from that of the hall."}),
    number<&RackBlockSpec::yM>("y_m", "Y", unit::metre,
                               {.min = -100000,
                                .max = 100000,
                                .doc = "South-west corner, measured north from that of the hall."}),
});

}  // namespace

Facing RackBlockSpec::facingOf(int row) const {
    const bool turned = alternate && row % 2 == 1;
    return turned ? static_cast<Facing>((static_cast<int>(facing) + 2) % 4) : facing;
}

std::string RackBlockSpec::rackName(int row, int position) const {
    std::array<char, 24> text{};
    if (!rowLetters) {
        std::snprintf(text.data(), text.size(), "%02d-%02d", row + firstRow,
                      position + firstPosition);
        return rowPrefix + text.data();
    }
    std::string letters;
    for (int n = row + firstRow; n > 0; n = (n - 1) / 26) {
        letters.insert(letters.begin(), static_cast<char>('A' + (n - 1) % 26));
    }
    std::snprintf(text.data(), text.size(), "-%02d", position + firstPosition);
    return letters + text.data();
}

const ComponentType& RackBlockSpec::type() {
    static constexpr ComponentType kType{"rack_block",
                                         "Rack block",
                                         "rack_blocks",
                                         false,
                                         "Rows of equal racks: an array that stays an array.",
                                         kRackBlockAttributes,
                                         &createSpec<RackBlockSpec>,
                                         &destroySpec<RackBlockSpec>};
    return kType;
}

}  // namespace headroom::models
