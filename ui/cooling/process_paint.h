// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"
#include "ui/kit/legend.h"
#include "ui/kit/theme.h"

#include <QRectF>

class QPainter;

/// Colours, marks and legend of the process diagram, whose shapes are those of reports (engine/diagram/process_drawing.h). A
/// state is always a shape or a word besides its colour.
namespace headroom::ui {

/// From cold to warm: blue, violet, vermilion of one lightness, apart for colour-blind people too.
struct TemperatureScale {
    double lowC = 10.0;
    double highC = 50.0;
    double tickC = 10.0;

    /// Takes in what the frame holds, rounded; narrows only when far too wide.
    void adapt(const engine::Frame& frame);
    QColor colour(double celsius, const ThemeColours& colours) const;
};

/// The mark of a state that is not running or standby; nothing for these.
void paintStateBadge(QPainter& painter, QPointF centre, engine::CoolingLinkState state,
                     double radius, const ThemeColours& colours);

QColor inkOfState(engine::CoolingLinkState state, const ThemeColours& colours);

/// The ramp of temperatures with its unit, without marks.
Legend temperatureLegend(const TemperatureScale& scale, const ThemeColours& colours);

/// Legend at the right edge of `view`: temperature with its unit, and the marks of states. Returns
/// where it was put.
QRectF paintProcessLegend(QPainter& painter, const QRectF& view, const TemperatureScale& scale,
                          const ThemeColours& colours);

}  // namespace headroom::ui
