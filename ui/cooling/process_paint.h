// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/process_layout.h"
#include "engine/run/frame/frame.h"
#include "ui/kit/legend.h"
#include "ui/kit/theme.h"

#include <QRectF>

class QPainter;

/// The parts of the process diagram as they are painted. Symbols follow ISO 10628-2: a circle with
/// a triangle for a pump, a bow-tie for a valve, a circle with a zigzag for an exchanger. A state
/// is always a shape or a word besides its colour.
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

/// Marks of a symbol: dead ones are hatched, failed ones struck, waiting ones hollow.
struct ProcessLook {
    bool known = false;
    engine::CoolingLinkState state = engine::CoolingLinkState::Running;
    engine::CoolingLinkState badge = engine::CoolingLinkState::Running;  ///< its mark
    bool isPartlyOut =
        false;            ///< some of its units take no part; marked where `badge` says nothing
    QColor cold, warm;    ///< of the water that comes and goes, on its facility side
    QColor cold2, warm2;  ///< on its other side
    double share = 1.0;   ///< of pumps and fans: how fast
    bool flowsLeft = false;
    int units = 1;
};

void paintProcessSymbol(QPainter& painter, engine::ProcessShape shape, const QRectF& box,
                        const ProcessLook& how, const ThemeColours& colours);

/// A bow-tie in a level pipe, as full as the valve is open.
void paintValve(QPainter& painter, QPointF centre, double opening, engine::CoolingLinkState state,
                const QColor& pipe, const ThemeColours& colours);

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
