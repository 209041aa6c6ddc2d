// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>
#include <vector>

namespace headroom::models {

/// Where the fronts of the first row look: its rows run across that.
enum class Facing { South, West, North, East };

/// Rows of equal racks: an array that stays an array. If a block faces south or north, its rows run east and follow
/// northward; if it faces west or east, they run north and follow eastward.
struct RackBlockSpec {
    std::string name;
    std::string hall;
    std::string rack;
    int rows = 1;
    int racksPerRow = 1;
    double rowPitchM = 3.0;
    double rackPitchM = kNotStated;
    bool alternate = true;
    Facing facing = Facing::South;
    std::string rowPrefix = "R";  ///< before the number of a row
    bool rowLetters = false;      ///< A, B, … Z, AA in place of prefix and number
    int firstRow = 1;
    int firstPosition = 1;
    std::string cdu;
    std::string fabric;
    std::vector<std::string> feeds;
    int cords = 0;
    int priority = 0;
    double xM = 0.0;
    double yM = 0.0;

    /// Rows run north, not east.
    bool runsNorth() const { return facing == Facing::West || facing == Facing::East; }

    /// Where the fronts of row 0, 1, … look.
    Facing facingOf(int row) const;

    /// "R03-12" of row 2, position 11, both from zero.
    std::string rackName(int row, int position) const;

    static const ComponentType& type();
};

}  // namespace headroom::models
