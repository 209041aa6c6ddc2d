// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/fabric_drawing.h"
#include "ui/fabric/fabric_focus.h"
#include "ui/kit/diagram_canvas.h"

#include <memory>
#include <vector>

namespace headroom::engine {
struct Frame;
}

namespace headroom::ui {

class FabricActions;
class RackColouring;

/// The diagram of a fabric, live: utilisation by colour, capacity by width, faults by shape. A
/// click picks, a double click goes into a pod, a group or a bundle, Backspace back.
class FabricCanvas : public DiagramCanvas {
    Q_OBJECT

  public:
    FabricCanvas(FabricFocus* focus, RackColouring* colouring, FabricActions* actions,
                 QWidget* parent = nullptr);

    const engine::FabricDiagram& diagram() const { return diagram_; }

    const engine::FabricReading& reading() const { return reading_; }

    /// The list that is painted, for the present magnification.
    const engine::DisplayList& drawing() const;

    QString emptyText() const override;
    /// The job's share and what binds it; else empty.
    QString jobText() const;

  protected:
    QRectF extent() const override;
    void shapeTo(double aspect) override;
    bool hasPartIn(const QRectF& area) const override;
    DiagramPart partAt(QPointF place) const override;
    QRectF boxOf(const DiagramPart& part) const override;
    DiagramPart current() const override;
    void choose(const DiagramPart& part) override;

    bool canChoose(const DiagramPart& part) const override { return !part.isNone(); }

    bool isClickable(const DiagramPart& part) const override { return !part.isNone(); }

    void doubleClicked(const DiagramPart& part) override;
    void activateCurrent() override;
    DiagramPart next(int key) const override;
    QStringList tipOf(const DiagramPart& part) const override;
    void fillMenu(QMenu& menu, const DiagramPart& part) override;
    void fillViewMenu(QMenu& menu) override;
    void paintDiagram(QPainter& painter, const QRectF& visible,
                      const ThemeColours& colours) override;
    QRectF paintLegend(QPainter& painter, const ThemeColours& colours) override;
    QString footText() const override;
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    /// Kinds of DiagramPart are those of items.
    static constexpr int NodePart = engine::kFabricNode, EdgePart = engine::kFabricEdge;

    void rebuild();
    void takeFrame();
    void markWay();
    bool enter(const DiagramPart& part);
    void showBundle(int bundle);
    void paintGlow(QPainter& painter, int edge, const QColor& glow) const;
    void paintFrame(QPainter& painter, int node, bool isChosen, const ThemeColours& colours) const;

    FabricFocus* focus_;
    RackColouring* colouring_;
    FabricActions* actions_;
    std::shared_ptr<const engine::Frame> frame_;
    engine::FabricDiagram diagram_;
    engine::FabricStyle style_;
    engine::FabricReading reading_;
    std::vector<char> onTheWay_;  ///< by edge: of the job that is selected
    int hottest_ = -1;            ///< edge that binds that job
    mutable engine::DisplayList drawing_;
    mutable double drawnAt_ = 0.0;  ///< magnification of the list; 0 if it is outdated
};

}  // namespace headroom::ui
