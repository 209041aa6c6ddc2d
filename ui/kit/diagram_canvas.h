// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/canvas.h"

#include <QStringList>

class QMenu;

namespace headroom::ui {

struct ThemeColours;

/// Something in a diagram that one can point at; what the numbers mean is the diagram's.
struct DiagramPart {
    int kind = -1;  ///< -1 if there is nothing
    int index = -1;

    bool operator==(const DiagramPart&) const = default;

    bool isNone() const { return kind < 0; }
};

/// Base of every diagram of the window: it is dragged and zoomed, shows all of itself until a
/// person moves it, keeps clear of its legend, names what lies under the pointer, offers a menu,
/// and goes from part to part with the arrow keys. Derived classes decide the content and its
/// place.
class DiagramCanvas : public Canvas {
    Q_OBJECT

  public:
    void fitAll() override;
    void fitSelection() override;
    std::vector<double> pose() const override;
    void setPose(const std::vector<double>& numbers) override;
    QPointF toWindow(double x, double y) const;
    /// Text shown while there is nothing to draw. Empty otherwise.
    virtual QString emptyText() const = 0;

  signals:
    /// A part was double-clicked, or Return pressed on it.
    void activated();

  protected:
    /// Pixels, and scales, by which a diagram is framed.
    struct Framing {
        double margin = 16.0;           ///< around all
        double most = 1.6;              ///< largest scale to which all is fitted
        double selectionMargin = 60.0;  ///< around what is chosen
        double selectionMost = 2.0;
        double legendGap = 24.0;
        QSizeF legend{150, 380};  ///< before it was painted first
    };

    DiagramCanvas(const Framing& framing, QWidget* parent);

    /// Bounds of the whole diagram, in its own units. One unit is a pixel at 100 %.
    virtual QRectF extent() const = 0;
    /// Width over height of the room that it gets, before all is framed.
    virtual void shapeTo(double aspect);
    virtual bool hasPartIn(const QRectF& area) const = 0;
    virtual DiagramPart partAt(QPointF place) const = 0;
    virtual QRectF boxOf(const DiagramPart& part) const = 0;
    /// Box of the current part, framed by fitSelection().
    virtual QRectF selectionBox() const;

    virtual DiagramPart current() const = 0;
    virtual void choose(const DiagramPart& part) = 0;
    /// Whether a right click chooses it; a click always does unless clicked() is overridden.
    virtual bool canChoose(const DiagramPart& part) const = 0;
    virtual bool isClickable(const DiagramPart& part) const = 0;  ///< has the hand as cursor

    /// A drag from this part is the diagram's own; every other moves the view.
    virtual bool isDraggable(const DiagramPart&) const { return false; }

    /// It is under way: the pointer is there now.
    virtual void dragged(const DiagramPart& from, QPointF place);
    /// It ends there, or was given up.
    virtual void dropped(const DiagramPart& from, QPointF place, bool isCarriedOut);

    bool isDragging() const { return own_; }

    /// From which part, while it does.
    const DiagramPart& dragSource() const { return pressedPart_; }

    /// Gives up what is being dragged.
    void cancelDrag();

    virtual void clicked(const DiagramPart& part, const QPoint& globalPosition);
    virtual void doubleClicked(const DiagramPart& part);
    virtual void activateCurrent();
    /// Where an arrow key leads; none if it stays.
    virtual DiagramPart next(int key) const = 0;
    virtual QStringList tipOf(const DiagramPart& part) const = 0;
    virtual void fillMenu(QMenu& menu, const DiagramPart& part) = 0;
    /// Below "Fit All" in every menu.
    virtual void fillViewMenu(QMenu& menu) = 0;

    /// In units of the diagram.
    virtual void paintDiagram(QPainter& painter, const QRectF& visible,
                              const ThemeColours& colours) = 0;
    /// In pixels, at the right edge; returns where it was put, nothing where there is none.
    virtual QRectF paintLegend(QPainter& painter, const ThemeColours& colours) = 0;
    /// Over everything, in pixels.
    virtual void paintOver(QPainter& painter, const ThemeColours& colours);
    /// At the foot while there are no values; may be empty.
    virtual QString footText() const = 0;

    /// Pixels per unit.
    double magnification() const { return frame_.scale; }

    const DiagramPart& hovered() const { return hovered_; }

    void clearHover() { hovered_ = {}; }

    QPointF toDiagram(QPointF window) const;
    void pan(QPointF pixels) override;
    void zoom(double factor, QPointF at, Qt::KeyboardModifiers modifiers) override;
    /// Moves what is seen, as a drag does.
    void moveBy(QPointF diagram);
    /// Moves only as far as needed.
    void reveal(const QRectF& box);

    /// Length of a step in the direction of an arrow key, and how far it goes astray.
    struct Step {
        double along = 0.0, across = 0.0;
    };

    static Step stepOf(QPointF difference, int key);

    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void leaveEvent(QEvent* event) override;

  private:
    void fit(const QRectF& area, double margin, double nearest, double inset);
    double legendInset() const;

    Framing framing_;
    QRectF legend_;  ///< where it was painted last
    ViewFrame frame_;
    DiagramPart hovered_;
    DiagramPart pressedPart_;
    bool isDragged_ = false;
    bool own_ = false;    ///< what is dragged is a part of the diagram
    bool framed_ = true;  ///< shows all, and keeps doing so when the window changes
};

}  // namespace headroom::ui
