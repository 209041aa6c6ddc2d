// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "engine/kinds/condition.h"
#include "ui/kit/theme.h"
#include "ui/scene/scene_camera.h"
#include "ui/scene/scene_mask.h"

#include <QRectF>

#include <span>

class QPainter;

namespace headroom::ui {

enum class SceneNames { None, Halls, All };

/// Paints over 3-D the marks of racks and machines that are not normal, at the middle of their tops, whether or not
/// something is before them. Names come where marks, labels and the `covered` areas leave room. Things that `mask` does not show
/// have neither.
void paintSceneMarks(QPainter& painter, const QRectF& view, const engine::Layout& layout,
                     const SceneCamera& camera, std::span<const engine::Condition> racks,
                     std::span<const engine::Condition> machines, SceneNames names,
                     const ThemeColours& colours, std::span<const QRectF> covered = {},
                     const SceneMask& mask = {});

}  // namespace headroom::ui
