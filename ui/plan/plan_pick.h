// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/workspace/selection.h"

#include <QPointF>
#include <QRectF>

#include <vector>

namespace headroom::ui {

class Workspace;

/// Objects at a place of the plan, the uppermost first: rack, its block, machines, solid parts, areas by size, halls where
/// their wall is. Tab walks through them.
std::vector<Selected> hitsAt(const Workspace& workspace, QPointF site, double slackM);

/// Objects in a frame that was drawn: those quite inside, or `touching` it as well. Halls only
/// where they are quite inside.
std::vector<std::string> objectsIn(const Workspace& workspace, const QRectF& frame, bool touching);

}  // namespace headroom::ui
