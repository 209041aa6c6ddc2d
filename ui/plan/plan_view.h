// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sim/layout.h"
#include "ui/shell/selection.h"

#include <QPointF>
#include <QTransform>
#include <QWidget>

namespace headroom::ui {

class RackColouring;
class Workspace;
struct ThemeColours;

/// The halls from above, drawn without OpenGL: same colours, same selection as in 3-D.
class PlanView : public QWidget {
    Q_OBJECT

  public:
    PlanView(Workspace* workspace, RackColouring* colouring, QWidget* parent = nullptr);

    void fitAll();
    void fitHalls();
    void fitSelection();
    void setLabelsVisible(bool on);
    void setAislesVisible(bool on);
    QPointF toWindow(double xM, double yM) const;

  signals:
    void activated();
    void menuRequested(const QPoint& globalPosition);
    /// The pointer is over this place of the site, in metres.
    void pointerMoved(double xM, double yM);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

  private:
    void fit(double x0, double y0, double x1, double y1, double margin);
    void zoomAt(double factor, QPointF at);
    QPointF toSite(QPointF at) const;
    QRectF toWindow(const engine::Box& box) const;
    void paintFloor(QPainter& painter, const ThemeColours& colours) const;
    void paintRacks(QPainter& painter, const ThemeColours& colours) const;
    void paintEquipment(QPainter& painter, const ThemeColours& colours) const;
    void paintMarks(QPainter& painter, const ThemeColours& colours) const;
    void outline(QPainter& painter, const Selected& what, const QPen& pen) const;

    Workspace* workspace_;
    RackColouring* colouring_;
    QPointF centre_{0, 0};  ///< metres
    double scale_ = 10.0;   ///< pixels per metre
    QPointF pressed_, last_, pointer_;
    mutable double legendWidth_ = 110.0;
    bool dragging_ = false;
    enum class Framing { Halls, All, Own };
    Framing framing_ = Framing::Halls;
    bool labels_ = true;
    bool aisles_ = true;
};

}  // namespace headroom::ui
