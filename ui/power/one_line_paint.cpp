// SPDX-License-Identifier: Apache-2.0
#include "ui/power/one_line_paint.h"

#include "engine/diagram/one_line_symbols.h"
#include "ui/kit/condition_mark.h"
#include "ui/kit/drawing_pen.h"
#include "ui/kit/ink.h"
#include "ui/kit/legend.h"
#include "ui/kit/translate.h"
#include "ui/power/power_text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

/// A dead part is hatched. A loaded one has the colour of its load, and strokes that contrast with it.
DrawingInks inksOf(const SymbolPaint& how, const ThemeColours& colours) {
    DrawingInks inks;
    inks.line = inks.glyph = how.line;
    inks.ground = colours.raised;
    inks.bar = how.look == SymbolLook::Plain ? how.line : colours.raised;
    if (how.look == SymbolLook::Loaded) {
        inks.ground = inks.bar = how.fill;
        inks.glyph = inkOn(how.fill);
    } else if (how.look == SymbolLook::Dead) {
        inks.hatch = QBrush(colours.disabled, Qt::BDiagPattern);
    }
    return inks;
}

engine::DrawnBox boxOf(const QRectF& area) {
    return {area.x(), area.y(), area.width(), area.height()};
}

}  // namespace

QColor liveWire(const ThemeColours& colours) {
    return colours.accent;
}

QColor deadWire(const ThemeColours& colours) {
    return colours.disabled;
}

void paintUnitSymbol(QPainter& painter, engine::PowerKind kind, const QRectF& area,
                     const SymbolPaint& how, const ThemeColours& colours) {
    paintDrawing(painter,
                 engine::drawUnit({kind, how.direct, how.incomers, how.position}, boxOf(area)),
                 inksOf(how, colours));
    if (how.look == SymbolLook::Failed) {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        paintConditionMark(painter, area.center(), 13.0, engine::Condition::Failed, colours);
        painter.restore();
    }
}

void paintUnitBattery(QPainter& painter, const QRectF& symbol, double charge, double givesW,
                      const ThemeColours& colours) {
    constexpr double kWidth = 17.0, kHeight = 11.0, kCap = 2.5, kStill = 0.5;
    painter.save();
    // Left of the wires that leave the middle of a bar.
    const QRectF body(symbol.left() + 1.0, symbol.bottom() - kHeight, kWidth, kHeight);
    painter.setPen(QPen(colours.text, 1.2));
    painter.drawLine(QPointF(body.center().x(), symbol.center().y() + 4.0),
                     QPointF(body.center().x(), body.top()));
    painter.setBrush(colours.raised);
    painter.drawRoundedRect(body, 2.0, 2.0);
    painter.setBrush(colours.text);
    painter.drawRect(QRectF(body.right(), body.center().y() - 2.5, kCap, 5.0));
    if (std::isfinite(charge)) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(charge > 0.0 ? colours.accent : colours.bad);
        painter.drawRect(QRectF(body.left() + 2.0, body.top() + 2.0,
                                (kWidth - 4.0) * std::clamp(charge, 0.0, 1.0), kHeight - 4.0));
    }
    if (std::abs(givesW) > kStill) {
        const double x = body.left() - 6.0, up = givesW > 0.0 ? 1.0 : -1.0;
        painter.setPen(QPen(colours.text, 1.4));
        painter.drawLine(QPointF(x, body.top()), QPointF(x, body.bottom()));
        const double tip = givesW > 0.0 ? body.top() : body.bottom();
        painter.drawLine(QPointF(x, tip), QPointF(x - 3.0, tip + 4.0 * up));
        painter.drawLine(QPointF(x, tip), QPointF(x + 3.0, tip + 4.0 * up));
    }
    painter.restore();
}

void paintLoadSymbol(QPainter& painter, engine::PowerLoadKind kind, const QRectF& area,
                     const SymbolPaint& how, const ThemeColours& colours) {
    paintDrawing(painter, engine::drawLoad(kind, boxOf(area)), inksOf(how, colours));
}

void paintBreaker(QPainter& painter, QPointF centre, engine::BreakerState state, const QColor& wire,
                  const ThemeColours& colours) {
    DrawingInks inks;
    inks.line = inks.glyph = state == engine::BreakerState::Closed ? wire
                             : state == engine::BreakerState::Open ? colours.text
                                                                   : colours.bad;
    inks.ground = colours.base;
    paintDrawing(painter, engine::drawBreaker({centre.x(), centre.y()}, state), inks);
}

QRectF paintPowerLegend(QPainter& painter, const QRectF& view, ColourMap map,
                        const ThemeColours& colours, const PowerLegend& how) {
    Legend legend;
    legend.title = powerTr("Loading");
    legend.unit = powerTr("% of rating");
    legend.above = LegendEntry{powerTr("over 100"), swatchOf(colours.bad)};
    legend.ramp = rampOf(map);
    legend.ticks = percentTicks();
    const auto wire = [](const QColor& colour, Qt::PenStyle style) {
        return [colour, style](QPainter& p, QPointF centre) {
            p.setPen(QPen(colour, 2.0, style));
            p.drawLine(centre - QPointF(8, 0), centre + QPointF(8, 0));
        };
    };
    const auto breaker = [&colours](engine::BreakerState state) {
        return [&colours, state](QPainter& p, QPointF centre) {
            paintBreaker(p, centre, state, liveWire(colours), colours);
        };
    };
    legend.entries = {{powerTr("Live"), wire(liveWire(colours), Qt::SolidLine)},
                      {powerTr("Dead"), wire(deadWire(colours), Qt::DashLine)},
                      {powerTr("Breaker closed"), breaker(engine::BreakerState::Closed)},
                      {powerTr("Breaker open"), breaker(engine::BreakerState::Open)},
                      {powerTr("Breaker tripped"), breaker(engine::BreakerState::Tripped)},
                      {powerTr("Unit dead"), [&colours](QPainter& p, QPointF centre) {
                           p.setPen(QPen(colours.disabled, 1.4));
                           p.setBrush(QBrush(colours.disabled, Qt::BDiagPattern));
                           p.drawRect(QRectF(centre - QPointF(8, 6), centre + QPointF(8, 6)));
                       }}};
    if (how.hasBattery) {
        legend.entries.push_back(
            {powerTr("External battery"), [&colours](QPainter& p, QPointF centre) {
                 // Without its stem: the bar would be at the top of it.
                 paintUnitBattery(p, QRectF(centre + QPointF(-10, -5.5), centre + QPointF(10, 5.5)),
                                  0.6, 0.0, colours);
             }});
    }
    for (const engine::Condition condition :
         {engine::Condition::Failed, engine::Condition::Unpowered, engine::Condition::Locked,
          engine::Condition::OnReserve, engine::Condition::PartlyOut}) {
        legend.entries.push_back(
            {conditionWord(condition), [&colours, condition](QPainter& p, QPointF centre) {
                 paintConditionMark(p, centre, 8.0, condition, colours);
             }});
    }
    legend.size = how.isShort ? LegendSize::RampAlone : LegendSize::Whole;
    return paintLegendBox(painter, view, legend, colours);
}

}  // namespace headroom::ui
