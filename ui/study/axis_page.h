// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/study/figure_page.h"

#include <QRectF>

#include <utility>
#include <vector>

namespace headroom::ui {

/// A bar of the chart of axes: what one axis, or one value of it, does to the figure.
struct AxisBar {
    QString label;
    double value = 0.0, error = models::kNotStated;  ///< in the unit that is shown
    double second = models::kNotStated;  ///< behind it: the total of indices, sigma of Morris
    double from = 0.0;
};

/// Content of the bars, from the design: mean effects of values, a tornado, Morris' mean sizes, Sobol indices, slopes. The axis
/// that matters most comes first.
struct AxisBars {
    std::vector<AxisBar> bars;
    QString label;  ///< of the scale
    QString about;  ///< how they are read
};

AxisBars axisBars(const StudyAnswer& answer, const engine::FigureAnswer& figure);

/// Effect of each axis on a figure, as a chart.
class AxisPage : public FigurePage {
    Q_OBJECT

  public:
    explicit AxisPage(QWidget* parent = nullptr);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void draw() override;

  private:
    std::vector<std::pair<QRectF, QString>> tips_;
};

}  // namespace headroom::ui
