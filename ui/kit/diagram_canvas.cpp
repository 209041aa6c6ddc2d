// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/diagram_canvas.h"

#include "ui/kit/paint.h"
#include "ui/kit/theme.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::ui {

namespace {

constexpr double kClickSlack = 4.0;
constexpr double kZoomPerNotch = 1.16;
constexpr double kSmallest = 0.04;
constexpr double kLargest = 5.0;
constexpr double kPanPixels = 60.0;
constexpr double kLegendMost = 0.35;  // of the width, that a legend may take from the diagram

}  // namespace

DiagramCanvas::DiagramCanvas(const Framing& framing, QWidget* parent)
    : QWidget(parent), framing_(framing), legend_(QPointF(0, 12), framing.legend) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(240, 160);
    setAttribute(Qt::WA_OpaquePaintEvent);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

QPointF DiagramCanvas::toWindow(double x, double y) const {
    return {width() / 2.0 + (x - centre_.x()) * scale_,
            height() / 2.0 + (y - centre_.y()) * scale_};
}

QPointF DiagramCanvas::toDiagram(QPointF p) const {
    return {centre_.x() + (p.x() - width() / 2.0) / scale_,
            centre_.y() + (p.y() - height() / 2.0) / scale_};
}

void DiagramCanvas::fit(const QRectF& area, double margin, double most, double inset) {
    scale_ = std::clamp(std::min((width() - inset - 2 * margin) / std::max(1.0, area.width()),
                                 (height() - 2 * margin) / std::max(1.0, area.height())),
                        kSmallest, most);
    centre_ = area.center() + QPointF(inset / 2.0 / scale_, 0.0);
    update();
}

double DiagramCanvas::legendInset() const {
    return std::min(legend_.width() + framing_.legendGap, kLegendMost * width());
}

void DiagramCanvas::shapeTo(double) {}

/// Clear of the legend: over the whole width where no part comes under it, else beside it.
void DiagramCanvas::fitAll() {
    framed_ = true;
    shapeTo(std::clamp((width() - legend_.width() - 40.0) / std::max(100.0, height() - 28.0), 0.4,
                       4.0));
    const QRectF all = extent();
    fit(all, framing_.margin, framing_.most, 0.0);
    const QRectF legend =
        legend_.translated(width() - 12.0 - legend_.right(), 0.0).adjusted(-8, 0, 0, 8);
    if (hasPartIn({toDiagram(legend.topLeft()), toDiagram(legend.bottomRight())})) {
        fit(all, framing_.margin, framing_.most, legendInset());
    }
}

QRectF DiagramCanvas::selectionBox() const {
    return boxOf(current());
}

void DiagramCanvas::fitSelection() {
    if (current().isNone()) {
        fitAll();
        return;
    }
    framed_ = false;
    fit(selectionBox(), framing_.selectionMargin, framing_.selectionMost, legendInset());
}

void DiagramCanvas::zoomAt(double factor, QPointF where) {
    const QPointF fixed = toDiagram(where);
    const double wanted = std::clamp(scale_ * factor, kSmallest, kLargest);
    centre_ = fixed + (centre_ - fixed) * (scale_ / wanted);
    scale_ = wanted;
    framed_ = false;
    update();
}

void DiagramCanvas::moveBy(QPointF diagram) {
    centre_ += diagram;
    framed_ = false;
    update();
}

void DiagramCanvas::reveal(const QRectF& box) {
    const QRectF onScreen(toWindow(box.left(), box.top()), toWindow(box.right(), box.bottom()));
    if (!QRectF(rect()).adjusted(8, 8, -8, -8).contains(onScreen)) {
        moveBy(box.center() - centre_);
    }
}

DiagramCanvas::Step DiagramCanvas::stepOf(QPointF d, int key) {
    switch (key) {
        case Qt::Key_Left:
            return {-d.x(), std::abs(d.y())};
        case Qt::Key_Right:
            return {d.x(), std::abs(d.y())};
        case Qt::Key_Up:
            return {-d.y(), std::abs(d.x())};
        default:
            return {d.y(), std::abs(d.x())};
    }
}

void DiagramCanvas::paintEvent(QPaintEvent*) {
    const ThemeColours& colours = Theme::instance().colours();
    QPainter painter(this);
    painter.fillRect(rect(), colours.base);
    painter.setRenderHint(QPainter::Antialiasing);
    const QString empty = emptyText();
    if (!empty.isEmpty()) {
        painter.setPen(colours.muted);
        painter.drawText(rect().adjusted(20, 20, -20, -20), Qt::AlignCenter | Qt::TextWordWrap,
                         empty);
        return;
    }
    painter.save();
    painter.translate(width() / 2.0, height() / 2.0);
    painter.scale(scale_, scale_);
    painter.translate(-centre_);
    paintDiagram(painter, {toDiagram({0, 0}), toDiagram(QPointF(width(), height()))}, colours);
    painter.restore();
    const QRectF legend = paintLegend(painter, colours);
    if (!legend.isEmpty()) {
        if (framed_ && legend.size() != legend_.size()) {
            QMetaObject::invokeMethod(this, &DiagramCanvas::fitAll, Qt::QueuedConnection);
        }
        legend_ = legend;
    }
    if (const QString foot = footText(); !foot.isEmpty()) {
        paintLabel(painter, QPointF(width() / 2.0, height() - 18.0), foot, colours);
    }
    paintOver(painter, colours);
    if (underMouse() && !own_ && !hovered_.isNone()) {
        paintTip(painter, rect(), pointer_, tipOf(hovered_), colours);
    }
    if (hasFocus()) {
        painter.setPen(QPen(colours.accent, 1.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void DiagramCanvas::resizeEvent(QResizeEvent*) {
    if (framed_) {
        fitAll();
    }
}

void DiagramCanvas::mousePressEvent(QMouseEvent* event) {
    pressed_ = last_ = event->position();
    dragging_ = false;
    pressedPart_ = event->button() == Qt::LeftButton ? partAt(toDiagram(pressed_)) : DiagramPart{};
}

void DiagramCanvas::dragged(const DiagramPart&, QPointF) {}

void DiagramCanvas::dropped(const DiagramPart&, QPointF, bool) {}

void DiagramCanvas::paintOver(QPainter&, const ThemeColours&) {}

void DiagramCanvas::cancelDrag() {
    if (std::exchange(own_, false)) {
        dropped(pressedPart_, toDiagram(pointer_), false);
        setCursor(Qt::ArrowCursor);
        update();
    }
}

void DiagramCanvas::mouseMoveEvent(QMouseEvent* event) {
    pointer_ = event->position();
    if (event->buttons() == Qt::NoButton) {
        hovered_ = partAt(toDiagram(pointer_));
        setCursor(isClickable(hovered_) ? Qt::PointingHandCursor : Qt::ArrowCursor);
        update();
        return;
    }
    if (!dragging_ && (pointer_ - pressed_).manhattanLength() < kClickSlack) {
        return;
    }
    if (!std::exchange(dragging_, true)) {
        own_ = isDraggable(pressedPart_);
        hovered_ = {};
    }
    if (own_) {
        dragged(pressedPart_, toDiagram(pointer_));
        update();
        return;
    }
    if (isDraggable(pressedPart_)) {
        return;  // given up: the view stays as well
    }
    moveBy((last_ - pointer_) / scale_);
    last_ = pointer_;
}

void DiagramCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (std::exchange(own_, false)) {
        dragging_ = false;
        pointer_ = event->position();
        dropped(pressedPart_, toDiagram(pointer_), true);
        setCursor(Qt::ArrowCursor);
        update();
        return;
    }
    if (!std::exchange(dragging_, false) && event->button() == Qt::LeftButton) {
        clicked(partAt(toDiagram(event->position())), event->globalPosition().toPoint());
    }
}

void DiagramCanvas::clicked(const DiagramPart& part, const QPoint&) {
    choose(part);
}

void DiagramCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    const DiagramPart part = partAt(toDiagram(event->position()));
    if (event->button() == Qt::LeftButton && canChoose(part)) {
        doubleClicked(part);
    }
}

void DiagramCanvas::doubleClicked(const DiagramPart& part) {
    choose(part);
    emit activated();
}

void DiagramCanvas::activateCurrent() {
    emit activated();
}

void DiagramCanvas::contextMenuEvent(QContextMenuEvent* event) {
    DiagramPart part = current();
    QPoint place = event->globalPos();
    if (event->reason() == QContextMenuEvent::Mouse) {
        part = partAt(toDiagram(event->pos()));
        if (canChoose(part)) {
            choose(part);
        }
    } else if (!part.isNone()) {
        const QRectF box = boxOf(part);
        place = mapToGlobal(toWindow(box.right(), box.bottom()).toPoint());
    }
    QMenu menu(this);
    menu.setToolTipsVisible(true);
    if (!part.isNone()) {
        fillMenu(menu, part);
    }
    if (!menu.isEmpty()) {
        menu.addSeparator();
    }
    menu.addAction(Theme::icon("fit"), tr("Fit All"), this, &DiagramCanvas::fitAll);
    fillViewMenu(menu);
    menu.exec(place);
}

void DiagramCanvas::wheelEvent(QWheelEvent* event) {
    zoomAt(std::pow(kZoomPerNotch, event->angleDelta().y() / 120.0), event->position());
    event->accept();
}

void DiagramCanvas::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    switch (key) {
        case Qt::Key_Left:
        case Qt::Key_Right:
        case Qt::Key_Up:
        case Qt::Key_Down:
            if ((event->modifiers() & Qt::ShiftModifier) != 0) {
                moveBy(kPanPixels / scale_ *
                       QPointF((key == Qt::Key_Right) - (key == Qt::Key_Left),
                               (key == Qt::Key_Down) - (key == Qt::Key_Up)));
            } else if (const DiagramPart part = next(key); !part.isNone()) {
                choose(part);
                reveal(boxOf(part));
            }
            return;
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            return zoomAt(kZoomPerNotch, rect().center());
        case Qt::Key_Minus:
            return zoomAt(1.0 / kZoomPerNotch, rect().center());
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (!current().isNone()) {
                activateCurrent();
            }
            return;
        case Qt::Key_Escape:
            return own_ ? cancelDrag() : choose({});
        default:
            QWidget::keyPressEvent(event);
    }
}

void DiagramCanvas::leaveEvent(QEvent* event) {
    hovered_ = {};
    update();
    QWidget::leaveEvent(event);
}

}  // namespace headroom::ui
