// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "ui/kit/theme.h"
#include "ui/scene/scene_camera.h"
#include "ui/scene/scene_mask.h"

#include <QRectF>

#include <vector>

class QPainter;

namespace headroom::ui {

/// The names of the halls in front of them, the nearest first; what would cover another, or what
/// is `taken` already, is left out. The areas of those painted are added to `taken`.
void paintHallNames(QPainter& painter, const engine::Layout& layout, const SceneCamera& camera,
                    const QRectF& view, std::vector<QRectF>& taken, const ThemeColours& colours);

/// The names of machines, one for all of a kind that belong to one object ("4 × Cooling tower"), over their middle. A name that would
/// cover another or an area that is `taken` is left out, and so is one of machines that `mask` does not show.
void paintMachineNames(QPainter& painter, const engine::Layout& layout, const SceneCamera& camera,
                       const QRectF& view, std::vector<QRectF>& taken, const ThemeColours& colours,
                       const SceneMask& mask);

}  // namespace headroom::ui
