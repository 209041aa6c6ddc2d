// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include <string>
#include <vector>

class QComboBox;
class QCPItemStraightLine;
class QCustomPlot;
class QLabel;

namespace headroom::ui {

class CompareSet;

/// One channel of all runs over the time since their start, and below it what each has more or less than
/// the baseline. Both move and zoom together; a click goes to that instant.
class CompareCharts : public QWidget {
    Q_OBJECT

  public:
    explicit CompareCharts(CompareSet* set, QWidget* parent = nullptr);

    std::string channel() const;
    void setChannel(const std::string& name);
    /// Shows this stretch of time, seconds since the start.
    void setSpan(double fromS, double toS);

    double fromS() const { return fromS_; }

    double toS() const { return toS_; }

    QCustomPlot* values() const { return values_; }

    QCustomPlot* differences() const { return differences_; }

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void fillChannels();
    void readFailures();
    void rebuild();
    void redraw();
    void fit();
    void showTime();
    void showHead();
    void link(QCustomPlot* plot);

    CompareSet* set_;
    QComboBox* channel_;
    QLabel* head_;
    QCustomPlot* values_;
    QCustomPlot* differences_;
    QCPItemStraightLine* nowAbove_;
    QCPItemStraightLine* nowBelow_;
    std::vector<std::vector<double>> failuresS_;  ///< by run: times of its failures and trips
    double fromS_ = 0.0, toS_ = 3600.0;
};

}  // namespace headroom::ui
