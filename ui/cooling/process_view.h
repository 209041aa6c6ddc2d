// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/process_layout.h"
#include "ui/cooling/process_paint.h"
#include "ui/kit/diagram_canvas.h"
#include "ui/workspace/selection.h"

#include <memory>
#include <vector>

class QMenu;

namespace headroom::ui {

class CoolingActions;
class Workspace;

/// The process diagram of the coolant piping, live: temperatures by colour, flows by width and
/// arrows, what machines and valves do. A click selects, and traces the water of a row of racks
/// from the plant and back; the menu of a part fails, holds, fouls, opens a leak, repairs.
class ProcessView : public DiagramCanvas {
    Q_OBJECT

  public:
    ProcessView(Workspace* workspace, CoolingActions* actions, QWidget* parent = nullptr);

    const engine::ProcessLayout& diagram() const { return diagram_; }

    const TemperatureScale& scale() const { return temperatures_; }

    /// The link that is chosen, -1: none.
    int currentLink() const { return current_; }

    /// Links that carry the water of what is chosen.
    const std::vector<LinkIndex>& traced() const { return traced_; }

    /// Whether separate CDUs of one group stand as one lane.
    bool isFolded() const { return style_.fold; }

    void setFolded(bool folded);
    QString emptyText() const override;

  protected:
    QRectF extent() const override { return {0, 0, diagram_.width, diagram_.height}; }

    void shapeTo(double aspect) override;
    bool hasPartIn(const QRectF& area) const override;
    DiagramPart partAt(QPointF place) const override;
    QRectF boxOf(const DiagramPart& part) const override;

    DiagramPart current() const override {
        return current_ < 0 ? DiagramPart{} : DiagramPart{LinkPart, current_};
    }

    void choose(const DiagramPart& part) override;

    bool canChoose(const DiagramPart& part) const override { return part.kind == LinkPart; }

    bool isClickable(const DiagramPart& part) const override { return part.kind == LinkPart; }

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
    /// Kinds of DiagramPart: a link of the network; a node, which is a vessel or pipe between
    /// machines.
    enum PartKind { LinkPart, NodePart };

    /// Machines that one symbol folds together.
    struct Fold {
        int count = 0;    ///< 0 if it is one
        int strange = 0;  ///< that are in another state than most
        engine::CoolingLinkState state = engine::CoolingLinkState::Running;  ///< worst of these
        double leastC = 0.0, mostC = 0.0;                                    ///< leaving water
    };

    void takeFrame();
    void rebuild();
    void followSelection();
    void setCurrent(int link);
    QStringList foldTip(int link) const;

    bool isKnown() const;

    /// Shown values of a link: its own, or those of all that are folded into it together.
    const engine::CoolingLinkNow& now(int link) const {
        return now_[static_cast<std::size_t>(link)];
    }

    Fold foldOf(int link) const;
    int unitsOf(int link) const;
    bool isPartlyOut(int link) const;
    QString nameOf(int link) const;
    void sumUp();
    double wordSize() const;
    bool showsWords() const;
    QColor nodeColour(int node, const ThemeColours& colours) const;
    QColor runColour(const engine::ProcessRun& run, const ThemeColours& colours) const;
    double runWidth(const engine::ProcessRun& run) const;
    bool runStands(const engine::ProcessRun& run) const;
    void paintBands(QPainter& painter, const ThemeColours& colours) const;
    void paintTrace(QPainter& painter, const ThemeColours& colours) const;
    void paintPipes(QPainter& painter, const ThemeColours& colours) const;
    void paintArrows(QPainter& painter, const ThemeColours& colours) const;
    void paintSymbols(QPainter& painter, const QRectF& visible, const ThemeColours& colours) const;
    void paintTags(QPainter& painter, const QRectF& visible, const ThemeColours& colours) const;
    void paintLanes(QPainter& painter, const QRectF& visible, const ThemeColours& colours) const;
    void paintSymbolWords(QPainter& painter, const engine::ProcessSymbol& symbol,
                          const ThemeColours& colours) const;
    void paintValves(QPainter& painter, const ThemeColours& colours) const;
    void paintAir(QPainter& painter, const engine::ProcessLane& lane,
                  const ThemeColours& colours) const;
    QString keyWordOf(const engine::ProcessSymbol& symbol) const;
    QStringList wordsOf(const engine::ProcessSymbol& symbol) const;
    QStringList summaryOf(int loop) const;

    Workspace* workspace_;
    CoolingActions* actions_;
    std::shared_ptr<const engine::Frame> frame_;
    std::shared_ptr<const engine::CoolingNetwork> network_;
    engine::ProcessLayout diagram_;
    engine::ProcessStyle style_;
    TemperatureScale temperatures_;
    std::vector<engine::CoolingLinkNow> now_;  ///< by link, see now()
    std::vector<double> largestM3PerS_;        ///< design flow, by kind of circuit
    int current_ = -1;
    std::vector<LinkIndex> traced_;
    std::vector<char> isTraced_;  ///< by link
};

}  // namespace headroom::ui
