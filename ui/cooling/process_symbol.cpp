// SPDX-License-Identifier: Apache-2.0
// The machines of the process diagram.
#include "ui/cooling/process_paint.h"
#include "ui/kit/condition_mark.h"

#include <QLinearGradient>
#include <QPainter>
#include <QPainterPath>

namespace headroom::ui {

namespace {

using engine::CoolingLinkState;
using engine::ProcessShape;

constexpr double kLine = 1.6;

bool isDead(CoolingLinkState state) {
    return state == CoolingLinkState::NoPower || state == CoolingLinkState::Failed ||
           state == CoolingLinkState::Isolated;
}

bool isHollow(const ProcessLook& how) {
    return how.known && (how.state == CoolingLinkState::Standby || isDead(how.state));
}

QColor lineOf(const ProcessLook& how, const ThemeColours& colours) {
    return how.known && isDead(how.state) ? colours.disabled : colours.text;
}

/// Hatching over what has no power or is shut off.
void hatch(QPainter& painter, const QPainterPath& body, const ProcessLook& how,
           const ThemeColours& colours) {
    if (how.known && isDead(how.state)) {
        painter.fillPath(body, QBrush(colours.disabled, Qt::BDiagPattern));
    }
}

void body(QPainter& painter, const QPainterPath& path, const ProcessLook& how,
          const ThemeColours& colours) {
    painter.setPen(QPen(lineOf(how, colours), kLine));
    painter.setBrush(colours.raised);
    painter.drawPath(path);
    hatch(painter, path, how, colours);
}

void zigzag(QPainter& painter, const QRectF& box, const QColor& from, const QColor& to) {
    QPainterPath path;
    const double y = box.center().y();
    path.moveTo(box.left(), y);
    constexpr int kTeeth = 3;
    const double w = box.width() / (2.0 * kTeeth + 1.0);
    path.lineTo(box.left() + 0.5 * w, y);
    for (int i = 0; i < 2 * kTeeth; ++i) {
        path.lineTo(box.left() + (i + 1.0) * w, i % 2 == 0 ? box.top() : box.bottom());
    }
    path.lineTo(box.right() - 0.5 * w, y);
    path.lineTo(box.right(), y);
    QLinearGradient ramp(box.topLeft(), box.topRight());
    ramp.setColorAt(0.0, from);
    ramp.setColorAt(1.0, to);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(QBrush(ramp), 2.2, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    painter.drawPath(path);
}

void paintPump(QPainter& painter, const QRectF& box, const ProcessLook& how,
               const ThemeColours& colours) {
    QPainterPath circle;
    circle.addEllipse(box);
    body(painter, circle, how, colours);
    // The triangle points where the water goes; filled while the pump turns.
    const double r = box.width() / 2.0;
    const double d = how.flowsLeft ? -1.0 : 1.0;
    const QPointF c = box.center();
    QPolygonF triangle;
    triangle << c + QPointF(d * r, 0.0) << c + QPointF(-d * 0.5 * r, -0.866 * r)
             << c + QPointF(-d * 0.5 * r, 0.866 * r);
    painter.setPen(QPen(lineOf(how, colours), 1.2));
    painter.setBrush(isHollow(how) || !how.known ? QBrush(Qt::NoBrush) : QBrush(how.warm));
    painter.drawPolygon(triangle);
}

/// Two streams that pass each other: plates.
void paintPlates(QPainter& painter, const QRectF& box, const ProcessLook& how,
                 const ThemeColours& colours) {
    QPainterPath path;
    path.addRoundedRect(box, 4, 4);
    body(painter, path, how, colours);
    // One stream is on the left, the other on the right, a wall of plates between them.
    const QRectF in = box.adjusted(6, 7, -6, -7);
    painter.setPen(QPen(lineOf(how, colours), 1.2));
    for (int i = -1; i <= 1; ++i) {
        const double x = in.center().x() + 4.5 * i;
        painter.drawLine(QPointF(x, in.top()), QPointF(x, in.bottom()));
    }
    const auto stream = [&](double x, const QColor& top, const QColor& bottom) {
        QLinearGradient ramp(QPointF(x, in.top()), QPointF(x, in.bottom()));
        ramp.setColorAt(0.0, top);
        ramp.setColorAt(1.0, bottom);
        painter.setPen(QPen(QBrush(ramp), 5.0, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(QPointF(x, in.top() + 1.0), QPointF(x, in.bottom() - 1.0));
    };
    if (how.known && !isDead(how.state)) {
        stream(in.left() + 5.0, how.cold, how.warm);
        stream(in.right() - 5.0, how.warm2, how.cold2);
    }
}

/// The same lying: outdoor side above, facility side below.
void paintPlatesLevel(QPainter& painter, const QRectF& box, const ProcessLook& how,
                      const ThemeColours& colours) {
    QPainterPath path;
    path.addRoundedRect(box, 4, 4);
    body(painter, path, how, colours);
    const QRectF in = box.adjusted(7, 8, -7, -8);
    painter.setPen(QPen(lineOf(how, colours), 1.2));
    for (int i = -1; i <= 1; ++i) {
        const double y = in.center().y() + 4.5 * i;
        painter.drawLine(QPointF(in.left(), y), QPointF(in.right(), y));
    }
    const auto stream = [&](double y, const QColor& from, const QColor& to) {
        QLinearGradient ramp(QPointF(in.left(), y), QPointF(in.right(), y));
        ramp.setColorAt(0.0, from);
        ramp.setColorAt(1.0, to);
        painter.setPen(QPen(QBrush(ramp), 5.0, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(QPointF(in.left() + 1.0, y), QPointF(in.right() - 1.0, y));
    };
    if (how.known && !isHollow(how)) {
        stream(in.top() + 5.0, how.cold2, how.warm2);
        stream(in.bottom() - 5.0, how.cold, how.warm);
    }
}

/// Condenser above, evaporator below, a compressor between them.
void paintChiller(QPainter& painter, const QRectF& box, const ProcessLook& how,
                  const ThemeColours& colours) {
    QPainterPath path;
    path.addRoundedRect(box, 4, 4);
    body(painter, path, how, colours);
    const QColor line = lineOf(how, colours);
    const double h = 0.28 * box.height();
    const QRectF upper(box.left() + 7, box.top() + 5, box.width() - 14, h);
    const QRectF lower(box.left() + 7, box.bottom() - 5 - h, box.width() - 14, h);
    const bool runs = how.known && !isHollow(how);
    for (const bool top : {true, false}) {
        const QRectF& drum = top ? upper : lower;
        painter.setPen(QPen(line, 1.2));
        if (runs) {
            QLinearGradient ramp(drum.topLeft(), drum.topRight());
            ramp.setColorAt(0.0, top ? how.cold2 : how.cold);
            ramp.setColorAt(1.0, top ? how.warm2 : how.warm);
            painter.setBrush(ramp);
        } else {
            painter.setBrush(Qt::NoBrush);
        }
        painter.drawRoundedRect(drum, h / 2.0, h / 2.0);
    }
    // The compressor: a circle whose walls narrow.
    const double r = 0.15 * box.height();
    const QPointF c = box.center();
    painter.setBrush(colours.raised);
    painter.setPen(QPen(line, 1.3));
    painter.drawEllipse(c, r, r);
    painter.drawLine(c + QPointF(-0.8 * r, 0.55 * r), c + QPointF(-0.35 * r, -0.9 * r));
    painter.drawLine(c + QPointF(0.8 * r, 0.55 * r), c + QPointF(0.35 * r, -0.9 * r));
}

void fan(QPainter& painter, QPointF c, double r, const QColor& line) {
    painter.setPen(QPen(line, 1.3));
    painter.setBrush(Qt::NoBrush);
    for (const double d : {-1.0, 1.0}) {
        QPainterPath blade;
        blade.moveTo(c);
        blade.cubicTo(c + QPointF(d * 0.5 * r, -0.55 * r), c + QPointF(d * r, -0.35 * r),
                      c + QPointF(d * r, 0.0));
        blade.cubicTo(c + QPointF(d * r, 0.35 * r), c + QPointF(d * 0.5 * r, 0.35 * r), c);
        painter.drawPath(blade);
    }
}

void paintTower(QPainter& painter, const QRectF& box, const ProcessLook& how,
                const ThemeColours& colours) {
    QPainterPath path;
    const double w = box.width();
    const double h = box.height();
    path.moveTo(box.left(), box.bottom());
    path.lineTo(box.left() + 0.16 * w, box.top() + 0.30 * h);
    path.lineTo(box.left() + 0.24 * w, box.top());
    path.lineTo(box.right() - 0.24 * w, box.top());
    path.lineTo(box.right() - 0.16 * w, box.top() + 0.30 * h);
    path.lineTo(box.right(), box.bottom());
    path.closeSubpath();
    body(painter, path, how, colours);
    fan(painter, {box.center().x(), box.top() + 0.17 * h}, 0.20 * w, lineOf(how, colours));
    // Nozzles and the rain below them, from warm to cold.
    const double spray = box.top() + 0.46 * h;
    painter.setPen(QPen(lineOf(how, colours), 1.3));
    painter.drawLine(QPointF(box.left() + 0.22 * w, spray), QPointF(box.right() - 0.22 * w, spray));
    if (how.known && !isHollow(how)) {
        for (int i = 0; i < 5; ++i) {
            const double x = box.left() + (0.26 + 0.12 * i) * w;
            QLinearGradient ramp(QPointF(x, spray), QPointF(x, box.bottom()));
            ramp.setColorAt(0.0, how.warm);
            ramp.setColorAt(1.0, how.cold);
            painter.setPen(QPen(QBrush(ramp), 1.8, Qt::DashLine));
            painter.drawLine(QPointF(x, spray + 3.0), QPointF(x, box.bottom() - 4.0));
        }
    }
}

void paintDryCooler(QPainter& painter, const QRectF& box, const ProcessLook& how,
                    const ThemeColours& colours) {
    QPainterPath path;
    path.moveTo(box.left(), box.top() + 4.0);
    path.lineTo(box.right(), box.top() + 4.0);
    path.lineTo(box.right() - 0.12 * box.width(), box.bottom());
    path.lineTo(box.left() + 0.12 * box.width(), box.bottom());
    path.closeSubpath();
    body(painter, path, how, colours);
    const QColor line = lineOf(how, colours);
    for (const double x : {0.3, 0.7}) {
        fan(painter, {box.left() + x * box.width(), box.top() + 0.22 * box.height()},
            0.13 * box.width(), line);
    }
    const bool runs = how.known && !isHollow(how);
    const QRectF coil(box.left() + 0.16 * box.width(), box.top() + 0.48 * box.height(),
                      0.68 * box.width(), 0.3 * box.height());
    zigzag(painter, coil, runs ? how.cold : line, runs ? how.warm : line);
}

void paintCoils(QPainter& painter, const QRectF& box, const ProcessLook& how,
                const ThemeColours& colours) {
    QPainterPath path;
    path.addRoundedRect(box, 4, 4);
    body(painter, path, how, colours);
    const bool runs = how.known && !isHollow(how);
    const QColor line = lineOf(how, colours);
    painter.save();
    painter.translate(box.left() + 0.30 * box.width(), box.center().y());
    painter.rotate(90);
    zigzag(painter, QRectF(-0.46 * box.height(), -8.0, 0.92 * box.height(), 16.0),
           runs ? how.cold : line, runs ? how.warm : line);
    painter.restore();
    painter.setPen(QPen(line, 1.2));
    const QPointF hub(box.left() + 0.74 * box.width(), box.center().y());
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(hub, 0.19 * box.width(), 0.19 * box.width());
    fan(painter, hub, 0.17 * box.width(), line);
}

void paintRow(QPainter& painter, const QRectF& box, const ProcessLook& how,
              const ThemeColours& colours) {
    QPainterPath path;
    path.addRoundedRect(box, 2, 2);
    body(painter, path, how, colours);
    if (how.known && !isHollow(how)) {
        QLinearGradient ramp(box.topLeft(), box.bottomLeft());
        ramp.setColorAt(0.0, how.cold);
        ramp.setColorAt(1.0, how.warm);
        painter.setPen(QPen(lineOf(how, colours), 1.2));
        painter.setBrush(ramp);
        painter.drawRoundedRect(box, 2, 2);
    }
}

void paintVessel(QPainter& painter, ProcessShape shape, const QRectF& box, const ProcessLook& how,
                 const ThemeColours& colours) {
    QPainterPath path;
    const QColor water = how.known ? how.cold : colours.muted;
    if (shape == ProcessShape::Basin) {
        // Open above.
        const QRectF tub(box.left(), box.top() + 0.42 * box.height(), box.width(),
                         0.5 * box.height());
        painter.setPen(Qt::NoPen);
        QColor fill = water;
        fill.setAlphaF(0.55F);
        painter.setBrush(fill);
        painter.drawRect(tub.adjusted(0, 6, 0, 0));
        painter.setPen(QPen(colours.text, kLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(
            QPolygonF{tub.topLeft(), tub.bottomLeft(), tub.bottomRight(), tub.topRight()});
        painter.setPen(QPen(water, 1.4));
        painter.drawLine(tub.topLeft() + QPointF(2, 6), tub.topRight() + QPointF(-2, 6));
        return;
    }
    path.addRoundedRect(box, box.width() / 2.0, 0.28 * box.height());
    body(painter, path, how, colours);
    painter.setClipPath(path, Qt::IntersectClip);
    QColor fill = water;
    fill.setAlphaF(0.55F);
    painter.fillRect(QRectF(box.left(), box.center().y(), box.width(), box.height() / 2.0), fill);
    painter.setPen(QPen(colours.text, 1.2));
    // A membrane parts gas from water.
    painter.drawLine(QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()));
}

}  // namespace

void paintProcessSymbol(QPainter& painter, ProcessShape shape, const QRectF& box,
                        const ProcessLook& how, const ThemeColours& colours) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (how.units > 1 && (shape == ProcessShape::Pumps || shape == ProcessShape::Towers ||
                          shape == ProcessShape::DryCoolers || shape == ProcessShape::Chillers)) {
        // A second outline behind tells that there are several.
        painter.setPen(QPen(colours.muted, 1.1));
        painter.setBrush(colours.raised);
        if (shape == ProcessShape::Pumps) {
            painter.drawEllipse(box.translated(3.5, -3.5));
        } else {
            painter.drawRoundedRect(box.adjusted(5, -4, 4, -5), 4, 4);
        }
    }
    switch (shape) {
        case ProcessShape::Pumps:
            paintPump(painter, box, how, colours);
            break;
        case ProcessShape::Exchanger:
            paintPlates(painter, box, how, colours);
            break;
        case ProcessShape::Economiser:
            paintPlatesLevel(painter, box, how, colours);
            break;
        case ProcessShape::Chillers:
            paintChiller(painter, box, how, colours);
            break;
        case ProcessShape::Towers:
            paintTower(painter, box, how, colours);
            break;
        case ProcessShape::DryCoolers:
            paintDryCooler(painter, box, how, colours);
            break;
        case ProcessShape::Coils:
            paintCoils(painter, box, how, colours);
            break;
        case ProcessShape::Row:
            paintRow(painter, box, how, colours);
            break;
        case ProcessShape::Basin:
        case ProcessShape::Tank:
        case ProcessShape::Vessel:
            paintVessel(painter, shape, box, how, colours);
            break;
    }
    painter.restore();
    if (how.known) {
        const double r = shape == ProcessShape::Row ? 6.5 : 8.5;
        const bool row = shape == ProcessShape::Row;
        if (row && how.badge != CoolingLinkState::Running) {
            painter.save();
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(Qt::NoPen);
            painter.setBrush(colours.raised);
            painter.drawEllipse(box.center() + QPointF(0.0, 4.0), r + 3.0, r + 3.0);
            painter.restore();
        }
        const QPointF place =
            row ? box.center() + QPointF(0.0, 4.0) : box.topRight() + QPointF(-1.0, 1.0);
        paintStateBadge(painter, place, how.badge, r, colours);
        if (how.isPartlyOut && how.badge == CoolingLinkState::Running) {
            paintConditionMark(painter, place, r, engine::Condition::PartlyOut, colours);
        }
    }
}

}  // namespace headroom::ui
