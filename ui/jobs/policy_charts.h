// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/jobs/policy_run.h"

#include <QWidget>

#include <vector>

class QCustomPlot;
class QLabel;

namespace headroom::ui {

/// Side by side: what share of jobs is done after how long, and how many wait at what time; a line
/// for each policy, in the colour that it has in the table.
class PolicyCharts : public QWidget {
    Q_OBJECT

  public:
    explicit PolicyCharts(QWidget* parent = nullptr);

    void clear();
    void add(const PolicyOutcome& outcome);
    /// Draws this line over the others; -1 if none.
    void emphasise(int row);

    QCustomPlot* completion() const { return completion_; }

    QCustomPlot* queue() const { return queue_; }

  private:
    QCustomPlot* chart(const QString& title, const QString& tip);
    void paintTheme();
    void scaleAxes();

    QCustomPlot* completion_;
    QCustomPlot* queue_;
    std::vector<std::vector<CurvePoint>> jct_, depth_;
    int emphasised_ = -1;
};

}  // namespace headroom::ui
