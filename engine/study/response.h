// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/study/answers.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// A figure over two axes of a study: what to expect of a choice of both.
struct ResponseTable {
    std::vector<std::string> rows, columns;  ///< the values of both axes, as the study writes them
    std::vector<std::vector<Measured>> cells;  ///< [row][column]; NaN: nothing is known there
    bool isSurface = false;  ///< cells lie on a surface; else they are means of points
};

/// Designs of levels: the mean of the points that have both levels, at all other levels, with its standard error.
/// Designs that draw: a surface through the means of all points (RadialBasis, on the unit cube of the axes; its
/// validity is between the points), at the middles of `bins` equal shares of a range or at each value of a list, other
/// axes in the middle of theirs. Points without the figure count nowhere; too few of them for a surface: every cell is
/// NaN.
ResponseTable responseOf(const StudyPlan& plan, const StudyAnswers& answers,
                         const FigureAnswer& figure, std::size_t rowAxis, std::size_t columnAxis,
                         std::size_t bins = 7);

}  // namespace headroom::engine
