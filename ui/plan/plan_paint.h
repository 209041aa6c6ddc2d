// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/display_list.h"

#include <QRectF>
#include <QString>

class QPainter;

namespace headroom::ui {

class PlanView;
struct ThemeColours;

/// The plan (engine/diagram/plan_drawing.h) in pixels of the view: as much of it as is seen.
engine::DisplayList planDrawing(const PlanView& view);

/// The plan in the colours of its state, over drawings of the project. Over it: reach of a blast, frames of copied blocks, lines
/// between sites, conditions.
void paintPlan(QPainter& painter, const PlanView& view, const ThemeColours& colours);

/// Outlines of what is hovered and selected, dimension lines of a selected hall.
void paintSelection(QPainter& painter, const PlanView& view, const ThemeColours& colours);

/// Objects that are being moved or put down, before it is done.
void paintGhost(QPainter& painter, const QRectF& area, const ThemeColours& colours, bool allowed);

/// A dimension line from `from` to `to` in pixels, with its figure.
void paintDimension(QPainter& painter, QPointF from, QPointF to, const QString& text,
                    const ThemeColours& colours);

}  // namespace headroom::ui
