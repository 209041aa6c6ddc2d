// SPDX-License-Identifier: Apache-2.0
#include "ui/jobs/gantt_paint.h"

#include "engine/base/index.h"
#include "engine/base/scale.h"
#include "engine/text/nice_step.h"
#include "ui/jobs/coverage_raster.h"
#include "ui/jobs/job_palette.h"
#include "ui/kit/ink.h"
#include "ui/kit/translate.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"

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
constexpr double kOtherShade = 0.22;  // towards the ground

QFont bold(QFont font) {
    font.setWeight(QFont::DemiBold);
    return font;
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

QColor mixed(const QColor& colour, const QColor& ground, double share) {
    const auto of = [share](int a, int b) { return static_cast<int>(a + share * (b - a)); };
    return {of(colour.red(), ground.red()), of(colour.green(), ground.green()),
            of(colour.blue(), ground.blue())};
}

/// A bar of its own: queued ones are low, starting ones hatched, so that shape tells as well.
void paintBar(QPainter& painter, const GanttPicture& picture, const JobTimeline::Item& item,
              const QColor& colour, QRectF box, const ThemeColours& colours) {
    const QRectF& plot = picture.scale.plot;
    const engine::JobState state = item.span->state;
    const double rowPx = box.height();
    const double gap = rowPx >= 6.0 ? 1.0 : 0.0;
    box.adjust(0.0, gap / 2.0, 0.0, -gap / 2.0);
    if (state == engine::JobState::Queued && box.height() >= 6.0) {
        const double less = 0.28 * box.height();
        box.adjust(0.0, less, 0.0, -less);
    }
    const QRectF seen = box.intersected(plot);
    if (seen.isEmpty()) {
        return;
    }
    // Rows too low for a gap would join into one block: every second job is a shade lighter.
    const bool isOther =
        rowPx < kMarkRow && state == engine::JobState::Running && item.span->job % 2 != 0;
    painter.fillRect(seen, isOther ? mixed(colour, colours.base, kOtherShade) : colour);
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
        painter.setPen(inkOn(colour));
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
    const QString name = g.name.empty() ? (picture.rows->grouping() == JobRows::Grouping::Tenant
                                               ? ganttTr("No tenant")
                                               : ganttTr("All"))
                                        : QString::fromStdString(g.name);
    const auto size = static_cast<qint64>(std::llround(g.size));
    return picture.rows->mode() == JobRows::Mode::Jobs
               ? ganttTr("%1 — %2 jobs").arg(name).arg(size)
               : ganttTr("%1 — up to %2 accelerators at once").arg(name).arg(size);
}

/// Round steps for an axis of counts.
double countTick(double perPx, double leastPx) {
    return engine::niceStep(std::max(1.0, perPx * leastPx));
}

}  // namespace

QFont smaller(QFont font) {
    font.setPointSizeF(std::max(7.0, font.pointSizeF() - 1.0));
    return font;
}

QColor faded(QColor colour, int alpha) {
    colour.setAlpha(alpha);
    return colour;
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
        painter.setPen(QPen(inkOn(JobPalette::failure()), 1.4));
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
        const double toS = item.open ? picture.timeline->endS() : item.span->toS;
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

namespace {

/// The name of a job without the number that tells it from its siblings: "chat 12" and "chat-12" are of "chat".
QString familyOf(const std::string& name) {
    QString family = QString::fromStdString(name);
    while (!family.isEmpty() &&
           (family.back().isDigit() || family.back().isSpace() || family.back() == '-' ||
            family.back() == '_' || family.back() == '#' || family.back() == '/')) {
        family.chop(1);
    }
    return family.isEmpty() ? QString::fromStdString(name) : family;
}

/// Names of rows that are too low for one each: one for all neighbours that differ by a number alone, as far apart as lines of text.
void paintNames(QPainter& painter, const GanttPicture& picture, int group, double top,
                const ThemeColours& colours) {
    const GanttScale& s = picture.scale;
    const int rows = static_cast<int>(s.groupRows[at(group)]);
    const auto nameAt = [&](int row) {
        return familyOf(picture.timeline->cards()[at(picture.rows->cardAt(group, row))]->name);
    };
    double free = s.plot.top();
    const int first = std::max(0, static_cast<int>((s.plot.top() - top) / s.rowPx));
    for (int row = first; row < rows && top + row * s.rowPx < s.plot.bottom();) {
        const QString name = nameAt(row);
        int next = row + 1;
        while (next < rows && top + next * s.rowPx < s.plot.bottom() && nameAt(next) == name) {
            ++next;
        }
        const double y0 = top + row * s.rowPx, y1 = top + next * s.rowPx;
        const double y = std::max({y0, free, (y0 + y1 - kTextRow) / 2.0});
        if (y + kTextRow <= std::max(y1, y0 + kTextRow) + 0.5 && y + kTextRow <= s.plot.bottom()) {
            painter.setPen(QPen(colours.border, 1.0));
            painter.drawLine(QPointF(s.plot.left() - 4, y0 + 1),
                             QPointF(s.plot.left() - 4, y1 - 1));
            painter.setPen(colours.muted);
            const QString words =
                next - row > 1 ? QStringLiteral("%1 × %2").arg(next - row).arg(name) : name;
            const QRectF room(8, y, s.plot.left() - 16, kTextRow);
            painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter,
                             painter.fontMetrics().elidedText(words, Qt::ElideRight,
                                                              static_cast<int>(room.width())));
            free = y + kTextRow;
        }
        row = next;
    }
}

}  // namespace

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
        } else if (picture.rows->mode() == JobRows::Mode::Jobs && s.isNamed(plot.height())) {
            paintNames(painter, picture, g, top, colours);
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

void paintTimeAxis(QPainter& painter, const GanttPicture& picture, const ThemeColours& colours) {
    const GanttScale& s = picture.scale;
    painter.save();
    painter.setFont(smaller(painter.font()));
    const double step = momentStep((s.toS - s.fromS) / s.plot.width() * kTickPx);
    const double offset = momentOffset();
    const double bottom = s.axis.top();
    for (double t = std::ceil((s.fromS + offset) / step) * step - offset; t <= s.toS; t += step) {
        const double x = std::round(s.x(t)) + 0.5;
        painter.setPen(QPen(colours.grid, 1.0));
        painter.drawLine(QPointF(x, s.plot.top()), QPointF(x, bottom));
        painter.setPen(QPen(colours.border, 1.0));
        painter.drawLine(QPointF(x, bottom), QPointF(x, bottom + 4));
        const QString words = momentTick(t, step);
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
