// SPDX-License-Identifier: Apache-2.0
#include "ui/recording/scrub_strip.h"

#include "engine/replay/player.h"
#include "engine/watch/run_past.h"
#include "ui/chart/chart_data.h"
#include "ui/events/event_look.h"
#include "ui/kit/theme.h"
#include "ui/units/moment_text.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kRimPx = 10.0;  // left and right of the groove
constexpr double kGroovePx = 6.0;
constexpr double kTickPx = 92.0;  // between labels of time
constexpr double kReachPx = 4.0;  // of the pointer
constexpr double kPage = 0.05;    // of the strip
constexpr double kLeastS = 60.0;

}  // namespace

ScrubStrip::ScrubStrip(Workspace* workspace, const ChartData* events, QWidget* parent)
    : QWidget(parent), workspace_(workspace), events_(events) {
    setObjectName("scrubStrip");
    setAccessibleName(tr("Time of the run"));
    setAccessibleDescription(tr("Arrow keys go by a step, page keys by a twentieth of the run"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    const auto redraw = qOverload<>(&QWidget::update);
    connect(workspace, &Workspace::frameArrived, this, redraw);
    connect(workspace, &Workspace::closed, this, redraw);
    connect(events, &ChartData::grew, this, redraw);
    connect(&TimeNotation::instance(), &TimeNotation::changed, this, redraw);
    connect(&Theme::instance(), &Theme::changed, this, redraw);
}

QSize ScrubStrip::sizeHint() const {
    return {600, fontMetrics().height() + 24};
}

QSize ScrubStrip::minimumSizeHint() const {
    return {160, sizeHint().height()};
}

double ScrubStrip::firstS() const {
    return workspace_->source() != nullptr ? workspace_->source()->firstS() : 0.0;
}

double ScrubStrip::lastS() const {
    const double told = workspace_->runs().lastS();
    return std::max(firstS() + kLeastS, std::isfinite(told) ? told : 0.0);
}

QRectF ScrubStrip::groove() const {
    return {kRimPx, 9.0, std::max(1.0, width() - 2.0 * kRimPx), kGroovePx};
}

double ScrubStrip::xOf(double timeS) const {
    const QRectF box = groove();
    return box.left() + (timeS - firstS()) / (lastS() - firstS()) * box.width();
}

double ScrubStrip::timeAt(double x) const {
    const QRectF box = groove();
    const double share = std::clamp((x - box.left()) / box.width(), 0.0, 1.0);
    return firstS() + share * (lastS() - firstS());
}

void ScrubStrip::go(double timeS) {
    if (!workspace_->runs().canRewind()) {
        return;
    }
    wantedS_ = std::clamp(timeS, firstS(), lastS());
    workspace_->runs().seek(*wantedS_);
    update();
}

void ScrubStrip::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        go(timeAt(event->position().x()));
    }
}

void ScrubStrip::mouseMoveEvent(QMouseEvent* event) {
    hoverX_ = event->position().x();
    if ((event->buttons() & Qt::LeftButton) != 0) {
        go(timeAt(hoverX_));
    }
    if (workspace_->isOpen()) {
        QToolTip::showText(event->globalPosition().toPoint() + QPoint(0, -40),
                           tipAt(hoverX_).join('\n'), this);
    }
    update();
}

void ScrubStrip::mouseReleaseEvent(QMouseEvent*) {
    wantedS_.reset();
    update();
}

void ScrubStrip::leaveEvent(QEvent*) {
    hoverX_ = -1.0;
    update();
}

bool ScrubStrip::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        switch (static_cast<QKeyEvent*>(event)->key()) {
            case Qt::Key_Left:
            case Qt::Key_Right:
            case Qt::Key_PageUp:
            case Qt::Key_PageDown:
            case Qt::Key_Home:
            case Qt::Key_End:
                event->accept();
                return true;
            default:
                break;
        }
    }
    return QWidget::event(event);
}

void ScrubStrip::keyPressEvent(QKeyEvent* event) {
    const auto frame = workspace_->frame();
    if (!frame || !workspace_->runs().canRewind()) {
        QWidget::keyPressEvent(event);
        return;
    }
    const double nowS = frame->timeS, pageS = kPage * (lastS() - firstS());
    switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Right: {
            workspace_->control().step(event->key() == Qt::Key_Left ? -1 : 1);
            break;
        }
        case Qt::Key_PageUp:
            workspace_->runs().seek(nowS + pageS);
            break;
        case Qt::Key_PageDown:
            workspace_->runs().seek(nowS - pageS);
            break;
        case Qt::Key_Home:
            workspace_->runs().seek(firstS());
            break;
        case Qt::Key_End:
            workspace_->runs().seek(lastS());
            break;
        default:
            QWidget::keyPressEvent(event);
    }
}

QStringList ScrubStrip::tipAt(double x) const {
    QStringList lines{momentText(timeAt(x))};
    const auto& marks = events_->marks();
    const double reachS = timeAt(groove().left() + kReachPx) - firstS();
    const double timeS = timeAt(x);
    const EventMark* nearest = nullptr;
    for (auto mark =
             std::lower_bound(marks.begin(), marks.end(), timeS - reachS,
                              [](const EventMark&m, double time) { return m.timeS < time; });
         mark != marks.end() && mark->timeS <= timeS + reachS; ++mark) {
        if (nearest == nullptr ||
            std::abs(mark->timeS - timeS) < std::abs(nearest->timeS - timeS)) {
            nearest = &*mark;
        }
    }
    if (const engine::Event* event = nearest != nullptr ? events_->eventOf(nearest->id) : nullptr) {
        lines << QStringLiteral("%1 · %2: %3")
                     .arg(momentText(event->timeS), QString::fromStdString(event->subject),
                          shownText(event->text));
    }
    if (const engine::RunPast* past = workspace_->runs().past()) {
        for (const engine::BranchOrigin& branch : past->branches()) {
            if (std::abs(branch.atS - timeS) <= reachS) {
                lines << tr("Branch “%1”: %2")
                             .arg(QString::fromStdString(branch.name),
                                  branch.changes.empty() ? tr("unchanged")
                                                         : QString::fromStdString(branch.changes));
            }
        }
    }
    return lines;
}

void ScrubStrip::paintTicks(QPainter& painter) const {
    const ThemeColours& c = Theme::instance().colours();
    const QRectF box = groove();
    const double spanS = lastS() - firstS();
    const double stepS = momentStep(spanS * kTickPx / box.width());
    const double offset = momentOffset();
    painter.setPen(c.muted);
    for (double n = std::ceil((firstS() + offset) / stepS);; n += 1.0) {
        const double timeS = n * stepS - offset;
        if (timeS > lastS()) {
            break;
        }
        const double x = xOf(timeS);
        painter.drawLine(QPointF(x, box.bottom() + 1.0), QPointF(x, box.bottom() + 4.0));
        const QString text = momentTick(timeS, stepS);
        const double wide = painter.fontMetrics().horizontalAdvance(text);
        const double left = std::clamp(x - wide / 2.0, 0.0, std::max(0.0, width() - wide));
        painter.drawText(
            QRectF(left, box.bottom() + 4.0, wide + 2.0, height() - box.bottom() - 4.0),
            Qt::AlignLeft | Qt::AlignTop, text);
    }
}

/// One a pixel, the gravest on top.
void ScrubStrip::paintMarks(QPainter& painter) const {
    const QRectF box = groove();
    const auto rank = [](engine::EventKind kind) {
        switch (kind) {
            case engine::EventKind::Repair:
            case engine::EventKind::Recovery:
                return 0;
            case engine::EventKind::Failure:
            case engine::EventKind::Trip:
                return 2;
            default:
                return 1;
        }
    };
    for (int pass = 0; pass < 3; ++pass) {
        double last = -10.0;
        for (const EventMark& mark : events_->marks()) {
            const double x = std::round(xOf(mark.timeS));
            if (rank(mark.kind) != pass || x - last < 1.0 || x > box.right() + 1.0) {
                continue;
            }
            last = x;
            painter.setPen(QPen(lookOf(mark.kind).colour, 1.4));
            painter.drawLine(QPointF(x, box.top() - (pass == 2 ? 7.0 : 4.0)),
                             QPointF(x, box.top() - 1.0));
        }
    }
}

void ScrubStrip::paintBranches(QPainter& painter) const {
    const engine::RunPast* past = workspace_->runs().past();
    if (past == nullptr) {
        return;
    }
    const QRectF box = groove();
    for (const engine::BranchOrigin& branch : past->branches()) {
        const double x = xOf(branch.atS);
        painter.setPen(QPen(Theme::instance().colours().text, 0.8));
        painter.setBrush(QColor(QString::fromStdString(branch.colour)));
        painter.drawPolygon(
            QPolygonF({QPointF(x, box.center().y()), QPointF(x + 7.0, box.bottom() + 7.0),
                       QPointF(x - 1.0, box.bottom() + 7.0)}));
    }
}

void ScrubStrip::paintEvent(QPaintEvent*) {
    const ThemeColours& c = Theme::instance().colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = groove();
    const bool can = workspace_->runs().canRewind();
    painter.setPen(QPen(c.border, 1.0));
    painter.setBrush(c.base);
    painter.drawRoundedRect(box, 3.0, 3.0);
    const auto frame = workspace_->frame();
    if (!workspace_->isOpen() || !frame) {
        return;
    }
    paintTicks(painter);
    const double nowS = wantedS_.value_or(frame->timeS);
    const double x = xOf(std::clamp(nowS, firstS(), lastS()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(can ? c.accent : c.muted);
    painter.drawRoundedRect(QRectF(box.topLeft(), QPointF(x, box.bottom())), 3.0, 3.0);
    paintMarks(painter);
    paintBranches(painter);
    if (hoverX_ >= 0.0 && can) {
        painter.setPen(QPen(c.muted, 1.0, Qt::DotLine));
        painter.drawLine(QPointF(hoverX_, 1.0), QPointF(hoverX_, box.bottom() + 4.0));
    }
    if (can) {
        painter.setPen(QPen(hasFocus() ? c.text : c.accent, hasFocus() ? 2.0 : 1.4));
        painter.setBrush(c.raised);
        painter.drawEllipse(QPointF(x, box.center().y()), 6.5, 6.5);
    }
}

}  // namespace headroom::ui
