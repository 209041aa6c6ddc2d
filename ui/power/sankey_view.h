// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/sankey.h"
#include "ui/kit/diagram_canvas.h"

#include <QPainterPath>

#include <memory>
#include <vector>

namespace headroom::engine {
struct Frame;
}

namespace headroom::ui {

class TextTable;
class Workspace;
struct ThemeColours;

/// Where the power goes at this instant: bands from utility, generators and batteries through the
/// kinds of parts to racks and machines, with the losses of each kind branching off.
class SankeyView : public DiagramCanvas {
    Q_OBJECT

  public:
    explicit SankeyView(QWidget* parent = nullptr);

    void show(engine::Sankey sankey, const QString& emptyText);

    const engine::Sankey& sankey() const { return sankey_; }

    QString emptyText() const override;

  protected:
    QRectF extent() const override;
    void shapeTo(double aspect) override;

    bool hasPartIn(const QRectF&) const override { return false; }

    DiagramPart partAt(QPointF place) const override;
    QRectF boxOf(const DiagramPart& part) const override;

    DiagramPart current() const override { return current_; }

    void choose(const DiagramPart& part) override;

    bool canChoose(const DiagramPart& part) const override { return !part.isNone(); }

    bool isClickable(const DiagramPart&) const override { return false; }

    DiagramPart next(int key) const override;
    QStringList tipOf(const DiagramPart& part) const override;

    void fillMenu(QMenu&, const DiagramPart&) override {}

    void fillViewMenu(QMenu&) override {}

    void paintDiagram(QPainter& painter, const QRectF& visible,
                      const ThemeColours& colours) override;

    QRectF paintLegend(QPainter&, const ThemeColours&) override { return {}; }

    QString footText() const override { return {}; }

  private:
    enum PartKind { Node, Link };

    void place();
    void paintName(QPainter& painter, std::size_t index, const ThemeColours& colours) const;
    QColor colourOf(const engine::SankeyNode& node) const;

    engine::Sankey sankey_;
    QString empty_;
    QSizeF size_;                      ///< for which it was placed
    std::vector<QRectF> bars_;         ///< by node
    std::vector<QPainterPath> bands_;  ///< by link
    DiagramPart current_;
};

/// The Sankey diagram and its table: kind, in, out, loss and share of all.
class LossPane : public QWidget {
    Q_OBJECT

  public:
    explicit LossPane(Workspace* workspace, QWidget* parent = nullptr);

    SankeyView* view() const { return view_; }

    const TextTable* table() const { return table_; }

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    void takeFrame();
    void fillTable();

    Workspace* workspace_;
    SankeyView* view_;
    TextTable* table_;
};

}  // namespace headroom::ui
