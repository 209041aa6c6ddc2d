// SPDX-License-Identifier: Apache-2.0
#include "ui/cooling/process_paint.h"

#include "engine/run/conditions.h"
#include "engine/text/nice_step.h"
#include "ui/cooling/cooling_text.h"
#include "ui/kit/condition_mark.h"
#include "ui/kit/legend.h"
#include "ui/kit/paint.h"
#include "ui/kit/translate.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::ui {

namespace {

using engine::CoolingLinkState;

QColor mixed(const QColor& a, const QColor& b, double share) {
    const auto of = [share](int x, int y) {
        return std::clamp(static_cast<int>(std::lround(x + share * (y - x))), 0, 255);
    };
    return {of(a.red(), b.red()), of(a.green(), b.green()), of(a.blue(), b.blue())};
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
    tickC = engine::niceStep((highC - lowC) / 5.0);
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
        case CoolingLinkState::NoPower:
        case CoolingLinkState::Failed:
        case CoolingLinkState::Leaking:
        case CoolingLinkState::Isolated:
            paintConditionMark(painter, c, r, engine::conditionOf(state), colours);
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
    }
    painter.restore();
}

Legend temperatureLegend(const TemperatureScale& scale, const ThemeColours& colours) {
    const DisplayUnit unit = UnitSystem::instance().shown(models::unit::celsius);
    Legend legend;
    legend.title = coolingTr("Water");
    legend.unit = unit.symbol;
    legend.ramp = [scale, &colours](double at) {
        return scale.colour(scale.lowC + at * (scale.highC - scale.lowC), colours);
    };
    const double low = unit.shown(scale.lowC);
    const double high = unit.shown(scale.highC);
    const double step = UnitSystem::instance().converts(models::unit::celsius)
                            ? engine::niceStep((high - low) / 5.0)
                            : scale.tickC;
    for (double t = std::ceil(low / step) * step; t <= high + 1e-6; t += step) {
        legend.ticks.push_back({(t - low) / (high - low), plainNumberText(t, 3)});
    }
    return legend;
}

QRectF paintProcessLegend(QPainter& painter, const QRectF& view, const TemperatureScale& scale,
                          const ThemeColours& colours) {
    using S = CoolingLinkState;
    Legend legend = temperatureLegend(scale, colours);
    legend.entries.push_back({coolingTr("Still"), [&](QPainter& p, QPointF centre) {
                                  p.setPen(QPen(colours.muted, 1.6, Qt::DashLine));
                                  p.drawLine(centre - QPointF(8, 0), centre + QPointF(8, 0));
                              }});
    for (const S state :
         {S::Standby, S::Starting, S::NoPower, S::Failed, S::Stuck, S::Leaking, S::Isolated}) {
        legend.entries.push_back(
            {coolingStateText(state), [&colours, state](QPainter& p, QPointF centre) {
                 paintStateBadge(p, centre, state, 7.0, colours);
             }});
    }
    legend.entries.push_back(
        {conditionWord(engine::Condition::PartlyOut), [&colours](QPainter& p, QPointF centre) {
             paintConditionMark(p, centre, 7.0, engine::Condition::PartlyOut, colours);
         }});
    return paintLegendBox(painter, view, legend, colours);
}

}  // namespace headroom::ui
