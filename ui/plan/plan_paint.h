// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"

#include <QRectF>
#include <QString>

class QPainter;

/// How the plan is drawn.
namespace headroom::ui {

class PlanView;
struct ThemeColours;

/// Everything on the site: drawings, floors with their tiles, rooms, aisles, structures, machines,
/// racks, frames of copied blocks.
void paintPlan(QPainter& painter, const PlanView& view, const ThemeColours& colours);

/// Outlines of what is hovered and selected, dimension lines of a selected hall.
void paintSelection(QPainter& painter, const PlanView& view, const ThemeColours& colours);

/// Objects that are being moved or put down, before it is done.
void paintGhost(QPainter& painter, const QRectF& area, const ThemeColours& colours, bool allowed);

/// A dimension line from `from` to `to` in pixels, with its figure.
void paintDimension(QPainter& painter, QPointF from, QPointF to, const QString& text,
                    const ThemeColours& colours);

}  // namespace headroom::ui
