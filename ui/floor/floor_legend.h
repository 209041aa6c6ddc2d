// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/legend.h"

#include <QRectF>

class QPainter;

namespace headroom::ui {

class RackColouring;
class Workspace;
struct ThemeColours;

/// The legend of what colours the floor now, in plan and 3-D alike: the blast radius, a field that a view shows,
/// or the racks' quantity; nothing where that could explain nothing. Returns where it was put.
QRectF paintFloorLegend(QPainter& painter, const QRectF& view, const Workspace& workspace,
                        const RackColouring& colouring, const ThemeColours& colours);

/// Area for a legend below one that was painted: its box has the same right edge. Empty if nothing was painted.
QRectF legendsBelow(const QRectF& view, const QRectF& painted);

/// Paints one more legend below the last one where it fits, otherwise in a column of its own to the left of `left`, the left
/// edge of all legends. Returns its box.
QRectF paintNextLegend(QPainter& painter, const QRectF& view, const QRectF& last, double left,
                       const Legend& legend, const ThemeColours& colours);

}  // namespace headroom::ui
