// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/view_paint.h"

#include "ui/quantity_text.h"
#include "ui/units/unit_system.h"

#include <QFontMetricsF>
#include <QLinearGradient>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kPad = 10.0;
constexpr double kEdge = 12.0;
constexpr double kBarWidth = 14.0;
constexpr double kBarHeight = 168.0;

void panel(QPainter& painter, const QRectF& area, const ThemeColours& colours) {
    QColor fill = colours.raised;
    fill.setAlphaF(0.92F);
    painter.setPen(QPen(colours.border, 1.0));
    painter.setBrush(fill);
    painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
}

QFont bold(const QFont& font) {
    QFont heavy = font;
    heavy.setWeight(QFont::DemiBold);
    return heavy;
}

QRectF paintEntries(QPainter& painter, const QRectF& view, const ColourScale& scale,
                    const ThemeColours& colours) {
    auto entries = scale.entries();
    if (scale.quantity() == engine::RackQuantity::Job) {
        entries.push_back({colours.idleRack, QObject::tr("No job")});
    }
    const QFont font = painter.font();
    const QFontMetricsF metrics(font);
    const QFontMetricsF heavy(bold(font));
    double width = heavy.horizontalAdvance(scale.title());
    for (const auto& entry : entries) {
        width = std::max(width, 20.0 + metrics.horizontalAdvance(entry.text));
    }
    width += 2 * kPad;
    const double line = metrics.height() + 4.0;
    const QRectF area(view.right() - kEdge - width, view.top() + kEdge, width,
                      2 * kPad + heavy.height() + 6.0 + line * static_cast<double>(entries.size()));
    panel(painter, area, colours);
    painter.setPen(colours.text);
    painter.setFont(bold(font));
    painter.drawText(QPointF(area.left() + kPad, area.top() + kPad + heavy.ascent()),
                     scale.title());
    painter.setFont(font);
    double y = area.top() + kPad + heavy.height() + 6.0;
    for (const auto& entry : entries) {
        if (entry.colour.isValid()) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(entry.colour);
            painter.drawRect(QRectF(area.left() + kPad, y + metrics.height() / 2.0 - 5.5, 12, 12));
        }
        painter.setPen(entry.colour.isValid() ? colours.text : colours.muted);
        painter.drawText(QPointF(area.left() + kPad + 20.0, y + metrics.ascent()), entry.text);
        y += line;
    }
    return area;
}

}  // namespace

QRectF paintRamp(QPainter& painter, const QRectF& view, const RampLegend& legend,
                 const ThemeColours& colours) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont font = painter.font();
    const QFontMetricsF metrics(font);
    const QFontMetricsF heavy(bold(font));
    const auto& ticks = legend.ticks;
    double tickWidth = 0.0;
    for (const auto& tick : ticks) {
        tickWidth = std::max(tickWidth, metrics.horizontalAdvance(tick.text));
    }
    const QString& title = legend.title;
    const QString& unit = legend.unit;
    const double width =
        2 * kPad + std::max({heavy.horizontalAdvance(title), metrics.horizontalAdvance(unit),
                             kBarWidth + 10.0 + tickWidth});
    const double head = heavy.height() + (unit.isEmpty() ? 0.0 : metrics.height()) + 8.0;
    const double barHeight = std::clamp(view.height() - head - 6 * kPad, 60.0, kBarHeight);
    const QRectF area(view.right() - kEdge - width, view.top() + kEdge, width,
                      head + barHeight + 2 * kPad + metrics.height() / 2.0);
    panel(painter, area, colours);
    double y = area.top() + kPad;
    painter.setPen(colours.text);
    painter.setFont(bold(font));
    painter.drawText(QPointF(area.left() + kPad, y + heavy.ascent()), title);
    y += heavy.height();
    painter.setFont(font);
    if (!unit.isEmpty()) {
        painter.setPen(colours.muted);
        painter.drawText(QPointF(area.left() + kPad, y + metrics.ascent()), unit);
        y += metrics.height();
    }
    y += 8.0;
    const QRectF bar(area.left() + kPad, y, kBarWidth, barHeight);
    QLinearGradient ramp(bar.bottomLeft(), bar.topLeft());
    for (int i = 0; i <= 24; ++i) {
        ramp.setColorAt(i / 24.0, QColor::fromRgb(mapColour(legend.map, i / 24.0)));
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(ramp);
    painter.drawRect(bar);
    painter.setPen(QPen(colours.text, 1.0));
    for (const auto& tick : ticks) {
        const double ty = bar.bottom() - tick.at * bar.height();
        painter.drawLine(QPointF(bar.right(), ty), QPointF(bar.right() + 4.0, ty));
        painter.drawText(QPointF(bar.right() + 9.0, ty + metrics.ascent() / 2.0 - 1.5), tick.text);
    }
    painter.restore();
    return area;
}

QRectF paintLegend(QPainter& painter, const QRectF& view, const ColourScale& scale,
                   const ThemeColours& colours) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area =
        scale.isContinuous()
            ? paintRamp(painter, view, {scale.title(), scale.unit(), scale.map(), scale.ticks()},
                        colours)
            : paintEntries(painter, view, scale, colours);
    painter.restore();
    return area;
}

void paintHallNames(QPainter& painter, const engine::Layout& layout, const SceneCamera& camera,
                    const QRectF& view, const ThemeColours& colours) {
    struct Name {
        QPointF at;
        QString text;
    };

    std::vector<Name> names;
    for (const engine::HallBox& hall : layout.halls) {
        const engine::Box& b = hall.box;
        const QPointF at = camera.project({b.x + b.width / 2.0, b.y - 1.2, 0.0});
        if (std::isfinite(at.x()) && view.contains(at)) {
            names.push_back({at, QString::fromStdString(hall.name.empty() ? hall.id : hall.name)});
        }
    }
    std::stable_sort(names.begin(), names.end(),
                     [](const Name& a, const Name& b) { return a.at.y() > b.at.y(); });
    const QFontMetricsF metrics(painter.font());
    std::vector<QRectF> taken;
    for (const Name& name : names) {
        QRectF area(0, 0, metrics.horizontalAdvance(name.text) + 18.0, metrics.height() + 8.0);
        area.moveCenter(name.at);
        if (std::none_of(taken.begin(), taken.end(),
                         [&area](const QRectF& other) { return other.intersects(area); })) {
            taken.push_back(paintLabel(painter, name.at, name.text, colours));
        }
    }
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

void paintNorth(QPainter& painter, QPointF centre, double angle, const ThemeColours& colours) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(centre);
    QColor fill = colours.raised;
    fill.setAlphaF(0.88F);
    painter.setPen(QPen(colours.border, 1.0));
    painter.setBrush(fill);
    painter.drawEllipse(QPointF(), 19, 19);
    painter.save();
    painter.rotate(angle * 180.0 / 3.14159265358979323846);
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
    QFont font = bold(painter.font());
    font.setPixelSize(10);
    painter.setFont(font);
    painter.setPen(colours.text);
    const QPointF tip(std::sin(angle) * 12.0, -std::cos(angle) * 12.0);
    painter.drawText(QRectF(tip.x() - 8, tip.y() - 7, 16, 14), Qt::AlignCenter,
                     QObject::tr("N", "north"));
    painter.restore();
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
    const QFontMetricsF heavy(bold(font));
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
    panel(painter, area, colours);
    double y = area.top() + 7.0;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        painter.setFont(i == 0 ? bold(font) : font);
        painter.setPen(i == 0 ? colours.text : colours.muted);
        painter.drawText(QPointF(area.left() + kPad, y + metrics.ascent()), lines[i]);
        y += metrics.height();
    }
    painter.restore();
}

void paintRuler(QPainter& painter, QPointF bottomLeft, double metresPerPixel,
                const ThemeColours& colours) {
    const DisplayUnit unit = UnitSystem::instance().shown(models::unit::metre);
    const double wanted = unit.shown(110.0 * metresPerPixel);
    const double power = std::pow(10.0, std::floor(std::log10(wanted)));
    double round = power;
    for (const double factor : {2.0, 5.0}) {
        if (factor * power <= wanted) {
            round = factor * power;
        }
    }
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
