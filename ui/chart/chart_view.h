// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/chart/series_store.h"
#include "ui/units/quantity_text.h"

#include <QWidget>

#include <vector>

class QCPItemStraightLine;
class QCustomPlot;
class QLabel;

namespace headroom::ui {

/// What one chart shows: quantities of one unit, and how its value axis is chosen.
struct ChartSpec {
    const char* title;
    std::vector<engine::FacilityQuantity> quantities;
    double floorShown = 0.0;      ///< the axis starts here, in the shown unit
    double ceilingShown = 0.0;    ///< and ends here; 0: with the data
    double leastSpanShown = 0.0;  ///< at least this much is seen
};

/// One chart over simulated time: head with the values at the cursor, lines, axes with units.
class ChartView : public QWidget {
    Q_OBJECT

  public:
    ChartView(ChartSpec spec, const SeriesStore* store, QWidget* parent = nullptr);

    /// Draws times [fromS, toS]; the head tells the values at `cursorS`, or the last ones where it
    /// is not finite.
    void show(double fromS, double toS, double cursorS);

    QCustomPlot* plot() const { return plot_; }

  signals:
    void hovered(double timeS);
    void left();
    void zoomed(double factor, double aroundS);
    void panned(double seconds);
    void followRequested();

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void paintTheme();
    void showHead(double cursorS);
    void chooseAxis(double fromS, double toS);

    ChartSpec spec_;
    const SeriesStore* store_;
    QLabel* head_;
    QCustomPlot* plot_;
    QCPItemStraightLine* cursor_;
    ShownUnit unit_;
    double dragFrom_ = 0.0;
    bool dragging_ = false;
};

}  // namespace headroom::ui
