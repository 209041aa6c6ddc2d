// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/study/study.h"
#include "ui/kit/text_table.h"

#include <QWidget>

#include <functional>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;
class QTableWidget;

namespace headroom::ui {

class NumberBox;
class StudyDesk;
class Workspace;

/// Definition of a study: the differences between its points, their choice, length and number of runs, kept figures, and
/// limits of a feasible point. Each change is a step of the desk's undo.
class StudySetup : public QWidget {
    Q_OBJECT

  public:
    StudySetup(Workspace* workspace, StudyDesk* desk, QWidget* parent = nullptr);

    /// Asks for an axis: a new one, or the one in that row anew. Where no study is open, a study of the open project begins with it.
    void askAxis(int row = -1);

  private:
    QWidget* makeAxes();
    QWidget* makeRun();
    QWidget* makeFigures();
    void showStudy();
    void showAxes();
    void showFigures();
    void showCount();
    /// The study with one thing changed, as a step.
    void change(const std::function<void(engine::Study&)>& edit);
    void takeFigure(int row, int column);
    int axisRow() const;

    Workspace* workspace_;
    StudyDesk* desk_;
    TextTable* axes_;
    QTableView* axisView_ = nullptr;
    QPushButton *add_ = nullptr, *edit_ = nullptr, *remove_ = nullptr, *undo_ = nullptr;
    QLineEdit* name_ = nullptr;
    NumberBox *hours_ = nullptr, *replications_ = nullptr, *seed_ = nullptr, *points_ = nullptr,
              *generations_ = nullptr;
    QCheckBox *failures_ = nullptr, *surrogate_ = nullptr;
    QComboBox* design_ = nullptr;
    QWidget* run_ = nullptr;  ///< the group of points and runs
    QLabel *pointsLabel_ = nullptr, *generationsLabel_ = nullptr, *count_ = nullptr;
    QTableWidget* figures_ = nullptr;
    bool isShowing_ = false;
};

}  // namespace headroom::ui
