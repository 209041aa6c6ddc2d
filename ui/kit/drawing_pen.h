// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/display_list.h"
#include "engine/diagram/drawing_words.h"
#include "ui/kit/theme.h"

#include <QBrush>
#include <QColor>
#include <QRectF>

#include <functional>

class QFont;
class QPainter;

namespace headroom::ui {

/// Colours in which a drawing is painted, by the state of what it shows.
struct DrawingInks {
    DrawingInks() = default;
    /// Those of a theme.
    explicit DrawingInks(const ThemeColours& colours);

    QColor line;                         ///< Outlines of bodies and busbars.
    QBrush ground;                       ///< Inside of bodies and rings.
    QColor glyph;                        ///< Strokes and letters inside bodies.
    QBrush bar;                          ///< Inside of busbars.
    QBrush hatch;                        ///< Over bodies and busbars; none as a rule.
    double outline = 1.6;                ///< Width of the outline of bodies.
    QColor cold, warm;                   ///< Fluids without a tint.
    ThemeColours theme;                  ///< All other inks.
    std::function<QColor(double)> tint;  ///< Colour of a value.
    QBrush floor;                        ///< Inside of the halls of a plan.
    bool isCrisp = false;                ///< Boxes and joints without smoothed edges.

    struct Part {
        QColor ground, line;
    };

    /// Bodies of a part by its state, and by their ground the words on them. An invalid ground: as bodies of all others.
    std::function<Part(const engine::DrawnItem&)> ofPart;
    /// Paints a mark of a state of the drawing's own.
    std::function<void(QPainter&, QPointF, double radius, int state)> stateMark;
};

/// Paints a drawing of the engine. Reports write the same list as SVG (engine/diagram/svg_pen.h). Shapes outside of
/// `visible` are left out, unless it is empty.
void paintDrawing(QPainter& painter, const engine::DisplayList& drawing, const DrawingInks& inks,
                  const QRectF& visible = {});

/// Words of drawings in the window: the units that are chosen, its language, the letters of `font`.
engine::DrawingWords windowWords(const QFont& font);

inline QRectF rectOf(const engine::DrawnBox& b) {
    return {b.x, b.y, b.width, b.height};
}

}  // namespace headroom::ui
