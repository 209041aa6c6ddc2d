// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/display_list.h"

#include <QBrush>
#include <QColor>

class QPainter;

namespace headroom::ui {

/// Colours in which a drawing is painted, by the state of what it shows.
struct DrawingInks {
    QColor line;           ///< outlines of bodies and busbars
    QBrush ground;         ///< inside of bodies and rings
    QColor glyph;          ///< strokes and letters inside bodies
    QBrush bar;            ///< inside of busbars
    QBrush hatch;          ///< over bodies and busbars; none as a rule
    double outline = 1.6;  ///< width of the outline of bodies
};

/// Paints a drawing of the engine. Reports write the same list as SVG (engine/report/drawing/sketch.h).
void paintDrawing(QPainter& painter, const engine::DisplayList& drawing, const DrawingInks& inks);

}  // namespace headroom::ui
