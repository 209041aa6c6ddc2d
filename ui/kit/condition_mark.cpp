// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/condition_mark.h"

#include "ui/kit/paint.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <cmath>
#include <numbers>

namespace headroom::ui {

using engine::Condition;
using engine::ConditionShape;
using engine::ConditionTone;

namespace {

constexpr double kLabelMark = 7.0;  // radius of the mark in a label
constexpr double kHalo = 1.5;       // pixels of the outer line

QString shown(std::string_view text) {
    return QCoreApplication::translate("Condition", std::string(text).c_str());
}

/// A regular outline, its first corner at `turn` of a circle.
QPolygonF regular(QPointF c, double r, int corners, double turn) {
    QPolygonF shape;
    for (int i = 0; i < corners; ++i) {
        const double angle = 2.0 * std::numbers::pi * (i / static_cast<double>(corners) + turn);
        shape << c + r * QPointF(std::cos(angle), std::sin(angle));
    }
    return shape;
}

/// The outline of a mark about `c`, for a disc of the radius `r`.
QPainterPath outlineOf(ConditionShape shape, QPointF c, double r) {
    const auto p = [&](double x, double y) { return c + QPointF(x * r, y * r); };
    QPainterPath path;
    switch (shape) {
        case ConditionShape::None:
            break;
        case ConditionShape::Octagon:
            path.addPolygon(regular(c, r, 8, 1.0 / 16.0));
            break;
        case ConditionShape::OpenContact:
            path.addRect(QRectF(p(-0.88, -0.88), p(0.88, 0.88)));
            break;
        case ConditionShape::Bolt:
        case ConditionShape::PowerRing:
        case ConditionShape::NoEntry:
        case ConditionShape::HalfDisc:
            path.addEllipse(c, r, r);
            break;
        case ConditionShape::BrokenLink:
            path.addPolygon(regular(c, 1.15 * r, 4, 0.0));
            break;
        case ConditionShape::Drop:
            path.moveTo(p(0, -1.25));
            path.cubicTo(p(0.3, -0.5), p(0.9, -0.1), p(0.9, 0.35));
            path.cubicTo(p(0.9, 1.35), p(-0.9, 1.35), p(-0.9, 0.35));
            path.cubicTo(p(-0.9, -0.1), p(-0.3, -0.5), p(0, -1.25));
            break;
        case ConditionShape::Spanner:
            path.addPolygon(regular(c, 1.05 * r, 6, 0.0));
            break;
        case ConditionShape::Battery:
        case ConditionShape::BatteryLocked:
            path.addRect(QRectF(p(-0.28, -1.1), p(0.28, -0.8)));
            path.addRect(QRectF(p(-0.65, -0.85), p(0.65, 1.0)));
            break;
        case ConditionShape::Warning:
            path.addPolygon(QPolygonF{p(0, -1.1), p(1.1, 0.9), p(-1.1, 0.9)});
            break;
        case ConditionShape::Falling:
            path.addPolygon(QPolygonF{p(0, 1.1), p(1.1, -0.9), p(-1.1, -0.9)});
            break;
    }
    path.closeSubpath();
    return path;
}

/// Symbol inside, in the colour of the rim.
void paintGlyph(QPainter& painter, ConditionShape shape, QPointF c, double r, const QColor& ink) {
    const auto p = [&](double x, double y) { return c + QPointF(x * r, y * r); };
    painter.setPen(QPen(ink, 0.24 * r, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    switch (shape) {
        case ConditionShape::None:
        case ConditionShape::Drop:
            break;
        case ConditionShape::Octagon:
            painter.drawLine(p(-0.4, -0.4), p(0.4, 0.4));
            painter.drawLine(p(-0.4, 0.4), p(0.4, -0.4));
            break;
        case ConditionShape::OpenContact:
            painter.drawLine(p(0, 0.62), p(0, 0.3));
            painter.drawLine(p(0, 0.3), p(0.42, -0.3));
            painter.drawLine(p(0, -0.62), p(0, -0.38));
            break;
        case ConditionShape::Bolt:
            painter.setPen(Qt::NoPen);
            painter.setBrush(ink);
            painter.drawPolygon(QPolygonF{p(0.15, -0.7), p(-0.4, 0.12), p(-0.02, 0.12),
                                          p(-0.15, 0.7), p(0.4, -0.12), p(0.02, -0.12)});
            break;
        case ConditionShape::BrokenLink:
            painter.drawLine(p(-0.62, 0), p(-0.22, 0));
            painter.drawLine(p(0.22, 0), p(0.62, 0));
            painter.drawLine(p(-0.12, 0.32), p(0.12, -0.32));
            break;
        case ConditionShape::Spanner:
            painter.drawLine(p(-0.45, 0.45), p(0.12, -0.12));
            painter.drawArc(QRectF(p(0.0, -0.58), p(0.58, 0.0)), 70 * 16, 250 * 16);
            break;
        case ConditionShape::PowerRing:
            painter.drawArc(QRectF(p(-0.5, -0.5), p(0.5, 0.5)), 130 * 16, 280 * 16);
            painter.drawLine(p(0, -0.62), p(0, -0.1));
            break;
        case ConditionShape::NoEntry:
            painter.fillRect(QRectF(p(-0.6, -0.17), p(0.6, 0.17)), ink);
            break;
        case ConditionShape::Battery:
            painter.fillRect(QRectF(p(-0.38, -0.58), p(0.38, 0.1)), ink);
            break;
        case ConditionShape::BatteryLocked:
            painter.drawLine(p(-0.4, 0.72), p(0.4, -0.58));
            painter.drawLine(p(-0.4, -0.58), p(0.4, 0.72));
            break;
        case ConditionShape::HalfDisc:
            painter.setPen(Qt::NoPen);
            painter.setBrush(ink);
            painter.drawPie(QRectF(p(-0.68, -0.68), p(0.68, 0.68)), -90 * 16, 180 * 16);
            break;
        case ConditionShape::Warning:
            painter.drawLine(p(0, -0.4), p(0, 0.22));
            painter.drawPoint(p(0, 0.6));
            break;
        case ConditionShape::Falling:
            painter.drawLine(p(0, -0.55), p(0, 0.4));
            break;
    }
}

}  // namespace

QString conditionWord(Condition condition) {
    return shown(engine::infoOf(condition).word);
}

QString conditionWhy(Condition condition) {
    return shown(engine::infoOf(condition).sentence);
}

QColor conditionColour(Condition condition, const ThemeColours& colours) {
    switch (engine::infoOf(condition).tone) {
        case ConditionTone::Quiet:
            return colours.muted;
        case ConditionTone::Busy:
            return colours.accent;
        case ConditionTone::Caution:
            return colours.caution;
        case ConditionTone::Bad:
            return colours.bad;
    }
    return colours.muted;
}

void paintConditionMark(QPainter& painter, QPointF c, double r, Condition condition,
                        const ThemeColours& colours) {
    const ConditionShape shape = engine::infoOf(condition).shape;
    if (shape == ConditionShape::None) {
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QPainterPath outline = outlineOf(shape, c, r);
    const double rim = std::max(1.2, 0.16 * r);
    // A light and a dark line around it: on any ground one of them stands out.
    painter.strokePath(
        outline, QPen(colours.text, rim + 2.0 * kHalo, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setPen(QPen(colours.raised, rim));
    painter.setBrush(conditionColour(condition, colours));
    painter.drawPath(outline);
    paintGlyph(painter, shape, c, r, colours.raised);
    painter.restore();
}

QSizeF conditionLabelSize(const QFont& font, const QString& words) {
    const QFontMetricsF metrics(font);
    return {metrics.horizontalAdvance(words) + 2.0 * kLabelMark + 18.0, metrics.height() + 6.0};
}

QRectF paintConditionLabel(QPainter& painter, QPointF at, Condition condition, const QString& words,
                           const ThemeColours& colours) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QRectF area(QPointF(), conditionLabelSize(painter.font(), words));
    area.moveCenter(at);
    area.moveTopLeft({std::round(area.left()), std::round(area.top())});
    painter.setPen(QPen(conditionColour(condition, colours), 1.6));
    painter.setBrush(colours.raised);
    painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    paintConditionMark(painter, {area.left() + kLabelMark + 6.0, area.center().y()}, kLabelMark,
                       condition, colours);
    painter.setPen(colours.text);
    painter.drawText(area.adjusted(2.0 * kLabelMark + 11.0, 0, 0, 0),
                     Qt::AlignLeft | Qt::AlignVCenter, words);
    painter.restore();
    return area;
}

QPixmap conditionPixmap(Condition condition, int size) {
    constexpr double kRatio = 2.0;  // crisp on dense screens
    QPixmap picture(QSize(size, size) * kRatio);
    picture.setDevicePixelRatio(kRatio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    paintConditionMark(painter, {size / 2.0, size / 2.0}, 0.4 * size, condition,
                       Theme::instance().colours());
    return picture;
}

std::vector<int> conditionCounts(std::span<const Condition> conditions) {
    std::vector<int> counts(engine::kConditions.size(), 0);
    for (const Condition condition : conditions) {
        ++counts[static_cast<std::size_t>(condition)];
    }
    return counts;
}

std::vector<LegendEntry> conditionEntries(const std::vector<int>& counts,
                                          const ThemeColours& colours) {
    std::vector<LegendEntry> entries;
    for (auto row = engine::kConditions.rbegin(); row != engine::kConditions.rend(); ++row) {
        const int count = counts[static_cast<std::size_t>(row->condition)];
        if (row->condition == Condition::Normal || count == 0) {
            continue;
        }
        entries.push_back({QStringLiteral("%1 (%2)").arg(conditionWord(row->condition)).arg(count),
                           [colours, condition = row->condition](QPainter& p, QPointF centre) {
                               paintConditionMark(p, centre, 7.0, condition, colours);
                           }});
    }
    return entries;
}

}  // namespace headroom::ui
