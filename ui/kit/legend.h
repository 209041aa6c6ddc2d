// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/colour_map.h"
#include "ui/kit/theme.h"

#include <QRectF>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

class QPainter;

/// The box at the right edge of plan, 3-D and diagrams that says what colours and marks mean.
namespace headroom::ui {

struct LegendTick {
    double at = 0.0;  ///< 0 at the low end of the ramp, 1 at the high end
    QString text;
    bool isLimit = false;  ///< a line across the ramp, in the colour of what is bad
};

/// A line of the box: a mark and what it stands for.
struct LegendEntry {
    QString text;
    /// Paints the mark around `centre`, at most 18 pixels wide and high; none means words alone.
    std::function<void(QPainter& painter, QPointF centre)> mark;
    bool isMuted = false;
};

/// Everything that a legend may have; what is left empty takes no room.
struct Legend {
    QString title, unit;
    std::optional<LegendEntry> above;    ///< what lies beyond the high end of the ramp
    std::function<QColor(double)> ramp;  ///< the colour of 0..1; none means entries alone
    std::vector<LegendTick> ticks;
    std::vector<LegendEntry>
        entries;           ///< left out where ramp and entries do not fit one below the other
    bool isShort = false;  ///< a low ramp without entries, where the drawing needs the room
};

/// Returns where it was put: at the right edge of `view`, 12 pixels from its corner.
QRectF paintLegendBox(QPainter& painter, const QRectF& view, const Legend& legend,
                      const ThemeColours& colours);

/// A mark that is a square of that colour.
std::function<void(QPainter&, QPointF)> swatchOf(const QColor& colour);

std::function<QColor(double)> rampOf(ColourMap map);

/// "0", "25" … "100", for a ramp from nothing to all.
std::vector<LegendTick> percentTicks();

}  // namespace headroom::ui
