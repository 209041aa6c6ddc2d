// SPDX-License-Identifier: Apache-2.0
#include "ui/jobs/gantt_paint.h"

#include "ui/jobs/coverage_raster.h"
#include "ui/jobs/job_palette.h"
#include "ui/quantity_text.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kTextRow = 13.0;  // from which bars and rows have words
constexpr double kCrispRow = 3.0;  // from which bars are drawn one by one
constexpr double kCrispBar = 5.0;
constexpr double kMarkRow = 7.0;
constexpr double kTickPx = 96.0;

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

QString tr(const char* text) {
    return QCoreApplication::translate("Gantt", text);
}

QFont smaller(QFont font) {
    font.setPointSizeF(std::max(7.0, font.pointSizeF() - 1.0));
    return font;
}

QFont bold(QFont font) {
    font.setWeight(QFont::DemiBold);
    return font;
}

QColor faded(QColor colour, int alpha) {
    colour.setAlpha(alpha);
    return colour;
}

/// Jobs that wait are paler.
QColor tenantColour(int tenant, bool queued) {
    const QColor full = JobPalette::ofTenant(tenant);
    if (!queued) {
        return full;
    }
    const QColor ground = Theme::instance().colours().base;
    const auto mix = [](int a, int b) { return (35 * a + 65 * b) / 100; };
    return {mix(full.red(), ground.red()), mix(full.green(), ground.green()),
            mix(full.blue(), ground.blue())};
}

/// A bar of its own: queued ones are low, starting ones hatched, so that shape tells as well.
void paintBar(QPainter& painter, const GanttPicture& picture, const JobTimeline::Item& item,
              const QColor& colour, QRectF box, const ThemeColours& colours) {
    const QRectF& plot = picture.scale.plot;
    const engine::JobState state = item.span->state;
    const double gap = box.height() >= 6.0 ? 1.0 : 0.0;
    box.adjust(0.0, gap / 2.0, 0.0, -gap / 2.0);
    if (state == engine::JobState::Queued && box.height() >= 6.0) {
        const double less = 0.28 * box.height();
        box.adjust(0.0, less, 0.0, -less);
    }
    const QRectF seen = box.intersected(plot);
    if (seen.isEmpty()) {
        return;
    }
    painter.fillRect(seen, colour);
    if (state == engine::JobState::Starting && seen.height() >= 4.0 && seen.width() >= 4.0) {
        painter.fillRect(seen, QBrush(faded(colours.base, 150), Qt::BDiagPattern));
    }
    if (state == engine::JobState::Running && seen.width() >= 3.0 && gap > 0.0) {
        // An edge between neighbours of one colour.
        painter.fillRect(QRectF(seen.right() - 1.0, seen.top(), 1.0, seen.height()),
                         faded(colours.base, 170));
    }
    if (state != engine::JobState::Queued && seen.width() > 46.0 && seen.height() >= kTextRow) {
        const engine::JobCard& card = picture.timeline->card(item);
        painter.setPen(JobPalette::textOn(colour));
        const QString words = QStringLiteral("%1 · %2")
                                  .arg(QString::fromStdString(card.name))
                                  .arg(item.span->accelerators);
        const QRectF room = seen.adjusted(4, 0, -4, 0);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(words, Qt::ElideRight,
                                                          static_cast<int>(room.width())));
    }
}

QString groupName(const GanttPicture& picture, int group) {
    const JobRows::Group& g = picture.rows->groups()[at(group)];
    const QString name =
        g.name.empty()
            ? (picture.rows->grouping() == JobRows::Grouping::Tenant ? tr("No tenant") : tr("All"))
            : QString::fromStdString(g.name);
    const auto size = static_cast<qint64>(std::llround(g.size));
    return picture.rows->mode() == JobRows::Mode::Jobs
               ? tr("%1 — %2 jobs").arg(name).arg(size)
               : tr("%1 — up to %2 accelerators at once").arg(name).arg(size);
}

/// Round steps for an axis of counts.
double countTick(double perPx, double leastPx) {
    const double wanted = std::max(1.0, perPx * leastPx);
    const double power = std::pow(10.0, std::floor(std::log10(wanted)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= wanted) {
            return factor * power;
        }
    }
    return 10.0 * power;
}

}  // namespace

double timeTick(double secondsPerPx, double leastPx) {
    constexpr double kMinute = 60.0;
    constexpr double kHour = 3600.0;
    constexpr double kDay = 86400.0;
    constexpr auto kSteps = std::to_array<double>(
        {1,         2,           5,           10,           15,           30,
         kMinute,   2 * kMinute, 5 * kMinute, 10 * kMinute, 15 * kMinute, 30 * kMinute,
         kHour,     2 * kHour,   3 * kHour,   6 * kHour,    12 * kHour,   kDay,
         2 * kDay,  5 * kDay,    10 * kDay,   20 * kDay,    50 * kDay,    100 * kDay,
         200 * kDay});
    for (const double step : kSteps) {
        if (step >= secondsPerPx * leastPx) {
            return step;
        }
    }
    return kSteps.back() * std::ceil(secondsPerPx * leastPx / kSteps.back());
}

void paintInterruption(QPainter& painter, QPointF p, bool preemption, double size) {
    const ThemeColours& colours = Theme::instance().colours();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double r = size / 2.0;
    if (preemption) {
        painter.setPen(QPen(colours.base, 1.0));
        painter.setBrush(JobPalette::preemption());
        painter.drawPolygon(QPolygonF({QPointF(p.x() - r, p.y() - r), QPointF(p.x() + r, p.y()),
                                       QPointF(p.x() - r, p.y() + r)}));
    } else {
        painter.setPen(QPen(colours.base, 1.0));
        painter.setBrush(JobPalette::failure());
        painter.drawEllipse(p, r + 0.5, r + 0.5);
        painter.setPen(QPen(JobPalette::textOn(JobPalette::failure()), 1.4));
        const double c = 0.45 * r;
        painter.drawLine(p - QPointF(c, c), p + QPointF(c, c));
        painter.drawLine(p - QPointF(c, -c), p + QPointF(c, -c));
    }
    painter.restore();
}

void paintBars(QPainter& painter, const GanttPicture& picture, const ThemeColours& colours) {
    const GanttScale& s = picture.scale;
    const QRectF& plot = s.plot;
    std::vector<double> tops;
    for (std::size_t g = 0; g < s.groupRows.size(); ++g) {
        tops.push_back(s.groupTop(static_cast<int>(g)));
    }
    // One colour for each state, or for each tenant queued and not: made once, not for each bar.
    const bool byState = picture.colouring == GanttColouring::State;
    std::vector<QColor> palette;
    for (int c = 0; c < (byState ? 5 : 2 * (JobPalette::kTenants + 1)); ++c) {
        palette.push_back(byState ? JobPalette::ofState(static_cast<engine::JobState>(c))
                                  : tenantColour(c / 2, c % 2 == 1));
    }
    const auto colourOf = [&](const JobTimeline::Item& item) -> const QColor& {
        const engine::JobState state = item.span->state;
        if (byState) {
            return palette[at(static_cast<int>(state))];
        }
        const int tenant = std::min((*picture.tenantOfCard)[at(item.card)], JobPalette::kTenants);
        return palette[at(2 * tenant + (state == engine::JobState::Queued ? 1 : 0))];
    };
    CoverageRaster thin(static_cast<int>(plot.width()), static_cast<int>(plot.height()));
    const auto& items = picture.timeline->items();
    std::vector<std::pair<const JobTimeline::Item*, QRectF>> crisp, interrupted;
    const double perS = plot.width() / (s.toS - s.fromS);
    for (const JobRows::Bar& bar : picture.rows->bars()) {
        const JobTimeline::Item& item = items[at(bar.item)];
        const double toS = item.open ? picture.timeline->nowS() : item.span->toS;
        if (toS < s.fromS || item.span->fromS > s.toS) {
            continue;
        }
        const double y0 = tops[at(bar.group)] + bar.top * s.rowPx;
        const double y1 = y0 + bar.height * s.rowPx;
        if (y1 < plot.top() || y0 > plot.bottom()) {
            continue;
        }
        const double x0 = plot.left() + (item.span->fromS - s.fromS) * perS;
        const double x1 = plot.left() + (toS - s.fromS) * perS;
        if (y1 - y0 >= kCrispRow && x1 - x0 >= kCrispBar) {
            crisp.emplace_back(&item, QRectF(QPointF(x0, y0), QPointF(x1, y1)));
        } else {
            thin.add(x0 - plot.left(), std::max(x1, x0 + 0.05) - plot.left(), y0 - plot.top(),
                     y1 - plot.top(), colourOf(item));
        }
        if (item.span->endedBy >= 0 && !item.open && y1 - y0 >= kMarkRow) {
            interrupted.emplace_back(&item, QRectF(QPointF(x0, y0), QPointF(x1, y1)));
        }
    }
    painter.save();
    painter.setClipRect(plot);
    if (!thin.isEmpty()) {
        painter.drawImage(plot.topLeft(), thin.image());
    }
    painter.setFont(smaller(painter.font()));
    for (const auto& [item, box] : crisp) {
        paintBar(painter, picture, *item, colourOf(*item), box, colours);
    }
    for (const auto& [item, box] : interrupted) {
        paintInterruption(painter, {box.right(), box.center().y()},
                          picture.timeline->isPreemption(*item->span),
                          std::min(9.0, box.height() - 1.0));
    }
    painter.restore();
}

void paintLabels(QPainter& painter, const GanttPicture& picture, const ThemeColours& colours) {
    const GanttScale& s = picture.scale;
    const QRectF& plot = s.plot;
    painter.save();
    painter.setClipRect(QRectF(0, plot.top(), plot.right(), plot.height()));
    const QFont small = smaller(painter.font());
    for (int g = 0; at(g) < s.groupRows.size(); ++g) {
        const double top = s.groupTop(g);
        const double bottom = top + s.groupRows[at(g)] * s.rowPx;
        if (bottom < plot.top() || top - s.headPx > plot.bottom()) {
            continue;
        }
        if (s.headPx > 0.0) {
            const QRectF head(0, std::max(plot.top(), top - s.headPx), plot.right(), s.headPx);
            painter.fillRect(head, colours.alternate);
            painter.setPen(QPen(colours.border, 1.0));
            painter.drawLine(QPointF(head.left(), top - s.headPx),
                             QPointF(head.right(), top - s.headPx));
            if (s.headPx >= kTextRow) {
                painter.setFont(bold(small));
                painter.setPen(colours.text);
                painter.drawText(head.adjusted(8, 0, -8, 0), Qt::AlignLeft | Qt::AlignVCenter,
                                 groupName(picture, g));
            }
        }
        painter.setFont(small);
        painter.setPen(colours.muted);
        if (picture.rows->mode() == JobRows::Mode::Jobs && s.rowPx >= kTextRow) {
            const int first = std::max(0, static_cast<int>((plot.top() - top) / s.rowPx));
            for (int row = first; row < s.groupRows[at(g)]; ++row) {
                const double y = top + row * s.rowPx;
                if (y > plot.bottom()) {
                    break;
                }
                const int card = picture.rows->cardAt(g, row);
                const QRectF room(8, y, plot.left() - 14, s.rowPx);
                painter.drawText(
                    room, Qt::AlignLeft | Qt::AlignVCenter,
                    painter.fontMetrics().elidedText(
                        QString::fromStdString(picture.timeline->cards()[at(card)]->name),
                        Qt::ElideRight, static_cast<int>(room.width())));
            }
        } else {
            // An axis of counts: jobs in the order of submission, or accelerators.
            const double step = countTick(1.0 / s.rowPx, 34.0);
            for (double row = 0.0; row <= s.groupRows[at(g)]; row += step) {
                const double y = top + row * s.rowPx;
                if (y < plot.top() + 6 || y > plot.bottom() - 2) {
                    if (row > 0.0 || y > plot.bottom() - 2) {
                        continue;
                    }
                }
                painter.setPen(QPen(colours.border, 1.0));
                painter.drawLine(QPointF(plot.left() - 4, y), QPointF(plot.left(), y));
                painter.setPen(colours.muted);
                const QRectF room(4, std::max(plot.top(), y - 7), plot.left() - 11, 14);
                painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter,
                                 QLocale(QLocale::English).toString(row, 'f', 0));
            }
        }
    }
    painter.restore();
}

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
                     Qt::AlignLeft | Qt::AlignVCenter, tr("Stopped"));
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
        painter.setFont(smaller(painter.font()));
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
    const double nowX = std::clamp(s.x(picture.timeline->nowS()), s.plot.left(), s.plot.right());
    paintStrip(painter,
               {s.queue, tr("Queued"), tr("jobs"), colours.series[1], roundUp(mostQ), 0.0, {}},
               lowQ, highQ, s.plot.left(), nowX, colours);
    paintStrip(
        painter,
        {s.held, tr("In use"), tr("accelerators"), JobPalette::ofState(engine::JobState::Running),
         roundUp(std::max(mostH, picture.capacity)), picture.capacity, tr("in service")},
        lowH, highH, s.plot.left(), nowX, colours);
    painter.restore();
}

void paintTimeAxis(QPainter& painter, const GanttPicture& picture, const ThemeColours& colours) {
    const GanttScale& s = picture.scale;
    painter.save();
    painter.setFont(smaller(painter.font()));
    const double step = timeTick((s.toS - s.fromS) / s.plot.width(), kTickPx);
    const double offset =
        picture.start.isValid() ? picture.start.time().msecsSinceStartOfDay() / 1000.0 : 0.0;
    const double bottom = s.axis.top();
    for (double t = std::ceil((s.fromS + offset) / step) * step - offset; t <= s.toS; t += step) {
        const double x = std::round(s.x(t)) + 0.5;
        painter.setPen(QPen(colours.grid, 1.0));
        painter.drawLine(QPointF(x, s.plot.top()), QPointF(x, bottom));
        painter.setPen(QPen(colours.border, 1.0));
        painter.drawLine(QPointF(x, bottom), QPointF(x, bottom + 4));
        QString words;
        if (picture.start.isValid()) {
            const QDateTime moment =
                picture.start.addMSecs(static_cast<qint64>(std::llround(t * 1000.0)));
            const bool midnight = moment.time().msecsSinceStartOfDay() == 0;
            words = QLocale(QLocale::English)
                        .toString(moment, step >= 86400.0 || midnight ? "d MMM"
                                          : step < 60.0               ? "HH:mm:ss"
                                                                      : "HH:mm");
        } else {
            words = durationText(t);
        }
        painter.setPen(colours.muted);
        const double width = painter.fontMetrics().horizontalAdvance(words) + 4.0;
        const double left =
            std::clamp(x - width / 2.0, s.plot.left() - 20.0, s.plot.right() - width);
        painter.drawText(QRectF(left, bottom + 4, width, s.axis.height() - 4), Qt::AlignCenter,
                         words);
    }
    painter.setPen(QPen(colours.border, 1.0));
    painter.drawLine(QPointF(s.plot.left(), bottom), QPointF(s.plot.right(), bottom));
    painter.drawLine(s.plot.topLeft(), QPointF(s.plot.left(), bottom));
    painter.restore();
}

double paintSwatches(QPainter& painter, const QRectF& line,
                     const std::vector<GanttSwatch>& swatches, const ThemeColours& colours) {
    painter.save();
    painter.setFont(smaller(painter.font()));
    double width = 0.0;
    std::size_t count = 0;
    std::vector<double> widths;
    for (const GanttSwatch& swatch : swatches) {
        const double one = 18.0 + painter.fontMetrics().horizontalAdvance(swatch.text) + 12.0;
        if (width + one > line.width()) {
            break;
        }
        widths.push_back(one);
        width += one;
        ++count;
    }
    double x = line.right() - width;
    for (std::size_t i = 0; i < count; ++i) {
        const GanttSwatch& swatch = swatches[i];
        QRectF box(x, line.center().y() - 5.0, 12.0, 10.0);
        switch (swatch.shape) {
            case GanttSwatch::Shape::Thin:
                painter.fillRect(box.adjusted(0, 3, 0, -3), swatch.colour);
                break;
            case GanttSwatch::Shape::Full:
                painter.fillRect(box, swatch.colour);
                break;
            case GanttSwatch::Shape::Hatched:
                painter.fillRect(box, swatch.colour);
                painter.fillRect(box, QBrush(faded(colours.base, 150), Qt::BDiagPattern));
                break;
            case GanttSwatch::Shape::Cross:
            case GanttSwatch::Shape::Triangle:
                paintInterruption(painter, box.center(),
                                  swatch.shape == GanttSwatch::Shape::Triangle, 9.0);
                break;
        }
        painter.setPen(colours.text);
        painter.drawText(QRectF(x + 17.0, line.top(), widths[i], line.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, swatch.text);
        x += widths[i];
    }
    painter.restore();
    return line.right() - width;
}

}  // namespace headroom::ui
