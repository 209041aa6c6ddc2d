// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/study/study_desk.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QCustomPlot;
class QLabel;

namespace headroom::ui {

/// A chart of one figure of a study, chosen above it, with a sentence next to the choice. Pages say what is drawn.
class FigurePage : public QWidget {
    Q_OBJECT

  public:
    /// `name` begins the object names: "studyAxis" makes studyAxisPage, studyAxisFigure, studyAxisPlot.
    FigurePage(const QString& name, const QString& about, QWidget* parent);

    void show(const std::shared_ptr<const StudyAnswer>& answer);

    QCustomPlot* plot() const { return plot_; }

  protected:
    /// Chart of the choice; computed when the choice, the answer or the theme changes. Pages do so first themselves.
    virtual void draw() = 0;

    std::shared_ptr<const StudyAnswer> answer_;
    QComboBox* figure_;
    QLabel* about_;
    QCustomPlot* plot_;
};

/// The figures of a study in a choice; the one that was chosen stays.
void fillFigures(QComboBox* box, const StudyAnswer* answer);

}  // namespace headroom::ui
