// SPDX-License-Identifier: Apache-2.0
// What mouse, wheel and keys do to the Gantt chart.
#include "engine/base/index.h"
#include "ui/jobs/gantt_canvas.h"
#include "ui/jobs/job_actions.h"
#include "ui/workspace/workspace.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <utility>

namespace headroom::ui {

namespace {

constexpr double kScrollPx = 60.0;

}  // namespace

void GanttCanvas::zoomTime(double factor, double aroundPx) {
    place();
    const double fixed = scale_.time(aroundPx);
    const double most = 1.2 * std::max(timeline_.endS(), 600.0);
    const double span = std::clamp((scale_.toS - scale_.fromS) / factor, kLeastSpanS, most);
    const double share = (fixed - scale_.fromS) / (scale_.toS - scale_.fromS);
    scale_.fromS = fixed - share * span;
    scale_.toS = scale_.fromS + span;
    fitsTime_ = false;
    pan({});
}

void GanttCanvas::zoomRows(double factor, double aroundPx) {
    place();
    const double wanted =
        std::min(scale_.rowPx * factor, rows_.mode() == JobRows::Mode::Jobs ? kMostRowPx : 400.0);
    const double inside = aroundPx - scale_.plot.top();
    scale_.scrollPx = (scale_.scrollPx + inside) * (wanted / scale_.rowPx) - inside;
    scale_.rowPx = wanted;
    fitsRows_ = false;
    refresh();
}

void GanttCanvas::zoom(double factor, QPointF at, Qt::KeyboardModifiers modifiers) {
    if ((modifiers & Qt::ControlModifier) != 0) {
        zoomRows(factor, at.y());
    } else {
        zoomTime(factor, at.x());
    }
}

void GanttCanvas::pan(QPointF pixels) {
    place();
    const double span = scale_.toS - scale_.fromS;
    if (pixels.x() != 0.0 || !fitsTime_) {
        // Half of what is seen may be empty, no more.
        const double moved_ = -pixels.x() / scale_.plot.width() * span;
        const double fromS = std::clamp(scale_.fromS + moved_, -0.5 * span,
                                        std::max(timeline_.endS(), 60.0) - 0.5 * span);
        scale_.fromS = fromS;
        scale_.toS = fromS + span;
        fitsTime_ = false;
        emit moved();
    }
    if (pixels.y() != 0.0) {
        scale_.scrollPx -= pixels.y();
        fitsRows_ = false;
    }
    refresh();
}

void GanttCanvas::mousePressEvent(QMouseEvent* event) {
    press(event->position());
}

void GanttCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() == Qt::NoButton) {
        setPointer(event->position());
        setCursor(itemAt(pointer()) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        update();
    } else if (isDrag(event->position())) {
        pan(dragStep(event->position()));
    }
}

void GanttCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (!release() && event->button() == Qt::LeftButton) {
        selectItem(itemAt(event->position()));
    }
}

void GanttCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    const int item = itemAt(event->position());
    if (event->button() == Qt::LeftButton && item >= 0) {
        selectItem(item);
        emit activated();
    }
}

void GanttCanvas::wheelEvent(QWheelEvent* event) {
    if ((event->modifiers() & Qt::ShiftModifier) == 0) {
        Canvas::wheelEvent(event);
        return;
    }
    pan({0.0, kScrollPx * event->angleDelta().y() / 120.0});
    event->accept();
}

void GanttCanvas::selectItem(int item) {
    if (item >= 0) {
        const engine::JobSpan& span = *timeline_.items()[at(item)].span;
        workspace_->selection().select({Selected::Kind::Job, -1, {}, span.job});
    } else {
        workspace_->selection().select({});
    }
}

/// The job above or below, in the order of submission where rows are accelerators.
void GanttCanvas::selectNext(int direction) {
    const auto count = static_cast<int>(timeline_.cards().size());
    const int now = timeline_.cardOf(workspace_->selection().current().job);
    int next = -1;
    if (now < 0) {
        next = direction > 0 ? 0 : count - 1;
    } else if (rows_.mode() == JobRows::Mode::Jobs) {
        int group = rows_.groupOfCard(now);
        next = rows_.cardAt(group, rows_.rowOfCard(now) + direction);
        const auto groups = static_cast<int>(rows_.groups().size());
        if (next < 0 && group + direction >= 0 && group + direction < groups) {
            group += direction;
            next = rows_.cardAt(
                group, direction > 0 ? 0 : static_cast<int>(rows_.groups()[at(group)].size) - 1);
        }
    } else if (now + direction >= 0 && now + direction < count) {
        next = now + direction;
    }
    if (next >= 0 && next < count) {
        workspace_->selection().select(
            {Selected::Kind::Job, -1, {}, timeline_.cards()[at(next)]->id});
        reveal(next);
    }
}

void GanttCanvas::reveal(int card) {
    place();
    if (rows_.mode() != JobRows::Mode::Jobs || fitsRows_) {
        return;
    }
    const double y =
        scale_.groupTop(rows_.groupOfCard(card)) + rows_.rowOfCard(card) * scale_.rowPx;
    if (y < scale_.plot.top() + scale_.headPx || y + scale_.rowPx > scale_.plot.bottom()) {
        scale_.scrollPx += y - scale_.plot.center().y();
        refresh();
    }
}

void GanttCanvas::keyPressEvent(QKeyEvent* event) {
    if (zoomByKey(event, scale_.plot.center())) {
        return;
    }
    switch (event->key()) {
        case Qt::Key_Left:
            return pan({80.0, 0.0});
        case Qt::Key_Right:
            return pan({-80.0, 0.0});
        case Qt::Key_Up:
        case Qt::Key_Down: {
            const int direction = event->key() == Qt::Key_Down ? 1 : -1;
            return (event->modifiers() & Qt::ShiftModifier) != 0
                       ? pan({0.0, -kScrollPx * direction})
                       : selectNext(direction);
        }
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (workspace_->selection().current().kind == Selected::Kind::Job) {
                emit activated();
            }
            return;
        case Qt::Key_Escape:
            return workspace_->selection().select({});
        default:
            QWidget::keyPressEvent(event);
    }
}

void GanttCanvas::contextMenuEvent(QContextMenuEvent* event) {
    QPoint place = event->globalPos();
    if (event->reason() == QContextMenuEvent::Mouse) {
        if (const int item = itemAt(event->pos()); item >= 0) {
            selectItem(item);
        }
    } else {
        place = mapToGlobal(scale_.plot.center().toPoint());
    }
    QMenu menu(this);
    menu.setToolTipsVisible(true);
    actions_->fillMenu(menu);
    if (!menu.isEmpty()) {
        menu.addSeparator();
    }
    menu.addAction(Theme::icon("fit"), tr("Fit All"), this, &GanttCanvas::fitAll);
    menu.addAction(Theme::icon("fit-selection"), tr("Fit Selection"), this,
                   &GanttCanvas::fitSelection);
    menu.exec(place);
}

void GanttCanvas::leaveEvent(QEvent* event) {
    setPointer({-1, -1});
    update();
    QWidget::leaveEvent(event);
}

}  // namespace headroom::ui
