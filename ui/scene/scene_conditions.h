// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "engine/kinds/condition.h"
#include "ui/kit/theme.h"
#include "ui/scene/scene_camera.h"

#include <QRectF>

#include <span>

class QPainter;

namespace headroom::ui {

/// The marks of racks and machines that do not stand normally, over 3-D: at the middle of their
/// tops. They are drawn whether or not something stands before them.
void paintSceneConditions(QPainter& painter, const QRectF& view, const engine::Layout& layout,
                          const SceneCamera& camera, std::span<const engine::Condition> racks,
                          std::span<const engine::Condition> machines, const ThemeColours& colours);

}  // namespace headroom::ui
