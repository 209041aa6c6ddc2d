// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/chart/series_store.h"

#include <QWidget>

#include <limits>
#include <vector>

class QComboBox;
class QGridLayout;
class QLabel;
class QStackedWidget;

namespace headroom::ui {

class ChartView;
class Workspace;

/// The charts of the facility with one time range and one time cursor.
class ChartSet : public QWidget {
    Q_OBJECT

  public:
    explicit ChartSet(Workspace* workspace, QWidget* parent = nullptr);

    const SeriesStore& store() const { return store_; }

    const std::vector<ChartView*>& charts() const { return charts_; }

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void arrange();
    void redraw();
    void follow();
    void setRange(double fromS, double toS);

    Workspace* workspace_;
    SeriesStore store_;
    std::vector<ChartView*> charts_;
    QGridLayout* grid_;
    QComboBox* span_;
    QLabel* thinned_;  ///< how far apart the instants are that long runs leave
    QStackedWidget* pages_;
    int columns_ = 0;
    bool following_ = true;
    double from_ = 0.0;
    double to_ = 3600.0;
    double cursor_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace headroom::ui
