// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/diagram_canvas.h"

#include "ui/kit/paint.h"
#include "ui/kit/theme.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::ui {

namespace {

constexpr double kZoomPerNotch = 1.16;
constexpr double kPanPixels = 60.0;
constexpr double kLegendMost = 0.35;  // of the width, that a legend may take from the diagram
constexpr double kFootHeight = 34.0;  // pixels, of the words at the foot

}  // namespace

DiagramCanvas::DiagramCanvas(const Framing& framing, QWidget* parent)
    : Canvas(kZoomPerNotch, parent), framing_(framing), legend_(QPointF(0, 12), framing.legend) {
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

std::vector<double> DiagramCanvas::pose() const {
    return frame_.numbers(size());
}

void DiagramCanvas::setPose(const std::vector<double>& numbers) {
    if (numbers.empty()) {
        fitAll();
    } else if (frame_.setNumbers(numbers, size())) {
        framed_ = false;
        update();
    }
}

QPointF DiagramCanvas::toWindow(double x, double y) const {
    return frame_.toWindow({x, y}, size());
}

QPointF DiagramCanvas::toDiagram(QPointF p) const {
    return frame_.toPlane(p, size());
}

void DiagramCanvas::fit(const QRectF& area, double margin, double nearest, double inset) {
    const QRectF some(area.topLeft(), area.size().expandedTo(QSizeF(1.0, 1.0)));
    frame_.fit(some, size(), {margin, margin, margin + inset, margin}, nearest);
    update();
}

double DiagramCanvas::legendInset() const {
    return std::min(legend_.width() + framing_.legendGap, kLegendMost * width());
}

void DiagramCanvas::shapeTo(double) {}

/// Clear of the legend: over the whole width where no part comes under it, else next to it.
void DiagramCanvas::fitAll() {
    framed_ = true;
    shapeTo(std::clamp((width() - legend_.width() - 40.0) / std::max(100.0, height() - 28.0), 0.4,
                       4.0));
    QRectF all = extent();
    double inset = 0.0;
    fit(all, framing_.margin, framing_.most, inset);
    const auto isCovered = [this](const QRectF& area) {
        return hasPartIn({toDiagram(area.topLeft()), toDiagram(area.bottomRight())});
    };
    if (isCovered(
            legend_.translated(width() - 12.0 - legend_.right(), 0.0).adjusted(-8, 0, 0, 8))) {
        inset = legendInset();
        fit(all, framing_.margin, framing_.most, inset);
    }
    const double foot = fontMetrics().horizontalAdvance(footText()) + 24.0;
    if (!footText().isEmpty() &&
        isCovered({(width() - foot) / 2.0, height() - kFootHeight, foot, kFootHeight})) {
        all.setBottom(all.bottom() + kFootHeight / magnification());
        fit(all, framing_.margin, framing_.most, inset);
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

void DiagramCanvas::zoom(double factor, QPointF at, Qt::KeyboardModifiers) {
    frame_.zoomAt(factor, at, size());
    framed_ = false;
    update();
}

void DiagramCanvas::pan(QPointF pixels) {
    frame_.pan(pixels);
    framed_ = false;
    update();
}

void DiagramCanvas::moveBy(QPointF diagram) {
    pan(-magnification() * diagram);
}

void DiagramCanvas::reveal(const QRectF& box) {
    const QRectF onScreen(toWindow(box.left(), box.top()), toWindow(box.right(), box.bottom()));
    if (!QRectF(rect()).adjusted(8, 8, -8, -8).contains(onScreen)) {
        moveBy(box.center() - frame_.centre);
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
        paintOver(painter, colours);
        return;
    }
    painter.save();
    painter.translate(width() / 2.0, height() / 2.0);
    painter.scale(magnification(), magnification());
    painter.translate(-frame_.centre);
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
        paintTip(painter, rect(), pointer(), tipOf(hovered_), colours);
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
    press(event->position());
    pressedPart_ = event->button() == Qt::LeftButton ? partAt(toDiagram(pointer())) : DiagramPart{};
}

void DiagramCanvas::dragged(const DiagramPart&, QPointF) {}

void DiagramCanvas::dropped(const DiagramPart&, QPointF, bool) {}

void DiagramCanvas::paintOver(QPainter&, const ThemeColours&) {}

void DiagramCanvas::cancelDrag() {
    if (std::exchange(own_, false)) {
        dropped(pressedPart_, toDiagram(pointer()), false);
        setCursor(Qt::ArrowCursor);
        update();
    }
}

void DiagramCanvas::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    if (event->buttons() == Qt::NoButton) {
        setPointer(at);
        hovered_ = partAt(toDiagram(at));
        setCursor(isClickable(hovered_) ? Qt::PointingHandCursor : Qt::ArrowCursor);
        update();
        return;
    }
    const bool wasDrag = isDragged_;
    isDragged_ = isDrag(at);
    if (!isDragged_) {
        return;
    }
    if (!wasDrag) {
        own_ = isDraggable(pressedPart_);
        hovered_ = {};
    }
    if (own_) {
        dragged(pressedPart_, toDiagram(at));
        update();
    } else if (!isDraggable(pressedPart_)) {  // else given up: the view stays as well
        pan(dragStep(at));
    }
}

void DiagramCanvas::mouseReleaseEvent(QMouseEvent* event) {
    const bool wasDrag = release();
    isDragged_ = false;
    if (std::exchange(own_, false)) {
        setPointer(event->position());
        dropped(pressedPart_, toDiagram(pointer()), true);
        setCursor(Qt::ArrowCursor);
        update();
        return;
    }
    if (!wasDrag && event->button() == Qt::LeftButton) {
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
    // The menu takes the place of the tip.
    hovered_ = {};
    update();
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

void DiagramCanvas::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    if (zoomByKey(event, rect().center())) {
        return;
    }
    switch (key) {
        case Qt::Key_Left:
        case Qt::Key_Right:
        case Qt::Key_Up:
        case Qt::Key_Down:
            if ((event->modifiers() & Qt::ShiftModifier) != 0) {
                pan(kPanPixels * QPointF((key == Qt::Key_Left) - (key == Qt::Key_Right),
                                         (key == Qt::Key_Up) - (key == Qt::Key_Down)));
            } else if (const DiagramPart part = next(key); !part.isNone()) {
                choose(part);
                reveal(boxOf(part));
            }
            return;
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
