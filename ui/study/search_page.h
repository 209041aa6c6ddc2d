// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/study/study_desk.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QCustomPlot;
class QLabel;

namespace headroom::ui {

/// How a search went: the best value of a figure that was found by the end of each generation, and each point that was tried
/// on the way; behind it the size of the front.
class SearchPage : public QWidget {
    Q_OBJECT

  public:
    explicit SearchPage(QWidget* parent = nullptr);

    void show(const std::shared_ptr<const StudyAnswer>& answer);

    QCustomPlot* plot() const { return plot_; }

  private:
    void draw();

    std::shared_ptr<const StudyAnswer> answer_;
    QComboBox* figure_;
    QLabel* about_;
    QCustomPlot* plot_;
};

}  // namespace headroom::ui
