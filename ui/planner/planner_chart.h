// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/planning/planning_question.h"

#include <QWidget>

#include <cstddef>
#include <vector>

class QCustomPlot;

namespace headroom::ui {

/// Two columns of a sheet of an answer against each other: a line or points for each group. The tool tip of a point is its
/// row of the sheet.
class PlannerChart : public QWidget {
    Q_OBJECT

  public:
    explicit PlannerChart(QWidget* parent = nullptr);

    /// Draws a chart of that sheet. Rows without both numbers are left out.
    void show(const engine::PlanningChart& chart, const engine::Sheet& sheet);

    QCustomPlot* plot() const { return plot_; }

    /// Row of the sheet whose point is nearest to a place of the chart; -1 if none is near.
    int rowAt(QPointF pixel) const;

    /// The row as "head: value" lines.
    QString rowText(int row) const;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    /// A row as the chart has it.
    struct Point {
        double x = 0.0, y = 0.0;
        int row = 0;
        QString group;
    };

    void draw();
    void drawGroup(const QString& group, std::size_t index);

    QCustomPlot* plot_;
    engine::PlanningChart chart_;
    engine::Sheet sheet_;
    std::vector<Point> points_;  ///< by group, then by x
};

}  // namespace headroom::ui
