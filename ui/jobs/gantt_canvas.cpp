// SPDX-License-Identifier: Apache-2.0
#include "ui/jobs/gantt_canvas.h"

#include "engine/base/index.h"
#include "ui/events/event_look.h"
#include "ui/jobs/job_palette.h"
#include "ui/kit/paint.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/cause_focus.h"
#include "ui/workspace/served_run.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kHeadPx = 26.0;    // summary and legend
constexpr double kNamesPx = 168.0;  // left of the bars, with the names of jobs
constexpr double kCountsPx = 96.0;  // with an axis of counts
constexpr double kAxisPx = 22.0;
constexpr double kRailPx = 19.0;
constexpr double kGroupPx = 19.0;
constexpr double kGapPx = 7.0;
constexpr double kRightPx = 12.0;
constexpr double kAhead = 0.015;  // of the span, right of now
constexpr double kZoomPerNotch = 1.25;

}  // namespace

GanttCanvas::GanttCanvas(Workspace* workspace, JobActions* actions, QWidget* parent)
    : Canvas(kZoomPerNotch, parent), workspace_(workspace), actions_(actions) {
    setObjectName("ganttCanvas");
    setAccessibleName(tr("Gantt chart of jobs"));
    setAccessibleDescription(tr("The table of jobs has the same facts"));
    setMinimumSize(280, 180);
    connect(workspace, &Workspace::opened, this, &GanttCanvas::forget);
    connect(workspace, &Workspace::closed, this, &GanttCanvas::forget);
    connect(workspace, &Workspace::slowTick, this, &GanttCanvas::takeFrame);
    // Frames hold the newest events only: those between two ticks would be missed.
    connect(workspace, &Workspace::frameArrived, this, [this] {
        if (const auto frame = workspace_->frame()) {
            timeline_.keepEvents(*frame);
        }
    });
    connect(&workspace->causes(), &CauseFocus::changed, this, qOverload<>(&QWidget::update));
    connect(&workspace->selection(), &Selection::changed, this, qOverload<>(&QWidget::update));
    connect(&Theme::instance(), &Theme::changed, this, &GanttCanvas::refresh);
}

void GanttCanvas::forget() {
    timeline_.clear();
    rows_.take(timeline_);
    tenants_.clear();
    tenantNames_.clear();
    tenantOfCard_.clear();
    fitsTime_ = fitsRows_ = true;
    refresh();
}

void GanttCanvas::takeFrame() {
    const auto frame = workspace_->frame();
    if (!frame) {
        return;
    }
    const int generation = timeline_.generation();
    const bool isNew = timeline_.take(*frame, workspace_->runs().lastS());
    if (timeline_.generation() != generation) {
        tenantOfCard_.clear();
    }
    if (!isVisible() || (!isNew && !stale_)) {
        stale_ = stale_ || isNew;
        return;
    }
    stale_ = false;
    for (std::size_t c = tenantOfCard_.size(); c < timeline_.cards().size(); ++c) {
        const auto [found, isFirst] =
            tenants_.try_emplace(timeline_.cards()[c]->tenant, static_cast<int>(tenants_.size()));
        if (isFirst) {
            tenantNames_.push_back(found->first);
        }
        tenantOfCard_.push_back(found->second);
    }
    rows_.take(timeline_);
    refresh();
}

void GanttCanvas::refresh() {
    dirty_ = true;
    update();
}

void GanttCanvas::setRows(JobRows::Mode mode, JobRows::Grouping grouping) {
    rows_.choose(mode, grouping);
    rows_.take(timeline_);
    fitsRows_ = true;
    refresh();
}

void GanttCanvas::setColouring(GanttColouring colouring) {
    colouring_ = colouring;
    refresh();
}

void GanttCanvas::setSpan(double seconds) {
    spanS_ = seconds;
    fitsTime_ = true;
    refresh();
}

void GanttCanvas::fitAll() {
    fitsTime_ = fitsRows_ = true;
    spanS_ = 0.0;
    emit fitted();
    refresh();
}

void GanttCanvas::fitSelection() {
    const int card = timeline_.cardOf(workspace_->selection().current().job);
    if (card < 0) {
        fitAll();
        return;
    }
    double fromS = timeline_.cards()[at(card)]->submitS;
    double toS = fromS;
    for (const JobTimeline::Item& item : timeline_.items()) {
        if (item.card == card) {
            toS = std::max(toS, item.open ? timeline_.endS() : item.span->toS);
        }
    }
    const double margin = std::max(kLeastSpanS / 2.0, 0.08 * (toS - fromS));
    scale_.fromS = fromS - margin;
    scale_.toS = toS + margin;
    fitsTime_ = false;
    reveal(card);
    emit moved();
    refresh();
}

/// Where everything is, for the present size and data.
void GanttCanvas::place() {
    scale_.groupRows.clear();
    for (const JobRows::Group& group : rows_.groups()) {
        scale_.groupRows.push_back(group.size);
    }
    const bool grouped = rows_.grouping() != JobRows::Grouping::None;
    const auto groups = static_cast<double>(scale_.groupRows.size());
    const double strip = std::clamp(0.12 * height(), 34.0, 72.0);
    const double below = kGapPx + kRailPx + 2.0 * (kGapPx + strip) + kAxisPx;
    const double tall = std::max(40.0, height() - kHeadPx - below);
    scale_.headPx =
        grouped && groups > 0.0 ? std::min(kGroupPx, std::floor(0.35 * tall / groups)) : 0.0;
    const double rows = std::max(1.0, rows_.size());
    const double fitting = std::max(1e-6, (tall - groups * scale_.headPx) / rows);
    const double most = rows_.mode() == JobRows::Mode::Jobs ? kMostRowPx : 1e9;
    if (fitsRows_) {
        scale_.rowPx = std::min(fitting, most);
        scale_.scrollPx = 0.0;
    }
    scale_.rowPx = std::max(scale_.rowPx, std::min(fitting, most));
    const bool names = rows_.mode() == JobRows::Mode::Jobs && scale_.isNamed(tall);
    const double left = names ? kNamesPx : kCountsPx;
    const double wide = std::max(60.0, width() - left - kRightPx);
    scale_.plot = QRectF(left, kHeadPx, wide, tall);
    scale_.scrollPx = std::clamp(scale_.scrollPx, 0.0, std::max(0.0, scale_.contentPx() - tall));
    scale_.rail = QRectF(left, kHeadPx + tall + kGapPx, wide, kRailPx);
    scale_.queue = QRectF(left, scale_.rail.bottom() + kGapPx, wide, strip);
    scale_.held = QRectF(left, scale_.queue.bottom() + kGapPx, wide, strip);
    scale_.axis = QRectF(left, scale_.held.bottom(), wide, kAxisPx);
    if (fitsTime_) {
        const double nowS = std::max(timeline_.endS(), 60.0);
        const double span = spanS_ > 0.0 ? spanS_ : nowS - timeline_.sinceS();
        scale_.fromS = std::max(0.0, nowS - span);
        scale_.toS = scale_.fromS + span * (1.0 + kAhead);
    }
}

const GanttScale& GanttCanvas::scale() {
    place();
    return scale_;
}

GanttPicture GanttCanvas::picture() {
    GanttPicture p;
    p.timeline = &timeline_;
    p.rows = &rows_;
    p.scale = scale_;
    p.colouring = colouring_;
    p.tenantOfCard = &tenantOfCard_;
    if (const auto frame = workspace_->frame()) {
        p.capacity = (*frame)[engine::FacilityQuantity::HealthyAccelerators];
    }
    return p;
}

QString GanttCanvas::emptyText() const {
    if (!workspace_->isOpen()) {
        return tr("Open a project: its jobs are drawn here over time.");
    }
    const auto frame = workspace_->frame();
    const bool isElsewhere =
        workspace_->servedRun().link() != nullptr || workspace_->runs().isWatching();
    if (isElsewhere && frame && !frame->history && frame->timeS > 0.0) {
        return tr("This run keeps no history of jobs; the table lists the present jobs.");
    }
    return timeline_.cards().empty()
               ? tr("No jobs yet. They appear as the simulation plays; Jobs ▸ Submit Job adds one.")
               : QString();
}

QString GanttCanvas::summary() {
    int running = 0;
    int queued = 0;
    for (auto it = timeline_.items().rbegin(); it != timeline_.items().rend(); ++it) {
        if (it->open) {
            running += it->span->state == engine::JobState::Running;
            queued += it->span->state == engine::JobState::Queued;
        }
    }
    QString text = tr("%1 jobs: %2 running, %3 queued")
                       .arg(QLocale(QLocale::English).toString(timeline_.cards().size()))
                       .arg(running)
                       .arg(queued);
    if (timeline_.left() > 0) {
        text +=
            tr(" · %1 that ended before %2 are only in a recording")
                .arg(QLocale(QLocale::English).toString(static_cast<qlonglong>(timeline_.left())))
                .arg(momentText(timeline_.sinceS()));
    }
    if (scale_.rowPx < 1.0 && scale_.rowPx > 0.0) {
        const auto rows = static_cast<int>(std::ceil(1.0 / scale_.rowPx));
        text += rows_.mode() == JobRows::Mode::Jobs
                    ? tr(" · a line of pixels sums %1 jobs").arg(rows)
                    : tr(" · a line of pixels sums %1 accelerators").arg(rows);
    }
    return text;
}

std::vector<GanttSwatch> GanttCanvas::swatches() const {
    using Shape = GanttSwatch::Shape;
    using engine::JobState;
    std::vector<GanttSwatch> list;
    if (colouring_ == GanttColouring::State) {
        list = {{tr("Running"), JobPalette::ofState(JobState::Running), Shape::Full},
                {tr("Starting"), JobPalette::ofState(JobState::Starting), Shape::Hatched}};
        if (rows_.mode() == JobRows::Mode::Jobs) {
            list.push_back({tr("Queued"), JobPalette::ofState(JobState::Queued), Shape::Thin});
        }
    } else {
        for (std::size_t t = 0; t < tenantNames_.size() && t < JobPalette::kTenants; ++t) {
            list.push_back({tenantNames_[t].empty() ? tr("No tenant")
                                                    : QString::fromStdString(tenantNames_[t]),
                            JobPalette::ofTenant(static_cast<int>(t)), Shape::Full});
        }
        if (tenantNames_.size() > JobPalette::kTenants) {
            list.push_back({tr("Others"), JobPalette::ofTenant(JobPalette::kTenants), Shape::Full});
        }
    }
    list.push_back({tr("Failure"), {}, Shape::Cross});
    list.push_back({tr("Preempted"), {}, Shape::Triangle});
    return list;
}

void GanttCanvas::paintEvent(QPaintEvent*) {
    const ThemeColours& colours = Theme::instance().colours();
    QPainter painter(this);
    const QString empty = emptyText();
    if (!empty.isEmpty()) {
        painter.fillRect(rect(), colours.base);
        painter.setPen(colours.muted);
        painter.drawText(rect().adjusted(20, 20, -20, -20), Qt::AlignCenter | Qt::TextWordWrap,
                         empty);
        return;
    }
    if (dirty_ || base_.size() != size() * devicePixelRatioF()) {
        place();
        base_ = QPixmap(size() * devicePixelRatioF());
        base_.setDevicePixelRatio(devicePixelRatioF());
        base_.fill(colours.base);
        QPainter canvas(&base_);
        canvas.setFont(font());
        const GanttPicture all = picture();
        paintTimeAxis(canvas, all, colours);
        paintBars(canvas, all, colours);
        paintLabels(canvas, all, colours);
        paintRail(canvas, all, colours);
        paintLevels(canvas, all, colours);
        const QRectF head(8, 0, width() - 8 - kRightPx, kHeadPx);
        const QString words = summary();
        const double taken = canvas.fontMetrics().horizontalAdvance(words) + 16.0;
        canvas.setPen(colours.text);
        canvas.drawText(head, Qt::AlignLeft | Qt::AlignVCenter, words);
        paintSwatches(canvas, head.adjusted(taken, 0, 0, 0), swatches(), colours);
        dirty_ = false;
    }
    painter.drawPixmap(0, 0, base_);
    const double nowX = scale_.x(timeline_.nowS());
    if (nowX >= scale_.plot.left() && nowX <= scale_.plot.right()) {
        painter.setPen(QPen(colours.accent, 1.2));
        painter.drawLine(QPointF(nowX, scale_.plot.top()), QPointF(nowX, scale_.axis.top()));
    }
    paintEventLine(painter, colours);
    paintSelected(painter, colours);
    if (underMouse() && pointer().x() >= scale_.plot.left() &&
        pointer().x() <= scale_.plot.right() && pointer().y() < scale_.axis.top()) {
        painter.setPen(QPen(colours.muted, 1.0, Qt::DotLine));
        painter.drawLine(QPointF(pointer().x(), scale_.plot.top()),
                         QPointF(pointer().x(), scale_.axis.top()));
        paintTip(painter, rect(), pointer(), tipAt(pointer()), colours);
    }
    if (hasFocus()) {
        painter.setPen(QPen(colours.accent, 1.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

QRectF GanttCanvas::boxOf(const JobRows::Bar& bar) const {
    const JobTimeline::Item& item = timeline_.items()[at(bar.item)];
    const double top = scale_.groupTop(bar.group) + bar.top * scale_.rowPx;
    const double x0 = scale_.x(item.span->fromS);
    const double x1 = scale_.x(item.open ? timeline_.endS() : item.span->toS);
    return {QPointF(x0, top), QPointF(std::max(x1, x0 + 1.0), top + bar.height * scale_.rowPx)};
}

/// The event that is looked at, with its kind over its line.
void GanttCanvas::paintEventLine(QPainter& painter, const ThemeColours& colours) const {
    const CauseFocus& causes = workspace_->causes();
    const engine::Event* event =
        causes.eventId() < 0 ? nullptr : causes.graph().find(causes.eventId());
    const double x = event == nullptr ? -1.0 : scale_.x(event->timeS);
    if (x < scale_.plot.left() || x > scale_.plot.right()) {
        return;
    }
    painter.setPen(QPen(colours.bad, 1.4, Qt::DashLine));
    painter.drawLine(QPointF(x, scale_.plot.top()), QPointF(x, scale_.axis.top()));
    const QString word = eventKindText(event->kind);
    const double half = 0.5 * painter.fontMetrics().horizontalAdvance(word) + 8.0;
    paintLabel(painter,
               {std::clamp(x, scale_.plot.left() + half, scale_.plot.right() - half),
                scale_.plot.top() + 10.0},
               word, colours);
}

void GanttCanvas::paintSelected(QPainter& painter, const ThemeColours& colours) const {
    const Selected& selected = workspace_->selection().current();
    const int card = selected.kind == Selected::Kind::Job ? timeline_.cardOf(selected.job) : -1;
    if (card < 0) {
        return;
    }
    painter.save();
    painter.setClipRect(scale_.plot.adjusted(-2, -2, 2, 2));
    painter.setPen(QPen(colours.selected, 1.6));
    painter.setBrush(Qt::NoBrush);
    for (const JobRows::Bar& bar : rows_.bars()) {
        if (timeline_.items()[at(bar.item)].card == card) {
            QRectF box = boxOf(bar);
            if (box.height() < 3.0) {
                box = QRectF(box.left(), box.center().y() - 1.5, box.width(), 3.0);
            }
            painter.drawRect(box);
        }
    }
    if (rows_.mode() == JobRows::Mode::Jobs) {
        const double y =
            scale_.groupTop(rows_.groupOfCard(card)) + (rows_.rowOfCard(card) + 0.5) * scale_.rowPx;
        painter.setClipping(false);
        if (y >= scale_.plot.top() && y <= scale_.plot.bottom()) {
            painter.setBrush(colours.selected);
            painter.setPen(Qt::NoPen);
            const double x = scale_.plot.left();
            painter.setRenderHint(QPainter::Antialiasing);
            painter.drawPolygon(
                QPolygonF({QPointF(x - 6, y - 4), QPointF(x, y), QPointF(x - 6, y + 4)}));
        }
    }
    painter.restore();
}

void GanttCanvas::resizeEvent(QResizeEvent*) {
    refresh();
}

void GanttCanvas::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    takeFrame();
}

}  // namespace headroom::ui
