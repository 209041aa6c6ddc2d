// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"

#include <QRectF>

#include <vector>

/// Ground around the halls: a paved yard, a road around it with an entry from the south, and a fence with a gate. It shows the size
/// of the site and no data.
namespace headroom::ui {

struct SiteGround {
    QRectF yard;                        ///< Paved, around halls and machines [m].
    std::vector<engine::Box> paving;    ///< The yard, at ground level.
    std::vector<engine::Box> roads;     ///< Lanes around the yard, and the entry.
    std::vector<engine::Box> markings;  ///< Dashes along the middle of the roads.
    std::vector<engine::Box> fence;     ///< Posts and rails; the entry is open.
};

/// Empty where nothing has a place. `groundM`: level of the ground.
SiteGround siteGround(const engine::Layout& layout, double groundM);

}  // namespace headroom::ui
