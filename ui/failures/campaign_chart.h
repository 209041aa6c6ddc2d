// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reliability/campaign/curve.h"

#include <QString>
#include <QWidget>

#include <vector>

class QCPGraph;
class QCustomPlot;

namespace headroom::ui {

/// A line over values with the band of its 95 % interval, and the law dashed.
struct CampaignLine {
    QString xLabel, yLabel;
    bool logX = false;
    std::vector<double> x, mean, half;  ///< half: of the interval, NaN where it is not known
    std::vector<double> law;            ///< NaN where there is none
};

/// MTTI by size of a campaign, or a figure of a curve.
CampaignLine lineOfSizes(const engine::CampaignResult& result);
CampaignLine lineOf(const engine::Curve& curve, const engine::Figure& figure);

class CampaignChart : public QWidget {
    Q_OBJECT

  public:
    explicit CampaignChart(QWidget* parent = nullptr);

    void show(const CampaignLine& line);

    QCustomPlot* plot() const { return plot_; }

  private:
    void paintTheme();

    QCustomPlot* plot_;
    QCPGraph *high_, *low_, *mean_, *law_;
};

}  // namespace headroom::ui
