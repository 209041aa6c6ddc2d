// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/live/run_series.h"
#include "engine/run/frame/quantity.h"

#include <QWidget>

#include <limits>
#include <vector>

class QCPItemStraightLine;
class QComboBox;
class QCustomPlot;
class QLabel;
class QStackedWidget;

namespace headroom::ui {

class ChartData;

/// A ratio to the IT power as areas that are on each other: one for each part of it.
struct StackSpec {
    const char* title;
    engine::FacilityQuantity total;  ///< drawn as a line over the areas, Count: their sum
    std::vector<engine::FacilityQuantity> parts;  ///< each over the IT power
    double base = 0.0;                            ///< where the areas begin, in the shown unit
    models::Unit unit;                            ///< of the ratio of a part to the IT power
    const char* why;
};

/// PUE above one by what takes it, and water by where it goes.
const StackSpec& pueStack();
const StackSpec& wueStack();

/// One part over the IT power, in the unit that is chosen; 0 where there is no IT power.
double stackShare(const StackSpec& spec, double partSi, double itPowerW);

/// The areas over simulated time, and next to them what each part is at the cursor.
class StackChart : public QWidget {
    Q_OBJECT

  public:
    StackChart(const StackSpec& spec, const ChartData* run, QWidget* parent = nullptr);

    /// The values at the cursor, or the last ones where it is not finite.
    void show(double fromS, double toS, double cursorS);

    QCustomPlot* plot() const { return plot_; }

    QLabel* legend() const { return legend_; }

  signals:
    void hovered(double timeS);
    void left();

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void paintTheme();
    void showLegend(double cursorS);
    double shareAt(std::size_t part, std::size_t row) const;

    const StackSpec& spec_;
    const ChartData* data_;
    QLabel* head_;
    QLabel* legend_;
    QCustomPlot* plot_;
    QCPItemStraightLine* cursor_;
    engine::SeriesCut cut_;  ///< what is drawn: parts, then IT power, then the total
};

/// PUE and WUE by component, side by side, with one time range and one cursor.
class StackPane : public QWidget {
    Q_OBJECT

  public:
    /// `run`: of the charts, which outlives this.
    explicit StackPane(const ChartData* run, QWidget* parent = nullptr);

    StackChart* pue() const { return pue_; }

    StackChart* wue() const { return wue_; }

  protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    void redraw();

    const ChartData* data_;
    QComboBox* span_;
    QStackedWidget* pages_;
    StackChart* pue_;
    StackChart* wue_;
    double cursor_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace headroom::ui
