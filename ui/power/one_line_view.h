// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/one_line.h"
#include "ui/power/power_text.h"
#include "ui/shell/selection.h"

#include <QRectF>
#include <QWidget>

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
class OneLineView : public QWidget {
    Q_OBJECT

  public:
    OneLineView(Workspace* workspace, RackColouring* colouring, PowerActions* actions,
                QWidget* parent = nullptr);

    const engine::OneLine& diagram() const { return diagram_; }

    int currentNode() const { return current_; }

    void fitAll();
    void fitSelection();
    void setAllFolded(bool folded);
    void setArrayFolded(int array, bool folded);
    QPointF toWindow(double x, double y) const;
    /// Where the breaker symbol of a wire stands, in the diagram; for wires that have breakers.
    QPointF breakerPlace(int wire) const;
    /// What is written while there is nothing to draw; empty when there is.
    QString emptyText() const;

  signals:
    void activated();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void leaveEvent(QEvent* event) override;

  private:
    struct Hit {
        int node = -1;
        int wire = -1;  ///< its breakers
        bool operator==(const Hit&) const = default;
    };

    void takeFrame();
    void rebuild(bool keepsPlace);
    void followSelection();
    void choose(int node);
    void step(int key);
    void fit(const QRectF& area, double margin, double most, double inset);
    void zoomAt(double factor, QPointF at);
    QPointF toDiagram(QPointF at) const;
    Hit hitAt(QPointF window) const;
    void fillMenu(QMenu& menu, const Hit& hit);
    QStringList tipOf(const Hit& hit) const;
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
    QPointF centre_{0, 0};
    double scale_ = 1.0;
    QPointF pressed_, last_, pointer_;
    Hit hovered_;
    int current_ = -1;
    QRectF legend_{0, 12, 150, 380};  ///< where it was painted last
    bool dragging_ = false;
    bool framed_ = true;  ///< shows all, and keeps doing so when the window changes
};

}  // namespace headroom::ui
