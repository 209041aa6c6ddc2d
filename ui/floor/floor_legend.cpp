// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/floor_legend.h"

#include "ui/floor/blast_paint.h"
#include "ui/floor/rack_colouring.h"
#include "ui/floor/rack_legend.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/floor_focus.h"
#include "ui/workspace/workspace.h"

#include <QPainter>
#include <QPicture>

#include <cmath>

namespace headroom::ui {

namespace {

QRectF paintFieldLegend(QPainter& painter, const QRectF& view, const FloorField& field,
                        ColourMap map, const ThemeColours& colours) {
    Legend legend;
    legend.title = field.title;
    legend.unit = field.unit;
    legend.ramp = rampOf(map);
    const double span = field.high - field.low;
    for (int i = 0; i <= static_cast<int>(std::lround(span / field.step)); ++i) {
        legend.ticks.push_back(
            {i * field.step / span, plainNumberText(field.low + i * field.step, 3)});
    }
    if (!field.detail.isEmpty()) {
        legend.entries.push_back({field.detail, nullptr, true});
    }
    return paintLegendBox(painter, view, legend, colours);
}

}  // namespace

QRectF paintFloorLegend(QPainter& painter, const QRectF& view, const Workspace& workspace,
                        const RackColouring& colouring, const ThemeColours& colours) {
    if (workspace.blast().reach() != nullptr) {
        return paintBlastLegend(painter, view, workspace.blast(), colours);
    }
    if (const FloorField* field = workspace.floor().field()) {
        return paintFieldLegend(painter, view, *field, colouring.scale().map(), colours);
    }
    return colouring.values().empty()
               ? QRectF(view.topRight(), QSizeF())
               : paintRackLegend(painter, view, colouring.scale(), colouring.conditions(), colours);
}

QRectF legendsBelow(const QRectF& view, const QRectF& painted) {
    constexpr double kCorner = 12.0,
                     kApart = 8.0;  // pixels: as legends keep from the edges of their area
    return painted.isEmpty() ? QRectF()
                             : QRectF(QPointF(view.left(), painted.bottom() + kApart - kCorner),
                                      QPointF(painted.right() + kCorner, view.bottom()));
}

QRectF paintNextLegend(QPainter& painter, const QRectF& view, const QRectF& last, double left,
                       const Legend& legend, const ThemeColours& colours) {
    constexpr double kMargin = 24.0, kApart = 4.0;
    QPicture nowhere;
    QPainter measure(&nowhere);
    measure.setFont(painter.font());
    const double height = paintLegendBox(measure, view, legend, colours).height();
    const QRectF below = legendsBelow(view, last);
    const QRectF beside = view.adjusted(0, 0, left - view.right() + kApart, 0);
    return paintLegendBox(painter, below.height() >= height + kMargin ? below : beside, legend,
                          colours);
}

}  // namespace headroom::ui
