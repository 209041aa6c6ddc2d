// SPDX-License-Identifier: Apache-2.0
// What is below the bars on the same time axis: interruptions, queue depth, accelerators held.
#include "engine/base/index.h"
#include "ui/jobs/gantt_paint.h"
#include "ui/jobs/job_palette.h"
#include "ui/kit/translate.h"

#include <QCoreApplication>
#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

void paintRail(QPainter& painter, const GanttPicture& picture, const ThemeColours& colours) {
    const GanttScale& s = picture.scale;
    const auto columns = at(std::max(1, static_cast<int>(s.rail.width())));
    std::vector<int> faults(columns), preemptions(columns);
    int most = 1;
    for (const JobTimeline::Item& item : picture.timeline->items()) {
        if (item.span->endedBy < 0 || item.open || !JobTimeline::holds(*item.span) ||
            item.span->toS < s.fromS || item.span->toS >= s.toS) {
            continue;
        }
        const auto column =
            std::min(columns - 1,
                     static_cast<std::size_t>(std::max(0.0, s.x(item.span->toS) - s.rail.left())));
        auto& lane = picture.timeline->isPreemption(*item.span) ? preemptions : faults;
        most = std::max(most, ++lane[column]);
    }
    painter.fillRect(s.rail, colours.alternate);
    const double half = s.rail.height() / 2.0;
    const auto mark = [&](int count, double x, double base, const QColor& colour, double up) {
        if (count > 0) {
            // As tall as the share of the busiest place, and always seen.
            const double tall = std::max(2.0, (half - 1.0) * count / most);
            painter.fillRect(QRectF(x, up > 0.0 ? base - tall : base, most > 1 ? 1.0 : 2.0, tall),
                             colour);
        }
    };
    for (std::size_t c = 0; c < columns; ++c) {
        const double x = s.rail.left() + static_cast<double>(c);
        mark(faults[c], x, s.rail.center().y(), JobPalette::failure(), 1.0);
        mark(preemptions[c], x, s.rail.center().y() + 1.0, JobPalette::preemption(), -1.0);
    }
    painter.save();
    painter.setFont(smaller(painter.font()));
    painter.setPen(colours.text);
    painter.drawText(QRectF(8, s.rail.top() - 2, s.plot.left() - 12, s.rail.height() + 4),
                     Qt::AlignLeft | Qt::AlignVCenter, ganttTr("Stopped"));
    painter.restore();
}

namespace {

struct Strip {
    QRectF area;
    QString name, unit;
    QColor colour;
    double most = 0.0;   ///< of the axis
    double limit = 0.0;  ///< dashed line, 0: none
    QString limitName;
};

void paintStrip(QPainter& painter, const Strip& strip, const std::vector<double>& low,
                const std::vector<double>& high, double left, double nowX,
                const ThemeColours& colours) {
    const QRectF& area = strip.area;
    painter.fillRect(area, colours.base);
    const auto y = [&](double value) {
        return area.bottom() - value / strip.most * (area.height() - 4.0);
    };
    painter.setPen(QPen(colours.grid, 1.0));
    painter.drawLine(QPointF(area.left(), y(strip.most)), QPointF(area.right(), y(strip.most)));
    painter.save();
    painter.setClipRect(QRectF(area.left(), area.top() - 1, nowX - area.left(), area.height() + 1));
    QPolygonF line;
    for (std::size_t c = 0; c < high.size(); ++c) {
        const double x = area.left() + static_cast<double>(c);
        if (!std::isfinite(high[c])) {
            continue;
        }
        painter.fillRect(QRectF(x, y(low[c]), 1.0, area.bottom() - y(low[c])),
                         faded(strip.colour, 90));
        painter.fillRect(QRectF(x, y(high[c]), 1.0, y(low[c]) - y(high[c])),
                         faded(strip.colour, 45));
        line << QPointF(x + 0.5, y(high[c]));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(strip.colour, 1.4));
    painter.drawPolyline(line);
    painter.restore();
    if (strip.limit > 0.0) {
        painter.setPen(QPen(colours.muted, 1.0, Qt::DashLine));
        painter.drawLine(QPointF(area.left(), y(strip.limit)),
                         QPointF(area.right(), y(strip.limit)));
        painter.setPen(colours.muted);
        painter.drawText(area.adjusted(6, y(strip.limit) - area.top() + 1, 0, 0),
                         Qt::AlignLeft | Qt::AlignTop, strip.limitName);
    }
    painter.setPen(QPen(colours.border, 1.0));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setPen(colours.text);
    painter.drawText(QRectF(8, area.top(), left - 12, area.height() / 2.0),
                     Qt::AlignLeft | Qt::AlignBottom, strip.name);
    painter.setPen(colours.muted);
    const QRectF below(8, area.top() + area.height() / 2.0, left - 12, area.height() / 2.0);
    painter.drawText(below, Qt::AlignLeft | Qt::AlignTop, strip.unit);
    painter.drawText(QRectF(8, area.top() - 4, left - 15, 14), Qt::AlignRight | Qt::AlignVCenter,
                     QLocale(QLocale::English).toString(strip.most, 'f', 0));
}

/// A round number at or over `value`, not much more than it.
double roundUp(double value) {
    const double power = std::pow(10.0, std::floor(std::log10(std::max(1.0, value))));
    for (const double factor : {1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0}) {
        if (factor * power >= value && factor * power == std::floor(factor * power)) {
            return factor * power;
        }
    }
    return 10.0 * power;
}

}  // namespace

void paintLevels(QPainter& painter, const GanttPicture& picture, const ThemeColours& colours) {
    const GanttScale& s = picture.scale;
    const auto columns = at(std::max(1, static_cast<int>(s.queue.width())));
    const double nan = std::nan("");
    std::vector<double> lowQ(columns, nan), highQ(columns, nan), lowH(columns, nan),
        highH(columns, nan);
    const auto& levels = picture.timeline->levels();
    auto next = std::partition_point(levels.begin(), levels.end(),
                                     [&s](const auto& level) { return level.timeS <= s.fromS; });
    JobTimeline::Level now = next == levels.begin() ? JobTimeline::Level{} : *std::prev(next);
    double mostQ = 0.0;
    double mostH = 0.0;
    const double perPx = (s.toS - s.fromS) / static_cast<double>(columns);
    for (std::size_t c = 0; c < columns; ++c) {
        const double endS = s.fromS + static_cast<double>(c + 1) * perPx;
        if (endS <= picture.timeline->sinceS()) {
            for (; next != levels.end() && next->timeS < endS; ++next) {
                now = *next;
            }
            continue;  // jobs of that time were left out
        }
        lowQ[c] = highQ[c] = now.queued;
        lowH[c] = highH[c] = static_cast<double>(now.held);
        for (; next != levels.end() && next->timeS < endS; ++next) {
            now = *next;
            lowQ[c] = std::min(lowQ[c], static_cast<double>(now.queued));
            highQ[c] = std::max(highQ[c], static_cast<double>(now.queued));
            lowH[c] = std::min(lowH[c], static_cast<double>(now.held));
            highH[c] = std::max(highH[c], static_cast<double>(now.held));
        }
        mostQ = std::max(mostQ, highQ[c]);
        mostH = std::max(mostH, highH[c]);
    }
    painter.save();
    painter.setFont(smaller(painter.font()));
    const double nowX = std::clamp(s.x(picture.timeline->endS()), s.plot.left(), s.plot.right());
    paintStrip(
        painter,
        {s.queue, ganttTr("Queued"), ganttTr("jobs"), colours.series[1], roundUp(mostQ), 0.0, {}},
        lowQ, highQ, s.plot.left(), nowX, colours);
    paintStrip(
        painter,
        {s.held, ganttTr("In use"), ganttTr("accelerators"),
         JobPalette::ofState(engine::JobState::Running), roundUp(std::max(mostH, picture.capacity)),
         picture.capacity, ganttTr("in service")},
        lowH, highH, s.plot.left(), nowX, colours);
    painter.restore();
}

}  // namespace headroom::ui
