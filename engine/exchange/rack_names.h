// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace headroom::engine {

/// Place of a rack by its name: "R03-12" is place 12 of row "R03", "A7" place 7 of
/// row "A". A name without a number at its end is a row of its own.
struct RackPlaceName {
    std::string row;
    int position = 1;
};

RackPlaceName rackPlaceOf(std::string_view name);

/// A row's name as numbering: "R03" is prefix "R", number 3; "C" is the third letter.
struct RowNumbering {
    std::string prefix;
    bool isLetter = false;
    int number = 1;
};

RowNumbering rowNumberingOf(std::string_view row);

/// Order of names in which 2 comes before 10.
bool naturalLess(std::string_view a, std::string_view b);

/// A name as an id: "Hall A (north)" is "hall-a-north"; empty where nothing of it can are.
std::string idOf(std::string_view name);

}  // namespace headroom::engine
