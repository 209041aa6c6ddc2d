// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/condition_mark.h"

#include "ui/kit/paint.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace headroom::ui {

using engine::Condition;
using engine::ConditionShape;
using engine::ConditionTone;

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kLabelMark = 7.0;  // radius of the mark in a label

QString shown(std::string_view text) {
    return QCoreApplication::translate("Condition", std::string(text).c_str());
}

/// A regular outline, its first corner at `turn` of a circle.
QPolygonF regular(QPointF c, double r, int corners, double turn) {
    QPolygonF shape;
    for (int i = 0; i < corners; ++i) {
        const double angle = 2.0 * kPi * (i / static_cast<double>(corners) + turn);
        shape << c + r * QPointF(std::cos(angle), std::sin(angle));
    }
    return shape;
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
    const auto p = [&](double x, double y) { return c + QPointF(x * r, y * r); };
    const QPen stroke(colours.raised, 0.24 * r, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    painter.setPen(QPen(colours.raised, std::max(1.2, 0.16 * r)));
    painter.setBrush(conditionColour(condition, colours));
    switch (shape) {
        case ConditionShape::None:
            break;
        case ConditionShape::Octagon:
            paintFailedBadge(painter, c, r, colours);
            break;
        case ConditionShape::OpenContact:
            painter.drawRect(QRectF(p(-0.88, -0.88), p(0.88, 0.88)));
            painter.setPen(stroke);
            painter.drawLine(p(0, 0.62), p(0, 0.3));
            painter.drawLine(p(0, 0.3), p(0.42, -0.3));
            painter.drawLine(p(0, -0.62), p(0, -0.38));
            break;
        case ConditionShape::Bolt:
            painter.drawEllipse(c, r, r);
            painter.setPen(Qt::NoPen);
            painter.setBrush(colours.raised);
            painter.drawPolygon(QPolygonF{p(0.15, -0.7), p(-0.4, 0.12), p(-0.02, 0.12),
                                          p(-0.15, 0.7), p(0.4, -0.12), p(0.02, -0.12)});
            break;
        case ConditionShape::BrokenLink:
            painter.drawPolygon(regular(c, 1.15 * r, 4, 0.0));
            painter.setPen(stroke);
            painter.drawLine(p(-0.62, 0), p(-0.22, 0));
            painter.drawLine(p(0.22, 0), p(0.62, 0));
            painter.drawLine(p(-0.12, 0.32), p(0.12, -0.32));
            break;
        case ConditionShape::Drop: {
            QPainterPath drop;
            drop.moveTo(p(0, -1.25));
            drop.cubicTo(p(0.3, -0.5), p(0.9, -0.1), p(0.9, 0.35));
            drop.cubicTo(p(0.9, 1.35), p(-0.9, 1.35), p(-0.9, 0.35));
            drop.cubicTo(p(-0.9, -0.1), p(-0.3, -0.5), p(0, -1.25));
            painter.drawPath(drop);
            break;
        }
        case ConditionShape::Spanner:
            painter.drawPolygon(regular(c, 1.05 * r, 6, 0.0));
            painter.setPen(stroke);
            painter.setBrush(Qt::NoBrush);
            painter.drawLine(p(-0.45, 0.45), p(0.12, -0.12));
            painter.drawArc(QRectF(p(0.0, -0.58), p(0.58, 0.0)), 70 * 16, 250 * 16);
            break;
        case ConditionShape::PowerRing:
            painter.drawEllipse(c, r, r);
            painter.setPen(stroke);
            painter.setBrush(Qt::NoBrush);
            painter.drawArc(QRectF(p(-0.5, -0.5), p(0.5, 0.5)), 130 * 16, 280 * 16);
            painter.drawLine(p(0, -0.62), p(0, -0.1));
            break;
        case ConditionShape::NoEntry:
            painter.drawEllipse(c, r, r);
            painter.fillRect(QRectF(p(-0.6, -0.17), p(0.6, 0.17)), colours.raised);
            break;
        case ConditionShape::Battery:
        case ConditionShape::BatteryLocked:
            painter.drawRect(QRectF(p(-0.28, -1.1), p(0.28, -0.8)));
            painter.drawRect(QRectF(p(-0.65, -0.85), p(0.65, 1.0)));
            if (shape == ConditionShape::Battery) {
                painter.fillRect(QRectF(p(-0.38, -0.58), p(0.38, 0.1)), colours.raised);
            } else {
                painter.setPen(stroke);
                painter.drawLine(p(-0.4, 0.72), p(0.4, -0.58));
                painter.drawLine(p(-0.4, -0.58), p(0.4, 0.72));
            }
            break;
        case ConditionShape::HalfDisc:
            painter.drawEllipse(c, r, r);
            painter.setPen(Qt::NoPen);
            painter.setBrush(colours.raised);
            painter.drawPie(QRectF(p(-0.68, -0.68), p(0.68, 0.68)), -90 * 16, 180 * 16);
            break;
        case ConditionShape::Warning:
            painter.drawPolygon(QPolygonF{p(0, -1.1), p(1.1, 0.9), p(-1.1, 0.9)});
            painter.setPen(stroke);
            painter.drawLine(p(0, -0.4), p(0, 0.22));
            painter.drawPoint(p(0, 0.6));
            break;
        case ConditionShape::Falling:
            painter.drawPolygon(QPolygonF{p(0, 1.1), p(1.1, -0.9), p(-1.1, -0.9)});
            painter.setPen(stroke);
            painter.drawLine(p(0, -0.55), p(0, 0.4));
            break;
    }
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
