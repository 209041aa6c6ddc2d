// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/one_line.h"
#include "engine/wiring/by_hand.h"
#include "ui/floor/part_key.h"
#include "ui/floor/stamp.h"
#include "ui/kit/diagram_canvas.h"
#include "ui/power/power_text.h"
#include "ui/workspace/selection.h"

#include <QTimer>

#include <memory>
#include <optional>
#include <set>
#include <vector>

class QMenu;

namespace headroom::ui {

class PowerActions;
class RackColouring;
class Workspace;
struct ThemeColours;

/// The one-line diagram of the wiring, live: loading by colour, who is dead, where breakers are.
/// A click on a breaker opens or closes it; the menu of a part fails and repairs it; a double click
/// folds an array into one symbol or shows each of its units.
/// The wiring is changed here as well: a line is dragged from the output of a unit to what it is to
/// feed, and taken away again; parts of the catalogue are dropped here, on the unit that feeds them
/// or beside. Stated parts that are not simulated are drawn as stated.
class OneLineView : public DiagramCanvas {
    Q_OBJECT

  public:
    OneLineView(Workspace* workspace, RackColouring* colouring, PowerActions* actions,
                QWidget* parent = nullptr);

    const engine::OneLine& diagram() const { return diagram_; }

    /// Drawn project; null while nothing is open.
    const engine::PowerNetwork* network() const { return network_.get(); }

    int currentNode() const { return current_; }

    void setAllFolded(bool folded);
    void setArrayFolded(int array, bool folded);

    int currentWire() const { return currentWire_; }

    /// Takes the line that is selected away, as one step of undo; says so where none is.
    void disconnectCurrent();

    /// Last message at the pointer: the reason why a line was refused; empty after a while.
    const QString& said() const { return said_; }

    QString emptyText() const override;

  protected:
    QRectF extent() const override { return {0, 0, diagram_.width, diagram_.height}; }

    bool hasPartIn(const QRectF& area) const override;
    DiagramPart partAt(QPointF place) const override;
    QRectF boxOf(const DiagramPart& part) const override;
    QRectF selectionBox() const override;

    DiagramPart current() const override {
        return currentWire_ >= 0 ? DiagramPart{WirePart, currentWire_}
               : current_ < 0    ? DiagramPart{}
                                 : DiagramPart{NodePart, current_};
    }

    void shapeTo(double aspect) override;
    void choose(const DiagramPart& part) override;

    bool canChoose(const DiagramPart& part) const override {
        return part.kind == NodePart || part.kind == WirePart;
    }

    bool isClickable(const DiagramPart& part) const override {
        return part.kind == BreakerPart || part.kind == OutputPart;
    }

    bool isDraggable(const DiagramPart& part) const override { return part.kind == OutputPart; }

    void dragged(const DiagramPart& from, QPointF place) override;
    void dropped(const DiagramPart& from, QPointF place, bool isCarriedOut) override;
    void paintOver(QPainter& painter, const ThemeColours& colours) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

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
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

  private:
    /// Kinds of DiagramPart: a node of the diagram; the breakers of a wire; a wire; where the
    /// output of a node is taken hold of.
    enum PartKind { NodePart, BreakerPart, WirePart, OutputPart };

    void takeFrame();
    void takeProject();
    engine::WiringSketch sketch() const;
    void setNetwork(std::shared_ptr<const engine::PowerNetwork> network, bool keepsPlace);
    void rebuild(bool keepsPlace);
    void layOut();
    bool canWire() const;
    std::set<engine::PowerConsumer> consumersOf(int node) const;
    QString nameOf(int node) const;
    void cut(int wire);
    void follow(const QPointF& pointer);
    QString wordsOfPart() const;
    void say(const QString& what);
    void paintOutput(QPainter& painter, int node, const ThemeColours& colours) const;
    void followSelection();

    void chooseNode(int node) { choose({NodePart, node}); }

    bool isKnown() const;
    /// Without values unless they are of the wiring that is drawn.
    const engine::Frame& shownFrame() const;

    Workspace* workspace_;
    RackColouring* colouring_;
    PowerActions* actions_;
    std::shared_ptr<const engine::Frame> frame_;
    std::shared_ptr<const engine::PowerNetwork> network_;
    std::shared_ptr<const engine::PowerNetwork> simulated_;  ///< of the last frame
    engine::WiringSketch sketch_;  ///< what is drawn where nothing simulates it; else empty
    std::vector<engine::PowerConsumer> consumers_;  ///< by load
    engine::OneLine diagram_;
    engine::OneLineStyle style_;
    bool isAfar_ = false;  ///< all of it fits only with short texts
    std::vector<engine::OneLineFold> fold_;
    int current_ = -1;
    int currentWire_ = -1;
    // While a line is dragged, and where it would end:
    int target_ = -1;
    engine::Result<std::vector<engine::Edit>> edits_;
    std::optional<PartKey> part_;      ///< of the catalogue, that is dragged over the diagram
    engine::Result<Placing> placing_;  ///< what dropping it now would do
    QString said_;
    QTimer quiet_;  ///< what was said is gone when it fires
};

}  // namespace headroom::ui
