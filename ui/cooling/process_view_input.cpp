// SPDX-License-Identifier: Apache-2.0
// What ProcessView does with mouse and keys.
#include "ui/cooling/process_view.h"
#include "ui/cooling/process_view_detail.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QWheelEvent>

#include <utility>

namespace headroom::ui {

using namespace process;

namespace {

using engine::ProcessSymbol;

constexpr double kClickSlack = 4.0;
constexpr double kZoomPerNotch = 1.16;
constexpr double kSmallest = 0.04;
constexpr double kLargest = 5.0;

}  // namespace

void ProcessView::zoomAt(double factor, QPointF where) {
    const QPointF fixed = toDiagram(where);
    const double wanted = std::clamp(scale_ * factor, kSmallest, kLargest);
    centre_ = fixed + (centre_ - fixed) * (scale_ / wanted);
    scale_ = wanted;
    framed_ = false;
    update();
}

void ProcessView::mousePressEvent(QMouseEvent* event) {
    pressed_ = last_ = event->position();
    dragging_ = false;
}

void ProcessView::mouseMoveEvent(QMouseEvent* event) {
    pointer_ = event->position();
    if (event->buttons() == Qt::NoButton) {
        hovered_ = hitAt(pointer_);
        setCursor(hovered_.link >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        update();
        return;
    }
    if (!dragging_ && (pointer_ - pressed_).manhattanLength() < kClickSlack) {
        return;
    }
    dragging_ = true;
    framed_ = false;
    centre_ -= (pointer_ - last_) / scale_;
    last_ = pointer_;
    update();
}

void ProcessView::mouseReleaseEvent(QMouseEvent* event) {
    if (!std::exchange(dragging_, false) && event->button() == Qt::LeftButton) {
        choose(hitAt(event->position()).link);
    }
}

void ProcessView::mouseDoubleClickEvent(QMouseEvent* event) {
    const Hit hit = hitAt(event->position());
    if (event->button() == Qt::LeftButton && hit.link >= 0) {
        choose(hit.link);
        emit activated();
    }
}

void ProcessView::contextMenuEvent(QContextMenuEvent* event) {
    Hit hit;
    QPoint place = event->globalPos();
    if (event->reason() == QContextMenuEvent::Mouse) {
        hit = hitAt(event->pos());
        if (hit.link >= 0) {
            choose(hit.link);
        }
    } else if (current_ >= 0) {
        hit.link = current_;
        const QRectF box = boxOf(current_);
        place = mapToGlobal(toWindow(box.right(), box.bottom()).toPoint());
    }
    QMenu menu(this);
    fillMenu(menu, hit);
    if (!menu.isEmpty()) {
        menu.addSeparator();
    }
    menu.addAction(Theme::icon("fit"), tr("Fit All"), this, &ProcessView::fitAll);
    menu.addAction(Theme::icon("fit-selection"), tr("Fit Selection"), this,
                   &ProcessView::fitSelection);
    menu.exec(place);
}

void ProcessView::wheelEvent(QWheelEvent* event) {
    zoomAt(std::pow(kZoomPerNotch, event->angleDelta().y() / 120.0), event->position());
    event->accept();
}

/// The nearest symbol in the direction of the key; distance across counts double.
void ProcessView::step(int key) {
    const auto first = std::find_if(diagram_.symbols.begin(), diagram_.symbols.end(),
                                    [](const ProcessSymbol& s) { return s.link >= 0; });
    if (first == diagram_.symbols.end()) {
        return;
    }
    if (current_ < 0 || diagram_.symbolOfLink[at(current_)] < 0) {
        choose(first->link);
        return;
    }
    const QPointF here =
        rectOf(diagram_.symbols[at(diagram_.symbolOfLink[at(current_)])].box).center();
    int best = -1;
    double least = 0.0;
    for (const ProcessSymbol& s : diagram_.symbols) {
        const QPointF d = rectOf(s.box).center() - here;
        const bool level = key == Qt::Key_Left || key == Qt::Key_Right;
        const double along = key == Qt::Key_Left    ? -d.x()
                             : key == Qt::Key_Right ? d.x()
                             : key == Qt::Key_Up    ? -d.y()
                                                    : d.y();
        const double across = std::abs(level ? d.y() : d.x());
        if (s.link < 0 || along < 1.0 || across > 3.0 * along) {
            continue;
        }
        const double far = along + 2.0 * across;
        if (best < 0 || far < least) {
            best = s.link;
            least = far;
        }
    }
    if (best < 0) {
        return;
    }
    choose(best);
    const QRectF box = boxOf(best);
    const QRectF onScreen(toWindow(box.left(), box.top()), toWindow(box.right(), box.bottom()));
    if (!QRectF(rect()).adjusted(8, 8, -8, -8).contains(onScreen)) {
        centre_ = box.center();
        framed_ = false;
        update();
    }
}

void ProcessView::keyPressEvent(QKeyEvent* event) {
    const bool pans = event->modifiers() & Qt::ShiftModifier;
    const double far = 60.0 / scale_;
    const int key = event->key();
    switch (key) {
        case Qt::Key_Left:
        case Qt::Key_Right:
        case Qt::Key_Up:
        case Qt::Key_Down:
            if (!pans) {
                return step(key);
            }
            centre_ += far * QPointF((key == Qt::Key_Right) - (key == Qt::Key_Left),
                                     (key == Qt::Key_Down) - (key == Qt::Key_Up));
            framed_ = false;
            update();
            return;
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            return zoomAt(kZoomPerNotch, rect().center());
        case Qt::Key_Minus:
            return zoomAt(1.0 / kZoomPerNotch, rect().center());
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (current_ >= 0) {
                emit activated();
            }
            return;
        case Qt::Key_Escape:
            return choose(-1);
        default:
            QWidget::keyPressEvent(event);
    }
}

void ProcessView::leaveEvent(QEvent* event) {
    hovered_ = {};
    update();
    QWidget::leaveEvent(event);
}

}  // namespace headroom::ui
