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

/// How much of a legend is painted where the drawing needs the room.
enum class LegendSize { Whole, LowRamp, RampAlone };

/// Everything that a legend may have; what is left empty takes no room.
struct Legend {
    QString title, unit;
    std::optional<LegendEntry> above;    ///< what lies beyond the high end of the ramp
    std::function<QColor(double)> ramp;  ///< the colour of 0..1; none means entries alone
    std::vector<LegendTick> ticks;
    std::vector<LegendEntry>
        entries;  ///< left out where ramp and entries do not fit one below the other
    LegendSize size = LegendSize::Whole;
};

/// Returns where it was put: at the right edge of `view`, 12 pixels from its corner.
QRectF paintLegendBox(QPainter& painter, const QRectF& view, const Legend& legend,
                      const ThemeColours& colours);

/// Paints legends one below the other at the right edge of `view`, as large as all of them fit: whole, then with low ramps, then
/// without entries below a ramp. Legends that fit in no size begin a column of their own to the left. Returns the boxes in the order of the
/// legends.
std::vector<QRectF> paintLegends(QPainter& painter, const QRectF& view, std::vector<Legend> legends,
                                 const ThemeColours& colours);

/// Left edge of painted legends; the right edge of `view` if there are none.
double leftOf(const std::vector<QRectF>& boxes, const QRectF& view);

/// A mark that is a square of that colour.
std::function<void(QPainter&, QPointF)> swatchOf(const QColor& colour);

std::function<QColor(double)> rampOf(ColourMap map);

/// "0", "25" … "100", for a ramp from nothing to all.
std::vector<LegendTick> percentTicks();

}  // namespace headroom::ui
