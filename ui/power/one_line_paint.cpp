// SPDX-License-Identifier: Apache-2.0
#include "ui/power/one_line_paint.h"

#include "ui/kit/condition_mark.h"
#include "ui/kit/ink.h"
#include "ui/kit/legend.h"
#include "ui/kit/translate.h"
#include "ui/power/one_line_places.h"
#include "ui/power/power_text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::ui {

namespace {

/// Fill and stroke of a body, by its look.
void setBody(QPainter& painter, const SymbolPaint& how, const ThemeColours& colours) {
    painter.setPen(QPen(how.line, 1.6));
    switch (how.look) {
        case SymbolLook::Plain:
        case SymbolLook::Failed:
            painter.setBrush(colours.raised);
            break;
        case SymbolLook::Loaded:
            painter.setBrush(how.fill);
            break;
        case SymbolLook::Dead:
            painter.setBrush(colours.raised);
            break;
    }
}

/// A second pass for what is dead: hatching over the body.
void hatch(QPainter& painter, const QPainterPath& body, const SymbolPaint& how,
           const ThemeColours& colours) {
    if (how.look == SymbolLook::Dead) {
        painter.fillPath(body, QBrush(colours.disabled, Qt::BDiagPattern));
    }
}

QColor glyphInk(const SymbolPaint& how) {
    return how.look == SymbolLook::Loaded ? inkOn(how.fill) : how.line;
}

void wave(QPainter& painter, QPointF centre, double width) {
    QPainterPath path;
    const double h = width / 4.0;
    path.moveTo(centre.x() - width / 2.0, centre.y());
    path.cubicTo(centre.x() - width / 4.0, centre.y() - 1.9 * h, centre.x() - 0.02 * width,
                 centre.y() - h * 0.6, centre.x(), centre.y());
    path.cubicTo(centre.x() + 0.02 * width, centre.y() + h * 0.6, centre.x() + width / 4.0,
                 centre.y() + 1.9 * h, centre.x() + width / 2.0, centre.y());
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
}

void equals(QPainter& painter, QPointF centre, double width) {
    for (const double dy : {-1.8, 1.8}) {
        painter.drawLine(centre + QPointF(-width / 2.0, dy), centre + QPointF(width / 2.0, dy));
    }
}

/// A box with a slash: what goes in above, what comes out below.
void converter(QPainter& painter, const QRectF& box, bool directIn, bool directOut,
               const SymbolPaint& how, const ThemeColours& colours) {
    setBody(painter, how, colours);
    QPainterPath body;
    body.addRect(box);
    painter.drawPath(body);
    hatch(painter, body, how, colours);
    painter.setPen(QPen(glyphInk(how), 1.3));
    painter.drawLine(box.bottomLeft(), box.topRight());
    const QPointF in(box.left() + 0.27 * box.width(), box.top() + 0.32 * box.height());
    const QPointF out(box.left() + 0.73 * box.width(), box.top() + 0.70 * box.height());
    const double size = 0.26 * box.width();
    directIn ? equals(painter, in, size) : wave(painter, in, size);
    directOut ? equals(painter, out, size) : wave(painter, out, size);
}

void letters(QPainter& painter, const QRectF& area, const QString& text, double size,
             const QColor& ink) {
    QFont font = painter.font();
    font.setPixelSize(static_cast<int>(size));
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(ink);
    painter.drawText(area, Qt::AlignCenter, text);
}

void paintUtility(QPainter& painter, const QRectF& box, const SymbolPaint& how,
                  const ThemeColours& colours) {
    setBody(painter, how, colours);
    QPainterPath body;
    body.addRect(box);
    painter.drawPath(body);
    hatch(painter, body, how, colours);
    painter.setPen(QPen(glyphInk(how), 1.2));
    painter.setClipRect(box.adjusted(0.8, 0.8, -0.8, -0.8), Qt::IntersectClip);
    const double step = box.width() / 3.0;
    for (int i = -3; i <= 3; ++i) {
        painter.drawLine(box.topLeft() + QPointF(i * step, 0),
                         box.topLeft() + QPointF(i * step + box.height(), box.height()));
        painter.drawLine(box.topRight() + QPointF(i * step, 0),
                         box.topRight() + QPointF(i * step - box.height(), box.height()));
    }
}

void paintTransformer(QPainter& painter, const QRectF& box, const SymbolPaint& how,
                      const ThemeColours& colours) {
    const double r = 0.315 * box.height();
    const QPointF upper(box.center().x(), box.top() + r);
    const QPointF lower(box.center().x(), box.bottom() - r);
    setBody(painter, how, colours);
    QPainterPath body;
    body.setFillRule(Qt::WindingFill);
    body.addEllipse(upper, r, r);
    body.addEllipse(lower, r, r);
    painter.drawPath(body);
    hatch(painter, body, how, colours);
    // Both circles whole, also where they overlap.
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(how.line, 1.6));
    painter.drawEllipse(upper, r, r);
    painter.drawEllipse(lower, r, r);
    if (how.look == SymbolLook::Loaded) {
        painter.setClipPath(body, Qt::IntersectClip);
        painter.setPen(QPen(glyphInk(how), 1.2));
        painter.drawArc(QRectF(upper - QPointF(r, r), upper + QPointF(r, r)), -150 * 16, 120 * 16);
        painter.drawArc(QRectF(lower - QPointF(r, r), lower + QPointF(r, r)), 30 * 16, 120 * 16);
    }
}

void paintGenerator(QPainter& painter, const QRectF& box, const QString& word,
                    const SymbolPaint& how, const ThemeColours& colours) {
    setBody(painter, how, colours);
    QPainterPath body;
    body.addEllipse(box);
    painter.drawPath(body);
    hatch(painter, body, how, colours);
    letters(painter, box.adjusted(0, -0.16 * box.height(), 0, -0.16 * box.height()), word,
            (word.size() > 1 ? 0.3 : 0.4) * box.height(), glyphInk(how));
    painter.setPen(QPen(glyphInk(how), 1.4));
    wave(painter, box.center() + QPointF(0, 0.24 * box.height()), 0.36 * box.width());
}

void paintUps(QPainter& painter, const QRectF& box, const SymbolPaint& how,
              const ThemeColours& colours) {
    if (how.direct) {
        converter(painter, box, false, true, how, colours);
        return;
    }
    const QRectF upper(box.left(), box.top(), box.width(), box.height() / 2.0);
    converter(painter, upper, false, true, how, colours);
    converter(painter, upper.translated(0, box.height() / 2.0), true, false, how, colours);
}

void paintSwitch(QPainter& painter, const QRectF& box, const SymbolPaint& how,
                 const ThemeColours& colours) {
    setBody(painter, how, colours);
    QPainterPath body;
    body.addRoundedRect(box, 3, 3);
    painter.drawPath(body);
    hatch(painter, body, how, colours);
    const QColor ink = glyphInk(how);
    painter.setPen(QPen(ink, 1.6));
    const QPointF pivot(box.center().x(), box.bottom() - 0.28 * box.height());
    painter.drawLine(QPointF(pivot.x(), box.bottom()), pivot);
    const int n = std::max(2, how.incomers);
    const double pitch = std::min(0.5 * box.width(), 0.9 * box.width() / n);
    const double top = box.top() + 0.3 * box.height();
    for (int i = 0; i < n; ++i) {
        const QPointF contact(box.center().x() + (i - (n - 1) / 2.0) * pitch, top);
        painter.drawLine(QPointF(contact.x(), box.top()), contact);
        painter.setBrush(how.look == SymbolLook::Loaded ? how.fill : colours.raised);
        painter.drawEllipse(contact, 2.2, 2.2);
        if (i == how.position) {
            painter.setPen(QPen(ink, 2.2));
            painter.drawLine(pivot, contact);
            painter.setPen(QPen(ink, 1.6));
        }
    }
    if (how.position < 0) {
        painter.drawLine(pivot, QPointF(box.center().x(), top + 0.08 * box.height()));
    }
    painter.setBrush(ink);
    painter.drawEllipse(pivot, 2.0, 2.0);
}

void paintBusbar(QPainter& painter, const QRectF& area, const SymbolPaint& how,
                 const ThemeColours& colours) {
    const QRectF bar(area.left() + 2.0, area.center().y() - 4.0, area.width() - 4.0, 8.0);
    painter.setPen(QPen(how.line, 1.2));
    painter.setBrush(how.look == SymbolLook::Loaded  ? how.fill
                     : how.look == SymbolLook::Plain ? how.line
                                                     : colours.raised);
    painter.drawRect(bar);
    if (how.look == SymbolLook::Dead) {
        painter.fillRect(bar, QBrush(colours.disabled, Qt::BDiagPattern));
    }
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
    using engine::PowerSymbol;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    // Symbols fill the height, so that wires meet them, and are in the middle of the width.
    const double side = area.height() - 1.6;
    QRectF box(0, 0, side, side);
    box.moveCenter(area.center());
    const engine::PowerKindInfo& row = engine::infoOf(kind);
    const QString word = QString::fromUtf8(row.letters.data(), qsizetype(row.letters.size()));
    switch (row.symbol) {
        case PowerSymbol::Utility:
            paintUtility(painter, box, how, colours);
            break;
        case PowerSymbol::Transformer:
            paintTransformer(painter, box, how, colours);
            break;
        case PowerSymbol::Busbar:
            paintBusbar(painter, area, how, colours);
            break;
        case PowerSymbol::Generator:
            paintGenerator(painter, box, word, how, colours);
            break;
        case PowerSymbol::Converter:
            paintUps(painter, box, how, colours);
            break;
        case PowerSymbol::Switch:
            box.setLeft(area.left() + 1.0);
            box.setRight(area.right() - 1.0);
            paintSwitch(painter, box, how, colours);
            break;
        case PowerSymbol::Box: {
            setBody(painter, how, colours);
            QPainterPath body;
            body.addRoundedRect(box, 3, 3);
            painter.drawPath(body);
            hatch(painter, body, how, colours);
            letters(painter, box, word, 0.3 * side, glyphInk(how));
            break;
        }
    }
    painter.restore();
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
    using engine::PowerLoadKind;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double side = area.height() - 1.6;
    QRectF box(0, 0, std::max(side * 0.82, area.width() - 8.0), side);
    box.moveCenter(area.center());
    setBody(painter, how, colours);
    QPainterPath body;
    if (kind == PowerLoadKind::Rack || kind == PowerLoadKind::HallIt) {
        body.addRoundedRect(box, 2, 2);
    } else {
        box.setWidth(std::max(side, area.width() - 8.0));
        box.moveCenter(area.center());
        body.addRoundedRect(box, side / 2.0, side / 2.0);
    }
    painter.drawPath(body);
    hatch(painter, body, how, colours);
    const QColor ink = glyphInk(how);
    painter.setPen(QPen(ink, 1.2));
    if (kind == PowerLoadKind::Rack) {
        for (int i = 1; i <= 4; ++i) {
            const double y = box.top() + i * box.height() / 5.0;
            painter.drawLine(QPointF(box.left() + 6.0, y), QPointF(box.right() - 6.0, y));
        }
    } else {
        letters(painter, box, kind == PowerLoadKind::HallIt ? "IT" : "M", 0.38 * side, ink);
    }
    painter.restore();
}

void paintBreaker(QPainter& painter, QPointF centre, engine::BreakerState state, const QColor& wire,
                  const ThemeColours& colours) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double h = kBreakerHalf - 0.8;
    const QRectF box(centre - QPointF(h, h), centre + QPointF(h, h));
    painter.setBrush(colours.base);
    switch (state) {
        case engine::BreakerState::Closed:
            painter.setPen(QPen(wire, 1.5));
            painter.drawRect(box);
            painter.drawLine(box.topLeft(), box.bottomRight());
            painter.drawLine(box.bottomLeft(), box.topRight());
            break;
        case engine::BreakerState::Open:
            painter.setPen(QPen(colours.text, 1.6));
            painter.drawRect(box);
            // The blade stands off the contact.
            painter.drawLine(centre + QPointF(0, h), centre + QPointF(h * 0.75, -h * 0.6));
            break;
        case engine::BreakerState::Tripped: {
            painter.setPen(QPen(colours.bad, 1.8));
            QPolygonF diamond;
            diamond << centre + QPointF(0, -h - 2) << centre + QPointF(h + 2, 0)
                    << centre + QPointF(0, h + 2) << centre + QPointF(-h - 2, 0);
            painter.drawPolygon(diamond);
            painter.drawLine(centre + QPointF(0, h - 1), centre + QPointF(h * 0.6, -h * 0.5));
            break;
        }
    }
    painter.restore();
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
    legend.isShort = how.isShort;
    return paintLegendBox(painter, view, legend, colours);
}

}  // namespace headroom::ui
