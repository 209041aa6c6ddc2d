// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/fabric_reading.h"
#include "ui/kit/colour_map.h"
#include "ui/kit/theme.h"

#include <QPainterPath>
#include <QRectF>

class QPainter;

/// The parts of the fabric diagram as they are painted. A fault is always a shape and a word
/// besides its colour.
namespace headroom::ui {

struct FabricLinePaint {
    QColor colour;
    double width = 2.0;
    bool known = false;
    int links = 1;  ///< of both directions
    engine::FabricFaultsNow faults;
    bool chosen = false, hovered = false, onTheWay = false;
};

QPainterPath edgePath(const engine::FabricEdge& edge);
/// Where the mark and the words of an edge stand.
QPointF edgeMark(const engine::FabricEdge& edge);

void paintFabricLine(QPainter& painter, const QPainterPath& path, const FabricLinePaint& how,
                     double zoom, const ThemeColours& colours);

/// Octagon with a cross: down. Zigzag: flapping. Two bars: paused. Fewer bars: lanes. Wave: bit
/// errors. Hourglass: ageing.
void paintFaultBadge(QPainter& painter, QPointF centre, engine::LinkFault fault, double radius,
                     const ThemeColours& colours);

/// Legend at the right edge of `view`; returns where it was put.
QRectF paintFabricLegend(QPainter& painter, const QRectF& view, ColourMap map,
                         const ThemeColours& colours);

/// A box of the diagram.
inline QRectF rectOf(const engine::FabricBox& b) {
    return {b.x, b.y, b.width, b.height};
}

}  // namespace headroom::ui
