// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/study/study_desk.h"

#include <QRectF>
#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;
class QCustomPlot;
class QLabel;

namespace headroom::ui {

/// A bar of the chart of axes: what one axis, or one value of it, does to the figure.
struct AxisBar {
    QString label;
    double value = 0.0, error = models::kNotStated;   ///< in the unit that is shown
    double second = models::kNotStated;               ///< behind it: the total of indices, sigma of Morris
    double from = 0.0;
};

/// What the bars are of, from the design: mean effects of values, a tornado, Morris' mean sizes, Sobol indices, slopes. The axis
/// that matters most comes first.
struct AxisBars {
    std::vector<AxisBar> bars;
    QString label;   ///< of the scale
    QString about;   ///< how they are read
};

AxisBars axisBars(const StudyAnswer& answer, const engine::FigureAnswer& figure);

/// What each axis does to a figure, as a chart.
class AxisPage : public QWidget {
    Q_OBJECT

  public:
    explicit AxisPage(QWidget* parent = nullptr);

    void show(const std::shared_ptr<const StudyAnswer>& answer);

    QCustomPlot* plot() const { return plot_; }

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void draw();

    std::shared_ptr<const StudyAnswer> answer_;
    QComboBox* figure_;
    QLabel* about_;
    QCustomPlot* plot_;
    std::vector<std::pair<QRectF, QString>> tips_;
};

/// The figures of a study in a choice; the one that was chosen stays.
void fillFigures(QComboBox* box, const StudyAnswer* answer);

}  // namespace headroom::ui
