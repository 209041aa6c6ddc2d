// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/one_line.h"
#include "ui/diagram/diagram_canvas.h"
#include "ui/power/power_text.h"
#include "ui/shell/selection.h"

#include <memory>
#include <vector>

class QMenu;

namespace headroom::ui {

class PowerActions;
class RackColouring;
class Workspace;
struct ThemeColours;

/// The one-line diagram of the wiring, live: loading by colour, who is dead, where breakers stand.
/// A click on a breaker opens or closes it; the menu of a part fails and repairs it; a double click
/// folds an array into one symbol or shows each of its units.
class OneLineView : public DiagramCanvas {
    Q_OBJECT

  public:
    OneLineView(Workspace* workspace, RackColouring* colouring, PowerActions* actions,
                QWidget* parent = nullptr);

    const engine::OneLine& diagram() const { return diagram_; }

    int currentNode() const { return current_; }

    void setAllFolded(bool folded);
    void setArrayFolded(int array, bool folded);
    /// Where the breaker symbol of a wire stands, in the diagram; for wires that have breakers.
    QPointF breakerPlace(int wire) const;
    QString emptyText() const override;

  protected:
    QRectF extent() const override { return {0, 0, diagram_.width, diagram_.height}; }

    bool hasPartIn(const QRectF& area) const override;
    DiagramPart partAt(QPointF place) const override;
    QRectF boxOf(const DiagramPart& part) const override;
    QRectF selectionBox() const override;

    DiagramPart current() const override {
        return current_ < 0 ? DiagramPart{} : DiagramPart{NodePart, current_};
    }

    void choose(const DiagramPart& part) override;

    bool canChoose(const DiagramPart& part) const override { return part.kind == NodePart; }

    bool isClickable(const DiagramPart& part) const override { return part.kind == BreakerPart; }

    void clicked(const DiagramPart& part, const QPoint& globalPosition) override;
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

  private:
    /// Of DiagramPart: a node of the diagram; the breakers of a wire.
    enum PartKind { NodePart, BreakerPart };

    void takeFrame();
    void rebuild(bool keepsPlace);
    void followSelection();

    void chooseNode(int node) { choose({NodePart, node}); }

    bool isKnown() const { return frame_ && hasPowerValues(*frame_); }

    bool hasBreakers(const engine::OneLineWire& wire) const;
    void paintWires(QPainter& painter, const ThemeColours& colours) const;
    void paintBreakers(QPainter& painter, const ThemeColours& colours) const;
    void paintNode(QPainter& painter, const engine::OneLineNode& node,
                   const ThemeColours& colours) const;
    void paintText(QPainter& painter, const engine::OneLineNode& node, const QStringList& lines,
                   const QColor& lastInk, const ThemeColours& colours) const;

    Workspace* workspace_;
    RackColouring* colouring_;
    PowerActions* actions_;
    std::shared_ptr<const engine::Frame> frame_;
    std::shared_ptr<const engine::PowerNetwork> network_;
    engine::OneLine diagram_;
    std::vector<engine::OneLineFold> fold_;
    int current_ = -1;
};

}  // namespace headroom::ui
