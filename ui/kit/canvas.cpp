// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/canvas.h"

#include <QKeyEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::ui {

namespace {

constexpr double kClickSlack = 4.0;

QPointF middleOf(QSizeF window) {
    return {window.width() / 2.0, window.height() / 2.0};
}

QPointF flipped(QPointF p, bool isYUp) {
    return isYUp ? QPointF(p.x(), -p.y()) : p;
}

}  // namespace

QPointF ViewFrame::toWindow(QPointF place, QSizeF window) const {
    return middleOf(window) + scale * flipped(place - centre, isYUp);
}

QPointF ViewFrame::toPlane(QPointF pixel, QSizeF window) const {
    return centre + flipped(pixel - middleOf(window), isYUp) / scale;
}

void ViewFrame::zoomAt(double factor, QPointF pixel, QSizeF window) {
    const QPointF fixed = toPlane(pixel, window);
    const double wanted = std::clamp(scale * factor, least, most);
    centre = fixed + (centre - fixed) * (scale / wanted);
    scale = wanted;
}

void ViewFrame::pan(QPointF pixels) {
    centre -= flipped(pixels, isYUp) / scale;
}

void ViewFrame::fit(const QRectF& area, QSizeF window, const QMarginsF& clear, double nearest) {
    const double wide = window.width() - clear.left() - clear.right();
    const double high = window.height() - clear.top() - clear.bottom();
    scale = std::clamp(
        std::min(wide / std::max(1e-9, area.width()), high / std::max(1e-9, area.height())), least,
        nearest);
    centre = area.center();
    pan({(clear.left() - clear.right()) / 2.0, (clear.top() - clear.bottom()) / 2.0});
}

std::vector<double> ViewFrame::numbers(QSizeF window) const {
    return {centre.x(), centre.y(), window.width() / scale, window.height() / scale};
}

bool ViewFrame::setNumbers(const std::vector<double>& numbers, QSizeF window) {
    if (numbers.size() != 4 || numbers[2] <= 0.0 || numbers[3] <= 0.0) {
        return false;
    }
    centre = {numbers[0], numbers[1]};
    scale = std::clamp(std::min(window.width() / numbers[2], window.height() / numbers[3]), least,
                       most);
    return true;
}

Canvas::Canvas(double zoomPerNotch, QWidget* parent)
    : QWidget(parent), zoomPerNotch_(zoomPerNotch) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(240, 160);
    setAttribute(Qt::WA_OpaquePaintEvent);
}

void Canvas::press(QPointF at) {
    pressed_ = last_ = pointer_ = at;
    dragging_ = false;
}

bool Canvas::isDrag(QPointF at) {
    pointer_ = at;
    dragging_ = dragging_ || (at - pressed_).manhattanLength() >= kClickSlack;
    return dragging_;
}

QPointF Canvas::dragStep(QPointF at) {
    return at - std::exchange(last_, at);
}

bool Canvas::release() {
    return std::exchange(dragging_, false);
}

bool Canvas::zoomByKey(const QKeyEvent* event, QPointF middle) {
    switch (event->key()) {
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            zoom(zoomPerNotch_, middle, event->modifiers());
            return true;
        case Qt::Key_Minus:
            zoom(1.0 / zoomPerNotch_, middle, event->modifiers());
            return true;
        default:
            return false;
    }
}

void Canvas::wheelEvent(QWheelEvent* event) {
    zoom(std::pow(zoomPerNotch_, event->angleDelta().y() / 120.0), event->position(),
         event->modifiers());
    event->accept();
}

}  // namespace headroom::ui
