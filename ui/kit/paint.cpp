// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/paint.h"

#include "engine/text/nice_step.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace headroom::ui {

namespace {

constexpr double kPad = 10.0;

}  // namespace

void paintPanel(QPainter& painter, const QRectF& area, const ThemeColours& colours) {
    QColor fill = colours.raised;
    fill.setAlphaF(0.92F);
    painter.setPen(QPen(colours.border, 1.0));
    painter.setBrush(fill);
    painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
}

QFont boldOf(const QFont& font) {
    QFont heavy = font;
    heavy.setWeight(QFont::DemiBold);
    return heavy;
}

QRectF paintLabel(QPainter& painter, QPointF at, const QString& text, const ThemeColours& colours) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QFontMetricsF metrics(painter.font());
    const QSizeF size(metrics.horizontalAdvance(text) + 14.0, metrics.height() + 4.0);
    const QRectF area(std::round(at.x() - size.width() / 2.0),
                      std::round(at.y() - size.height() / 2.0), size.width(), size.height());
    QColor fill = colours.raised;
    fill.setAlphaF(0.88F);
    painter.setPen(QPen(colours.border, 1.0));
    painter.setBrush(fill);
    painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setPen(colours.text);
    painter.drawText(area, Qt::AlignCenter, text);
    painter.restore();
    return area;
}

void paintNorth(QPainter& painter, const QRectF& view, const std::vector<QRectF>& boxes,
                double angle, const ThemeColours& colours) {
    constexpr double kFromEdge = 34.0;
    constexpr double kReach = 24.0;  // from its centre, with some air
    QPointF centre = view.bottomRight() - QPointF(kFromEdge, kFromEdge);
    for (const QRectF& box : boxes) {
        if (box.bottom() > centre.y() - kReach) {
            centre.setX(std::min(centre.x(), box.left() - kReach));
        }
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(centre);
    QColor fill = colours.raised;
    fill.setAlphaF(0.88F);
    painter.setPen(QPen(colours.border, 1.0));
    painter.setBrush(fill);
    painter.drawEllipse(QPointF(), 19, 19);
    painter.save();
    painter.rotate(angle * 180.0 / std::numbers::pi);
    QPainterPath needle;
    needle.moveTo(0, -6);
    needle.lineTo(4.2, 12);
    needle.lineTo(0, 8.5);
    needle.lineTo(-4.2, 12);
    needle.closeSubpath();
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.text);
    painter.drawPath(needle);
    painter.restore();
    // The letter stays upright, at the tip.
    QFont font = boldOf(painter.font());
    font.setPixelSize(10);
    painter.setFont(font);
    painter.setPen(colours.text);
    const QPointF tip(std::sin(angle) * 12.0, -std::cos(angle) * 12.0);
    painter.drawText(QRectF(tip.x() - 8, tip.y() - 7, 16, 14), Qt::AlignCenter,
                     QObject::tr("N", "north"));
    painter.restore();
}

QColor loadingColour(double loading, ColourMap map, const ThemeColours& colours) {
    return loading > 1.0 ? colours.bad : QColor::fromRgb(mapColour(map, loading));
}

void paintTip(QPainter& painter, const QRectF& view, QPointF at, const QStringList& lines,
              const ThemeColours& colours) {
    if (lines.isEmpty()) {
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont font = painter.font();
    const QFontMetricsF metrics(font);
    const QFontMetricsF heavy(boldOf(font));
    double width = heavy.horizontalAdvance(lines.first());
    for (const QString& line : lines) {
        width = std::max(width, metrics.horizontalAdvance(line));
    }
    QRectF area(at.x() + 16, at.y() + 14, width + 2 * kPad,
                metrics.height() * static_cast<double>(lines.size()) + 2 * 7.0);
    if (area.right() > view.right() - 4) {
        area.moveRight(at.x() - 10);
    }
    if (area.bottom() > view.bottom() - 4) {
        area.moveBottom(at.y() - 10);
    }
    area.moveLeft(std::round(std::max(area.left(), view.left() + 4)));
    area.moveTop(std::round(std::max(area.top(), view.top() + 4)));
    // Opaque: what lies below is not what is read.
    painter.setPen(QPen(colours.border, 1.0));
    painter.setBrush(colours.raised);
    painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    double y = area.top() + 7.0;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        painter.setFont(i == 0 ? boldOf(font) : font);
        painter.setPen(i == 0 ? colours.text : colours.muted);
        painter.drawText(QPointF(area.left() + kPad, y + metrics.ascent()), lines[i]);
        y += metrics.height();
    }
    painter.restore();
}

void paintRuler(QPainter& painter, QPointF bottomLeft, double metresPerPixel,
                const ThemeColours& colours) {
    const DisplayUnit unit = UnitSystem::instance().shown(models::unit::metre);
    const double round = engine::niceLength(unit.shown(110.0 * metresPerPixel));
    const double length = std::round(unit.si(round) / metresPerPixel);
    const double x = std::round(bottomLeft.x()) + 0.5;
    const double y = std::round(bottomLeft.y()) - 4.5;
    painter.save();
    painter.setPen(QPen(colours.text, 1.2));
    painter.drawLine(QPointF(x, y), QPointF(x + length, y));
    painter.drawLine(QPointF(x, y - 4), QPointF(x, y + 4));
    painter.drawLine(QPointF(x + length, y - 4), QPointF(x + length, y + 4));
    painter.drawText(QRectF(x, y - 22, length, 16), Qt::AlignCenter,
                     QStringLiteral("%1 %2").arg(plainNumberText(round, 3), unit.symbol));
    painter.restore();
}

}  // namespace headroom::ui
