// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/twin/ahead.h"

#include <QWidget>

#include <memory>
#include <vector>

class QCPGraph;
class QCPItemStraightLine;
class QCustomPlot;
class QLabel;

namespace headroom::ui {

class TwinDesk;

/// Chart of one quantity before and after the present. It shows the twin so far and the median of the members with
/// their 90 % interval, without and with the order. Later measurements follow if the telemetry continues.
class AheadChart : public QWidget {
    Q_OBJECT

  public:
    explicit AheadChart(TwinDesk* desk, QWidget* parent = nullptr);

    /// A curve of an answer; null if none.
    /// `nowSi`: where the twin is; NaN: not known.
    void show(std::shared_ptr<const engine::Ahead> answer, std::size_t curve, const QString& object,
              double nowSi);

    QCustomPlot* plot() const { return plot_; }

    QString title() const;

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void build();
    void paintTheme();

    TwinDesk* desk_;
    QLabel* head_;
    QCustomPlot* plot_;
    QCPGraph *past_, *low_[2], *high_[2], *middle_[2], *later_;
    QCPItemStraightLine* now_;
    std::shared_ptr<const engine::Ahead> answer_;
    std::size_t curve_ = 0;
    QString object_;
    double nowSi_ = 0.0;
    double fromS_ = 0.0, toS_ = 1.0;
};

}  // namespace headroom::ui
