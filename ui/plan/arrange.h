// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <QRectF>

#include <vector>

/// Where things go when they are aligned or spread; areas with y northward.
namespace headroom::ui {

enum class Arrangement {
    Left,
    Right,
    Top,
    Bottom,
    MiddleEast,   ///< middles on one line that runs north
    MiddleNorth,  ///< middles on one line that runs east
    SpreadEast,   ///< middles at equal distances, first and last stay
    SpreadNorth,
    GapsEast,  ///< equal gaps between edges, first and last stay
    GapsNorth
};

/// By how much each moves, in the order given.
std::vector<QPointF> arranged(const std::vector<QRectF>& areas, Arrangement how);

}  // namespace headroom::ui
