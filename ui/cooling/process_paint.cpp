// SPDX-License-Identifier: Apache-2.0
#include "ui/cooling/process_paint.h"

#include "ui/cooling/cooling_text.h"
#include "ui/power/one_line_paint.h"
#include "ui/quantity_text.h"
#include "ui/translate.h"
#include "ui/units/unit_system.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLinearGradient>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace headroom::ui {

namespace {

using engine::CoolingLinkState;

constexpr double kPad = 10.0;

QColor mixed(const QColor& a, const QColor& b, double share) {
    const auto of = [share](int x, int y) {
        return std::clamp(static_cast<int>(std::lround(x + share * (y - x))), 0, 255);
    };
    return {of(a.red(), b.red()), of(a.green(), b.green()), of(a.blue(), b.blue())};
}

double niceStep(double rough) {
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (rough <= factor * power * 1.0001) {
            return factor * power;
        }
    }
    return 10.0 * power;
}

}  // namespace

void TemperatureScale::adapt(const engine::Frame& frame) {
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (const engine::CoolingNodeNow& node : frame.coolingNodes) {
        if (std::isfinite(node.temperatureC)) {
            least = std::min(least, static_cast<double>(node.temperatureC));
            most = std::max(most, static_cast<double>(node.temperatureC));
        }
    }
    if (least > most) {
        return;
    }
    const double span = std::max(most - least, 8.0);
    const bool fits = least >= lowC && most <= highC && highC - lowC <= 2.0 * span + 5.0;
    if (fits) {
        return;
    }
    lowC = std::floor(least / 5.0) * 5.0;
    highC = std::max(std::ceil(most / 5.0) * 5.0, lowC + 10.0);
    tickC = niceStep((highC - lowC) / 5.0);
}

QColor TemperatureScale::colour(double celsius, const ThemeColours& colours) const {
    const bool dark = colours.base.lightness() < 128;
    const QColor cold(dark ? "#4aa3ff" : "#1263c8");
    const QColor mild(dark ? "#c08ae0" : "#8b4fae");
    const QColor warm(dark ? "#ff8a4f" : "#d0480e");
    if (!std::isfinite(celsius)) {
        return colours.muted;
    }
    const double share = std::clamp((celsius - lowC) / (highC - lowC), 0.0, 1.0);
    return share < 0.5 ? mixed(cold, mild, 2.0 * share) : mixed(mild, warm, 2.0 * share - 1.0);
}

QColor inkOfState(CoolingLinkState state, const ThemeColours& colours) {
    switch (state) {
        case CoolingLinkState::Failed:
        case CoolingLinkState::Leaking:
        case CoolingLinkState::NoPower:
            return colours.bad;
        case CoolingLinkState::Starting:
        case CoolingLinkState::Stuck:
        case CoolingLinkState::Isolated:
            return colours.caution;
        default:
            return colours.muted;
    }
}

void paintValve(QPainter& painter, QPointF c, double opening, CoolingLinkState state,
                const QColor& pipe, const ThemeColours& colours) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    constexpr double kHalf = 10.0;
    constexpr double kTall = 6.5;
    QPolygonF left;
    left << c << c + QPointF(-kHalf, -kTall) << c + QPointF(-kHalf, kTall);
    QPolygonF right;
    right << c << c + QPointF(kHalf, -kTall) << c + QPointF(kHalf, kTall);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.base);
    painter.drawRect(QRectF(c - QPointF(kHalf, kTall), c + QPointF(kHalf, kTall)));
    painter.setPen(QPen(colours.text, 1.4, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    painter.setBrush(colours.raised);
    painter.drawPolygon(left);
    painter.drawPolygon(right);
    // Filled from below as far as it is open.
    QPainterPath both;
    both.addPolygon(left);
    both.closeSubpath();
    both.addPolygon(right);
    both.closeSubpath();
    painter.save();
    painter.setClipRect(
        QRectF(c.x() - kHalf, c.y() + kTall - 2.0 * kTall * std::clamp(opening, 0.0, 1.0),
               2.0 * kHalf, 2.0 * kTall),
        Qt::IntersectClip);
    painter.fillPath(both, pipe);
    painter.restore();
    painter.setBrush(Qt::NoBrush);
    painter.drawPolygon(left);
    painter.drawPolygon(right);
    // Stem and drive: a stuck valve has a bar through its drive.
    painter.drawLine(c, c + QPointF(0, -kTall - 2.0));
    painter.setBrush(colours.raised);
    painter.drawChord(QRectF(c.x() - 5.0, c.y() - kTall - 7.0, 10.0, 10.0), 0, 180 * 16);
    painter.restore();
    if (state == CoolingLinkState::Stuck) {
        paintStateBadge(painter, c + QPointF(21.0, -15.0), state, 6.5, colours);
    }
}

void paintStateBadge(QPainter& painter, QPointF c, CoolingLinkState state, double r,
                     const ThemeColours& colours) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor ink = inkOfState(state, colours);
    const QPen rim(colours.raised, 1.3);
    const QPen stroke(colours.raised, 0.2 * r, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    painter.setPen(rim);
    painter.setBrush(ink);
    switch (state) {
        case CoolingLinkState::Running:
            break;
        case CoolingLinkState::Standby:
            // A pause sign, quiet.
            painter.drawEllipse(c, r, r);
            painter.setPen(stroke);
            for (const double x : {-0.28, 0.28}) {
                painter.drawLine(c + QPointF(x * r, -0.4 * r), c + QPointF(x * r, 0.4 * r));
            }
            break;
        case CoolingLinkState::Starting: {
            painter.drawEllipse(c, r, r);
            painter.setPen(stroke);
            painter.setBrush(Qt::NoBrush);
            painter.drawArc(QRectF(c - QPointF(0.5 * r, 0.5 * r), c + QPointF(0.5 * r, 0.5 * r)),
                            90 * 16, -250 * 16);
            painter.drawLine(c, c + QPointF(0, -0.5 * r));
            break;
        }
        case CoolingLinkState::NoPower: {
            painter.drawEllipse(c, r, r);
            QPolygonF bolt;
            bolt << c + QPointF(0.15, -0.7) * r << c + QPointF(-0.4, 0.12) * r
                 << c + QPointF(-0.02, 0.12) * r << c + QPointF(-0.15, 0.7) * r
                 << c + QPointF(0.4, -0.12) * r << c + QPointF(0.02, -0.12) * r;
            painter.setPen(Qt::NoPen);
            painter.setBrush(colours.raised);
            painter.drawPolygon(bolt);
            break;
        }
        case CoolingLinkState::Failed:
            paintFailedBadge(painter, c, r, colours);
            break;
        case CoolingLinkState::Stuck: {
            // A padlock.
            painter.drawEllipse(c, r, r);
            painter.setPen(stroke);
            painter.setBrush(Qt::NoBrush);
            painter.drawArc(QRectF(c.x() - 0.28 * r, c.y() - 0.6 * r, 0.56 * r, 0.7 * r), 0,
                            180 * 16);
            painter.fillRect(QRectF(c.x() - 0.45 * r, c.y() - 0.15 * r, 0.9 * r, 0.65 * r),
                             colours.raised);
            break;
        }
        case CoolingLinkState::Leaking: {
            QPainterPath drop;
            drop.moveTo(c + QPointF(0, -1.25 * r));
            drop.cubicTo(c + QPointF(0.3 * r, -0.5 * r), c + QPointF(0.9 * r, -0.1 * r),
                         c + QPointF(0.9 * r, 0.35 * r));
            drop.cubicTo(c + QPointF(0.9 * r, 1.35 * r), c + QPointF(-0.9 * r, 1.35 * r),
                         c + QPointF(-0.9 * r, 0.35 * r));
            drop.cubicTo(c + QPointF(-0.9 * r, -0.1 * r), c + QPointF(-0.3 * r, -0.5 * r),
                         c + QPointF(0, -1.25 * r));
            painter.drawPath(drop);
            break;
        }
        case CoolingLinkState::Isolated: {
            // A no-entry sign.
            painter.drawEllipse(c, r, r);
            painter.fillRect(QRectF(c.x() - 0.6 * r, c.y() - 0.17 * r, 1.2 * r, 0.34 * r),
                             colours.raised);
            break;
        }
    }
    painter.restore();
}

QRectF paintProcessLegend(QPainter& painter, const QRectF& view, const TemperatureScale& scale,
                          const ThemeColours& colours) {
    using S = CoolingLinkState;
    constexpr auto kStates = std::to_array<S>(
        {S::Standby, S::Starting, S::NoPower, S::Failed, S::Stuck, S::Leaking, S::Isolated});
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont font = painter.font();
    QFont heavyFont = font;
    heavyFont.setWeight(QFont::DemiBold);
    const QFontMetricsF metrics(font);
    const QFontMetricsF heavy(heavyFont);
    const double row = std::max(metrics.height() + 3.0, 19.0);
    double width = heavy.horizontalAdvance(coolingTr("Water"));
    for (const S state : kStates) {
        width = std::max(width, 26.0 + metrics.horizontalAdvance(coolingStateText(state)));
    }
    width = std::max(width, 26.0 + metrics.horizontalAdvance(coolingTr("Still")));
    width += 2 * kPad;
    const double list = row * (static_cast<double>(kStates.size()) + 1.0);
    const double head = heavy.height() + metrics.height() + 8.0;
    const double free = view.height() - 24.0 - 2 * kPad - list - head - 14.0;
    const double barHeight = std::clamp(free, 60.0, 130.0);
    const double ramp = head + barHeight + 14.0;
    const bool withList = view.height() - 24.0 > ramp + list + 2 * kPad;
    const QRectF area(view.right() - 12.0 - width, view.top() + 12.0, width,
                      2 * kPad + ramp + (withList ? list : 0.0));
    QColor ground = colours.raised;
    ground.setAlphaF(0.92F);
    painter.setPen(QPen(colours.border, 1.0));
    painter.setBrush(ground);
    painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    double y = area.top() + kPad;
    const double left = area.left() + kPad;
    painter.setFont(heavyFont);
    painter.setPen(colours.text);
    painter.drawText(QPointF(left, y + heavy.ascent()), coolingTr("Water"));
    y += heavy.height();
    painter.setFont(font);
    painter.setPen(colours.muted);
    const DisplayUnit unit = UnitSystem::instance().shown(models::unit::celsius);
    painter.drawText(QPointF(left, y + metrics.ascent()), unit.symbol);
    y += metrics.height() + 8.0;
    const QRectF bar(left, y, 14.0, barHeight);
    QLinearGradient gradient(bar.bottomLeft(), bar.topLeft());
    for (int i = 0; i <= 8; ++i) {
        gradient.setColorAt(
            i / 8.0, scale.colour(scale.lowC + i / 8.0 * (scale.highC - scale.lowC), colours));
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(gradient);
    painter.drawRect(bar);
    painter.setPen(QPen(colours.text, 1.0));
    const double low = unit.shown(scale.lowC);
    const double high = unit.shown(scale.highC);
    const double step = UnitSystem::instance().converts(models::unit::celsius)
                            ? niceStep((high - low) / 5.0)
                            : scale.tickC;
    for (double t = std::ceil(low / step) * step; t <= high + 1e-6; t += step) {
        const double ty = bar.bottom() - (t - low) / (high - low) * barHeight;
        painter.drawLine(QPointF(bar.right(), ty), QPointF(bar.right() + 4.0, ty));
        painter.drawText(QPointF(bar.right() + 10.0, ty + metrics.ascent() / 2.0 - 1.5),
                         plainNumberText(t, 3));
    }
    y += barHeight + 14.0;
    if (withList) {
        painter.setPen(QPen(colours.muted, 1.6, Qt::DashLine));
        painter.drawLine(QPointF(left, y + row / 2.0), QPointF(left + 16.0, y + row / 2.0));
        painter.setPen(colours.text);
        painter.drawText(QPointF(left + 26.0, y + row / 2.0 + metrics.ascent() / 2.0 - 2.0),
                         coolingTr("Still"));
        y += row;
        for (const S state : kStates) {
            paintStateBadge(painter, {left + 8.0, y + row / 2.0}, state, 7.0, colours);
            painter.setPen(colours.text);
            painter.drawText(QPointF(left + 26.0, y + row / 2.0 + metrics.ascent() / 2.0 - 2.0),
                             coolingStateText(state));
            y += row;
        }
    }
    painter.restore();
    return area;
}

}  // namespace headroom::ui
