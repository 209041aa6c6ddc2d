// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/study/study_desk.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QCustomPlot;
class QLabel;

namespace headroom::ui {

class StudyFocus;

/// Two figures of all points against each other: what is feasible, what no other point beats in these two (the line), what no
/// other beats in every figure (bold), and what the brushes leave. A click chooses a point.
class FrontPage : public QWidget {
    Q_OBJECT

  public:
    explicit FrontPage(StudyFocus* focus, QWidget* parent = nullptr);

    void show(const std::shared_ptr<const StudyAnswer>& answer);

    QCustomPlot* plot() const { return plot_; }

    /// The point nearest to a place of the chart; -1 if none is near.
    int pointAt(const QPointF& pixel) const;

  signals:
    void activated(int point);

  private:
    void draw();
    void choose(const QPoint& pixel);

    StudyFocus* focus_;
    std::shared_ptr<const StudyAnswer> answer_;
    QComboBox *x_, *y_;
    QLabel* about_;
    QCustomPlot* plot_;
};

/// Counting points that no other beats in two figures, from left to right: lines of a front of two.
std::vector<std::size_t> frontOfTwo(const engine::StudyAnswers& answers, std::size_t x,
                                    std::size_t y);

}  // namespace headroom::ui
