// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/framed.h"

#include <QPointF>
#include <QRectF>
#include <QWidget>

namespace headroom::ui {

/// Visible part of a plane in a window, at one scale in both directions.
struct ViewFrame {
    QPointF centre{0, 0};  ///< of the window, in units of the plane
    double scale = 1.0;    ///< pixels per unit
    double least = 0.04, most = 5.0;
    bool isYUp = false;  ///< as on a map; else as in a picture

    QPointF toWindow(QPointF place, QSizeF window) const;
    QPointF toPlane(QPointF pixel, QSizeF window) const;
    /// The point under `pixel` stays there.
    void zoomAt(double factor, QPointF pixel, QSizeF window);
    /// Moves the view by a number of pixels.
    void pan(QPointF pixels);
    /// Shows all of the area in the window but for `clear` pixels at each of its edges; not nearer
    /// than `nearest`.
    void fit(const QRectF& area, QSizeF window, const QMarginsF& clear, double nearest);
    /// Centre, and how much of the plane is seen: for a window of any size.
    std::vector<double> numbers(QSizeF window) const;
    /// Takes the values of numbers(). Returns false and keeps the frame if they are invalid.
    bool setNumbers(const std::vector<double>& numbers, QSizeF window);
};

/// A view that is moved by dragging and zoomed with the wheel: plan, diagrams, Gantt chart. It
/// knows when a press has become a drag and what +, -, the wheel and drags ask for; what they do
/// to what is seen, and what a click does, the heir knows.
class Canvas : public QWidget, public Framed {
    Q_OBJECT

  protected:
    /// `zoomPerNotch`: of the wheel, and of a press of + or -.
    Canvas(double zoomPerNotch, QWidget* parent);

    /// The view follows the pointer by a number of pixels.
    virtual void pan(QPointF pixels) = 0;
    /// Over 1 it comes nearer; what is under `at` stays there.
    virtual void zoom(double factor, QPointF at, Qt::KeyboardModifiers modifiers) = 0;

    /// To be called with every press, move and release of a mouse button.
    void press(QPointF at);
    /// False while it may still be a click.
    bool isDrag(QPointF at);
    /// The way since the last call, or since the press.
    QPointF dragStep(QPointF at);
    /// Whether it was a drag; if not, it is a click.
    bool release();

    /// Where the pointer is, and where it was pressed.
    QPointF pointer() const { return pointer_; }

    void setPointer(QPointF at) { pointer_ = at; }

    /// +, = and - zoom about `middle`; false: another key.
    bool zoomByKey(const QKeyEvent* event, QPointF middle);
    void wheelEvent(QWheelEvent* event) override;

  private:
    double zoomPerNotch_;
    QPointF pressed_, last_, pointer_{-1, -1};
    bool dragging_ = false;
};

}  // namespace headroom::ui
