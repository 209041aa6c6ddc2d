// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cooling/process_layout.h"
#include "ui/cooling/process_paint.h"
#include "ui/shell/selection.h"

#include <QWidget>

#include <memory>
#include <vector>

class QMenu;

namespace headroom::ui {

class CoolingActions;
class Workspace;

/// The process diagram of the coolant piping, live: temperatures by colour, flows by width and
/// arrows, what machines and valves do. A click selects, and traces the water of a row of racks
/// from the plant and back; the menu of a part fails, holds, fouls, opens a leak, repairs.
class ProcessView : public QWidget {
    Q_OBJECT

  public:
    ProcessView(Workspace* workspace, CoolingActions* actions, QWidget* parent = nullptr);

    const engine::ProcessLayout& diagram() const { return diagram_; }

    const TemperatureScale& scale() const { return temperatures_; }

    /// The link that is chosen, -1: none.
    int currentLink() const { return current_; }

    /// Links that carry the water of what is chosen.
    const std::vector<int>& traced() const { return traced_; }

    void fitAll();
    void fitSelection();

    /// Whether separate CDUs of one group stand as one lane.
    bool isFolded() const { return style_.fold; }

    void setFolded(bool folded);
    QPointF toWindow(double x, double y) const;
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
    /// What a symbol stands for that is several machines folded into one.
    struct Fold {
        int count = 0;    ///< 0: it is one
        int strange = 0;  ///< that are in another state than most
        engine::CoolingLinkState state = engine::CoolingLinkState::Running;  ///< worst of these
        double leastC = 0.0, mostC = 0.0;                                    ///< leaving water
    };

    struct Hit {
        int link = -1;
        int node = -1;  ///< a vessel, or pipe between machines
        bool operator==(const Hit&) const = default;

        bool isNone() const { return link < 0 && node < 0; }
    };

    void takeFrame();
    void rebuild();
    void followSelection();
    void choose(int link);
    void setCurrent(int link);
    void step(int key);
    void fit(const QRectF& area, double margin, double most, double inset);
    void zoomAt(double factor, QPointF at);
    QPointF toDiagram(QPointF at) const;
    Hit hitAt(QPointF window) const;
    QStringList tipOf(const Hit& hit) const;
    QStringList foldTip(int link) const;
    QRectF boxOf(int link) const;
    void fillMenu(QMenu& menu, const Hit& hit);

    bool isKnown() const;

    /// What is shown of a link: its values, or those of all that are folded into it together.
    const engine::CoolingLinkNow& now(int link) const {
        return now_[static_cast<std::size_t>(link)];
    }

    Fold foldOf(int link) const;
    int unitsOf(int link) const;
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
    QPointF centre_{0, 0};
    double scale_ = 1.0;
    QPointF pressed_, last_, pointer_;
    Hit hovered_;
    int current_ = -1;
    std::vector<int> traced_;
    std::vector<char> isTraced_;      ///< by link
    QRectF legend_{0, 12, 140, 380};  ///< where it was painted last
    bool dragging_ = false;
    bool framed_ = true;  ///< shows all, and keeps doing so when the window changes
};

}  // namespace headroom::ui
