// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/fabric_reading.h"
#include "ui/kit/colour_map.h"
#include "ui/kit/theme.h"

#include <QRectF>

class QPainter;

/// Marks and legend of the fabric diagram, whose shapes are those of reports (engine/diagram/fabric_drawing.h). A fault is
/// always a shape and a word besides its colour.
namespace headroom::ui {

/// Octagon with a cross: down. Zigzag: flapping. Two bars: paused. Fewer bars: lanes. Wave: bit
/// errors. Hourglass: ageing.
void paintFaultBadge(QPainter& painter, QPointF centre, engine::LinkFault fault, double radius,
                     const ThemeColours& colours);

/// Legend at the right edge of `view`; returns where it was put.
QRectF paintFabricLegend(QPainter& painter, const QRectF& view, ColourMap map,
                         const ThemeColours& colours);

}  // namespace headroom::ui
