// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "ui/floor/sensor_layer.h"
#include "ui/floor/snap.h"
#include "ui/floor/stamp.h"
#include "ui/kit/canvas.h"
#include "ui/plan/plan_air.h"
#include "ui/plan/tool.h"
#include "ui/units/number_place.h"
#include "ui/workspace/selection.h"

#include <QPixmap>
#include <QPointF>
#include <QWidget>

#include <memory>

namespace headroom::ui {

class PlanBar;
class RackColouring;
class Workspace;
struct ThemeColours;

/// The halls from above, drawn without OpenGL: same colours, same selection as in 3-D. The left button acts by the tool in
/// hand; without another it selects and moves.
class PlanView : public Canvas, public NumberPlace {
    Q_OBJECT

  public:
    PlanView(Workspace* workspace, RackColouring* colouring, QWidget* parent = nullptr);
    ~PlanView() override;

    void fitAll() override;
    void fitHalls();
    void fitSelection() override;

    std::vector<double> pose() const override { return frame_.numbers(size()); }

    void setPose(const std::vector<double>& numbers) override;
    std::string numberAt(double x, double y) const override;
    void setLabelsVisible(bool on);
    void setAislesVisible(bool on);

    bool labelsVisible() const { return labels_; }

    bool aislesVisible() const { return aisles_; }

    Workspace& workspace() const { return *workspace_; }

    const RackColouring& colouring() const { return *colouring_; }

    const SensorLayer& sensors() const { return sensors_; }

    PlanBar* bar() const { return bar_; }

    QPointF toWindow(double xM, double yM) const;

    QPointF toWindow(QPointF site) const { return toWindow(site.x(), site.y()); }

    QRectF toWindow(const engine::Box& box) const;
    /// Corners of an area whose y is northward.
    QRectF toWindow(const QRectF& area) const;
    QPointF toSite(QPointF at) const;

    double pixelsPerMetre() const { return frame_.scale; }

    /// The last place of the pointer, in metres of the site.
    QPointF pointerSite() const { return toSite(pointer()); }

    /// Takes a tool in hand; null means back to selecting.
    void setTool(std::unique_ptr<Tool> tool);

    Tool& tool() const { return *tool_; }

    /// Whether to snap while moving and drawing; Alt suspends it.
    void setSnapping(bool on);

    bool isSnapping() const { return snapping_; }

    /// Aligned with what is around, but for `except`; `moving` is where it would are.
    Snapped snapped(const QRectF& moving, const std::vector<std::string>& except,
                    Qt::KeyboardModifiers modifiers) const;
    /// The guide lines of the last snap are drawn until the next.
    void showGuides(std::vector<Guide> guides);

    /// Areas where things would go, as long as a command is only pointed at; none means nothing.
    void showPreview(std::vector<QRectF> areas);

    /// The slice of air that the 3-D view shows; a null field shows none.
    void showAir(PlanAir air);

    /// Says something next to the pointer, as why a drop is refused, until the pointer moves on.
    void sayAtPointer(const QString& what);
    /// The tool says something else now, or draws something else.
    void toolChanged();

  signals:
    /// Something is to be drawn in it: it is wanted in front.
    void requested();
    void activated();
    void menuRequested(const QPoint& globalPosition);
    /// The pointer is over this place of the site, in metres.
    void pointerMoved(double xM, double yM);
    /// Input that the tool in hand waits for; empty while selecting.
    void hintChanged(const QString& hint);
    void snappingChanged(bool on);

  protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

  private:
    void pan(QPointF pixels) override;
    void zoom(double factor, QPointF at, Qt::KeyboardModifiers modifiers) override;
    void fit(const QRectF& area, double margin);
    void redrawAll();
    double barHeight() const;
    void reframe();
    PlanPointer pointerAt(QPointF window, Qt::KeyboardModifiers modifiers) const;
    void paintMarks(QPainter& painter, const ThemeColours& colours) const;
    void paintGuides(QPainter& painter, const ThemeColours& colours) const;

    Workspace* workspace_;
    RackColouring* colouring_;
    PlanBar* bar_;
    std::unique_ptr<Tool> tool_;
    std::vector<Guide> guides_;
    std::vector<QRectF> preview_;
    QString said_;
    QPixmap backdrop_;  ///< the objects, drawn; null means to be drawn again
    ViewFrame frame_;   ///< of the site, in metres
    mutable double legendWidth_ = 110.0;
    bool snapping_ = true;
    enum class Framing { Halls, All, Own };
    Framing framing_ = Framing::Halls;
    bool labels_ = true;
    bool aisles_ = true;
    PlanAir air_;
    SensorLayer sensors_;
    bool onSensor_ = false;  ///< the left button went down on one
};

}  // namespace headroom::ui
