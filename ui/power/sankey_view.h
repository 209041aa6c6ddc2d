// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/sankey.h"

#include <QPainterPath>
#include <QRectF>
#include <QWidget>

#include <memory>
#include <vector>

class QTableWidget;

namespace headroom::engine {
struct Frame;
}

namespace headroom::ui {

class Workspace;
struct ThemeColours;

/// Where the power goes at this instant: bands from utility, generators and batteries through the
/// kinds of parts to racks and machines, with the losses of each kind branching off.
class SankeyView : public QWidget {
    Q_OBJECT

  public:
    explicit SankeyView(QWidget* parent = nullptr);

    void show(engine::Sankey sankey, const QString& emptyText);

    const engine::Sankey& sankey() const { return sankey_; }

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

  private:
    void place();
    void paintName(QPainter& painter, std::size_t index, const ThemeColours& colours) const;
    QColor colourOf(const engine::SankeyNode& node) const;

    engine::Sankey sankey_;
    QString empty_;
    std::vector<QRectF> bars_;         ///< by node
    std::vector<QPainterPath> bands_;  ///< by link
    QPointF pointer_;
    int hoveredNode_ = -1;
    int hoveredLink_ = -1;
};

/// The Sankey diagram and its table: kind, in, out, loss and share of all.
class LossPane : public QWidget {
    Q_OBJECT

  public:
    explicit LossPane(Workspace* workspace, QWidget* parent = nullptr);

    SankeyView* view() const { return view_; }

    QTableWidget* table() const { return table_; }

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    void takeFrame();
    void fillTable();

    Workspace* workspace_;
    SankeyView* view_;
    QTableWidget* table_;
};

}  // namespace headroom::ui
