// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reliability/diagnosis/event_graph.h"
#include "ui/kit/diagram_canvas.h"

#include <cstdint>
#include <set>
#include <vector>

namespace headroom::ui {

class CauseFocus;
class Workspace;

/// All that followed from the first event of a chain: as a graph, layers by distance from the
/// first event, or on a timeline; a lane for each part of the facility in both. The chain to the
/// event that is looked at stands out. Events that are alike are one node until it is opened.
class CauseCanvas : public DiagramCanvas {
    Q_OBJECT

  public:
    enum class Mode { Graph, Timeline };

    CauseCanvas(Workspace* workspace, QWidget* parent = nullptr);

    Mode mode() const { return mode_; }

    void setMode(Mode mode);
    /// Alike events as one; off: each is a node.
    void setFolded(bool on);

    const engine::CauseTree& tree() const { return tree_; }

    /// Where a node is, in the window.
    QRectF windowBoxOf(int node) const;
    QString emptyText() const override;

  protected:
    QRectF extent() const override;
    bool hasPartIn(const QRectF& area) const override;
    DiagramPart partAt(QPointF place) const override;
    QRectF boxOf(const DiagramPart& part) const override;
    DiagramPart current() const override;
    void choose(const DiagramPart& part) override;
    bool canChoose(const DiagramPart& part) const override;
    bool isClickable(const DiagramPart& part) const override;
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

  private:
    void rebuild();
    void frameReadably();
    void toggle(int node);
    double timeX(double timeS) const;
    void paintLanes(QPainter& painter, const ThemeColours& colours) const;
    void paintAxis(QPainter& painter, const ThemeColours& colours) const;
    void paintArrow(QPainter& painter, int node, const ThemeColours& colours) const;
    void paintNode(QPainter& painter, int node, const ThemeColours& colours) const;

    Workspace* workspace_;
    Mode mode_ = Mode::Graph;
    bool folds_ = true;
    std::int64_t root_ = -1;
    std::set<std::int64_t> open_;  ///< first events of folded nodes that were opened
    engine::CauseTree tree_;
    engine::CauseLayout layout_;
    std::vector<QRectF> boxes_;
    std::vector<bool> chain_;
    std::size_t consequences_ = 0;
};

}  // namespace headroom::ui
