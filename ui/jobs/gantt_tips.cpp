// SPDX-License-Identifier: Apache-2.0
// What the Gantt chart tells of the place under the pointer.
#include "engine/base/index.h"
#include "ui/jobs/gantt_canvas.h"
#include "ui/jobs/job_text.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/workspace.h"

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kReachPx = 2.0;  // around a bar that is hard to hit
constexpr double kRailReachPx = 3.0;
constexpr int kMostTold = 4;  // interruptions of one place

}  // namespace

int GanttCanvas::itemAt(QPointF place) {
    if (!scale_.plot.contains(place)) {
        return -1;
    }
    int best = -1;
    double least = 1e9;
    for (const JobRows::Bar& bar : rows_.bars()) {
        const JobTimeline::Item& item = timeline_.items()[at(bar.item)];
        const double x0 = scale_.x(item.span->fromS);
        const double x1 = scale_.x(item.open ? timeline_.endS() : item.span->toS);
        const double dx = std::max({x0 - place.x(), place.x() - x1, 0.0});
        if (dx > kReachPx) {
            continue;
        }
        const QRectF box = boxOf(bar);
        const double dy = std::max({box.top() - place.y(), place.y() - box.bottom(), 0.0});
        const double reach = box.height() < 4.0 ? kReachPx : 0.0;
        if (dy <= reach && dx + dy < least) {
            least = dx + dy;
            best = bar.item;
        }
    }
    return best;
}

QStringList GanttCanvas::tipAt(QPointF place) {
    if (scale_.rail.adjusted(0, -2, 0, 2).contains(place)) {
        return tipOfRail(place);
    }
    if (scale_.queue.contains(place) || scale_.held.contains(place)) {
        return tipOfLevels(place);
    }
    if (!scale_.plot.contains(place)) {
        return {};
    }
    if (rows_.mode() == JobRows::Mode::Jobs && scale_.rowPx < 1.0) {
        // Several jobs in this pixel: what they do at this time.
        const double timeS = scale_.time(place.x());
        std::vector<int> crowd;
        for (const JobRows::Bar& bar : rows_.bars()) {
            const JobTimeline::Item& item = timeline_.items()[at(bar.item)];
            if (item.span->fromS > timeS ||
                (item.open ? timeline_.endS() : item.span->toS) < timeS) {
                continue;
            }
            const double top = scale_.groupTop(bar.group) + bar.top * scale_.rowPx;
            if (std::floor(top) == std::floor(place.y())) {
                crowd.push_back(bar.item);
            }
        }
        if (crowd.size() > 1) {
            return tipOfCrowd(crowd);
        }
    }
    const int item = itemAt(place);
    return item >= 0 ? tipOfItem(timeline_.items()[at(item)]) : QStringList();
}

QStringList GanttCanvas::tipOfItem(const JobTimeline::Item& item) const {
    const engine::JobSpan& span = *item.span;
    const engine::JobCard& card = timeline_.card(item);
    QStringList lines{card.tenant.empty()
                          ? QString::fromStdString(card.name)
                          : QStringLiteral("%1 · %2").arg(QString::fromStdString(card.name),
                                                          QString::fromStdString(card.tenant))};
    const double toS = item.open ? timeline_.endS() : span.toS;
    lines << tr("%1 %2 – %3 (%4)")
                 .arg(stateWord(span.state), momentText(span.fromS),
                      item.open ? tr("now") : momentText(toS), lengthText(toS - span.fromS));
    lines << tr("%1 accelerators%2")
                 .arg(span.accelerators)
                 .arg(card.accelerator.empty()
                          ? QString()
                          : QStringLiteral(" · ") + QString::fromStdString(card.accelerator));
    if (span.firstRack >= 0 && at(span.firstRack) < workspace_->layout().racks.size()) {
        lines << tr("From rack %1 on")
                     .arg(QString::fromStdString(
                         workspace_->layout().racks[at(span.firstRack)].name()));
    }
    if (!item.open && span.endedBy >= 0) {
        const engine::Event* event = timeline_.event(span.endedBy);
        lines << (event != nullptr
                      ? tr("Ended: %1").arg(QString::fromStdString(event->text))
                      : tr("Ended by event %1, which is not kept any more").arg(span.endedBy));
        if (const engine::Event* cause =
                event != nullptr && event->cause >= 0 ? timeline_.event(event->cause) : nullptr) {
            lines << tr("Cause: %1").arg(QString::fromStdString(cause->text));
        }
    }
    return lines;
}

QStringList GanttCanvas::tipOfCrowd(const std::vector<int>& items) const {
    int running = 0;
    int starting = 0;
    int queued = 0;
    for (const int i : items) {
        const engine::JobState state = timeline_.items()[at(i)].span->state;
        running += state == engine::JobState::Running;
        starting += state == engine::JobState::Starting;
        queued += state == engine::JobState::Queued;
    }
    const QString first =
        QString::fromStdString(timeline_.card(timeline_.items()[at(items.front())]).name);
    return {tr("%1 jobs in this place").arg(items.size()),
            tr("%1 running, %2 starting, %3 queued").arg(running).arg(starting).arg(queued),
            tr("%1 is the first of them; Ctrl and the wheel tell them apart").arg(first)};
}

QStringList GanttCanvas::tipOfLevels(QPointF place) const {
    const double timeS = scale_.time(place.x());
    if (timeS < timeline_.sinceS() || timeS > timeline_.endS()) {
        return {};
    }
    const auto& levels = timeline_.levels();
    const auto next = std::partition_point(levels.begin(), levels.end(),
                                           [timeS](const auto& l) { return l.timeS <= timeS; });
    const JobTimeline::Level level =
        next == levels.begin() ? JobTimeline::Level{} : *std::prev(next);
    return {momentText(timeS), tr("%1 jobs queued").arg(level.queued),
            tr("%1 accelerators in use").arg(level.held)};
}

QStringList GanttCanvas::tipOfRail(QPointF place) const {
    QStringList lines;
    int more = 0;
    for (const JobTimeline::Item& item : timeline_.items()) {
        if (item.span->endedBy < 0 || item.open || !JobTimeline::holds(*item.span) ||
            std::abs(scale_.x(item.span->toS) - place.x()) > kRailReachPx) {
            continue;
        }
        if (lines.size() >= kMostTold) {
            ++more;
            continue;
        }
        const engine::Event* event = timeline_.event(item.span->endedBy);
        lines << tr("%1 %2: %3")
                     .arg(momentText(item.span->toS),
                          QString::fromStdString(timeline_.card(item).name),
                          event != nullptr                     ? QString::fromStdString(event->text)
                          : timeline_.isPreemption(*item.span) ? tr("preempted")
                                                               : tr("stopped"));
    }
    if (more > 0) {
        lines << tr("and %1 more").arg(more);
    }
    return lines;
}

}  // namespace headroom::ui
