// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/drawing_pen.h"

#include <QPainter>
#include <QPainterPath>

namespace headroom::ui {

namespace {

using engine::DrawnPoint;
using engine::DrawnShape;
using engine::Ink;

constexpr double kGlyphWidth = 1.2, kRingWidth = 1.6, kBarOutline = 1.2;

QPointF spot(const DrawnPoint& p) {
    return {p.x, p.y};
}

QPainterPath pathOf(const DrawnShape& shape) {
    QPainterPath path;
    const QRectF box(shape.box.x, shape.box.y, shape.box.width, shape.box.height);
    switch (shape.form) {
        case DrawnShape::Form::Lines:
        case DrawnShape::Form::Polygon:
            path.moveTo(spot(shape.points.front()));
            for (std::size_t i = 1; i < shape.points.size(); ++i) {
                path.lineTo(spot(shape.points[i]));
            }
            if (shape.form == DrawnShape::Form::Polygon) {
                path.closeSubpath();
            }
            break;
        case DrawnShape::Form::Curves:
            path.moveTo(spot(shape.points.front()));
            for (std::size_t i = 1; i + 2 < shape.points.size(); i += 3) {
                path.cubicTo(spot(shape.points[i]), spot(shape.points[i + 1]),
                             spot(shape.points[i + 2]));
            }
            break;
        case DrawnShape::Form::Box:
            path.addRoundedRect(box, shape.radius, shape.radius);
            break;
        case DrawnShape::Form::Ellipse:
            path.addEllipse(box);
            break;
        case DrawnShape::Form::Letters:
            break;
    }
    return path;
}

void paintLetters(QPainter& painter, const DrawnShape& shape, const QColor& ink) {
    QFont font = painter.font();
    font.setPixelSize(std::max(1, static_cast<int>(shape.radius)));
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(ink);
    const double reach = 4.0 * shape.radius;
    painter.drawText(QRectF(shape.box.x - reach, shape.box.y - reach, 2.0 * reach, 2.0 * reach),
                     Qt::AlignCenter, QString::fromStdString(shape.words));
}

}  // namespace

void paintDrawing(QPainter& painter, const engine::DisplayList& drawing, const DrawingInks& inks) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const DrawnShape& shape : drawing.shapes()) {
        if (shape.form == DrawnShape::Form::Letters) {
            paintLetters(painter, shape, inks.glyph);
            continue;
        }
        const QPainterPath path = pathOf(shape);
        painter.setBrush(Qt::NoBrush);
        switch (shape.ink) {
            case Ink::Body:
                painter.setPen(QPen(inks.line, inks.outline));
                painter.setBrush(inks.ground);
                break;
            case Ink::Outline:
                painter.setPen(QPen(inks.line, inks.outline));
                break;
            case Ink::Glyph:
                painter.setPen(QPen(inks.glyph, shape.width > 0.0 ? shape.width : kGlyphWidth));
                break;
            case Ink::Ring:
                painter.setPen(QPen(inks.glyph, kRingWidth));
                painter.setBrush(inks.ground);
                break;
            case Ink::Solid:
                painter.setPen(Qt::NoPen);
                painter.setBrush(inks.glyph);
                break;
            case Ink::Bar:
                painter.setPen(QPen(inks.line, kBarOutline));
                painter.setBrush(inks.bar);
                break;
        }
        painter.drawPath(path);
        if (inks.hatch.style() != Qt::NoBrush &&
            (shape.ink == Ink::Body || shape.ink == Ink::Bar)) {
            painter.fillPath(path, inks.hatch);
        }
    }
    painter.restore();
}

}  // namespace headroom::ui
