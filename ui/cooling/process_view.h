// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/process_drawing.h"
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

    /// The list that is painted, for the present magnification.
    const engine::DisplayList& drawing() const;

    /// The link that is chosen; -1 if none.
    int currentLink() const { return current_; }

    /// Links that carry the water of what is chosen.
    const std::vector<LinkIndex>& traced() const { return traced_; }

    /// Whether separate CDUs of one group share one lane.
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
    /// Kinds of DiagramPart are those of items: a link of the network; a node, which is a vessel or pipe between machines.
    static constexpr int LinkPart = engine::kProcessLink, NodePart = engine::kProcessNode;

    void takeFrame();
    void rebuild();
    void followSelection();
    void setCurrent(int link);
    QStringList foldTip(int link) const;

    bool isKnown() const;

    /// Shown values of a link: its own, or those of all that are folded into it together.
    const engine::CoolingLinkNow& now(int link) const {
        return reading_.links[static_cast<std::size_t>(link)];
    }

    int unitsOf(int link) const { return reading_.units[static_cast<std::size_t>(link)]; }

    QString nameOf(int link) const;
    void read();
    int itemOf(int link) const;
    QColor colourOf(double celsius, const ThemeColours& colours) const;
    void paintTrace(QPainter& painter, const ThemeColours& colours) const;
    void paintOutline(QPainter& painter, int link, bool isChosen,
                      const ThemeColours& colours) const;

    Workspace* workspace_;
    CoolingActions* actions_;
    std::shared_ptr<const engine::Frame> frame_;
    std::shared_ptr<const engine::CoolingNetwork> network_;
    engine::ProcessLayout diagram_;
    engine::ProcessStyle style_;
    TemperatureScale temperatures_;
    engine::ProcessReading reading_;
    mutable engine::DisplayList drawing_;
    mutable double drawnAt_ = 0.0;  ///< magnification of the list; 0 if it is outdated
    int current_ = -1;
    std::vector<LinkIndex> traced_;
    std::vector<char> isTraced_;  ///< by link
};

}  // namespace headroom::ui
