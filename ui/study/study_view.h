// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "ui/study/study_desk.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QTabWidget;

namespace headroom::ui {

class AxisPage;
class FrontPage;
class ParallelPage;
class PointTable;
class ResponsePage;
class SearchPage;
class StudyFocus;
class StudySetup;
class Workspace;

/// Studies of the open project: which design is best, and what matters. The set-up, and what the runs say by now: all points,
/// what each axis does, the front, a table over two axes, parallel coordinates. Runs continue in parallel with the window, are paused
/// and gone on with, and any point is opened as a project.
class StudyView : public QWidget {
    Q_OBJECT

  public:
    explicit StudyView(Workspace* workspace, QWidget* parent = nullptr);

    StudyDesk* desk() const { return desk_; }

    StudyFocus* focus() const { return focus_; }

    StudySetup* setup() const { return setup_; }

    PointTable* points() const { return points_; }

    AxisPage* axes() const { return axes_; }

    FrontPage* front() const { return front_; }

    ResponsePage* response() const { return response_; }

    ParallelPage* parallel() const { return parallel_; }

    /// Points as CSV, or all answers as JSON, by the ending of the name.
    engine::Result<void> exportTo(const QString& file) const;

  private:
    QWidget* makeHead();
    QWidget* makeStrip();
    void listStudies();
    void askOpen();
    void askRun();
    void askExport();
    void showAnswer();
    void showState();
    void showPoint();

    Workspace* workspace_;
    StudyDesk* desk_;
    StudyFocus* focus_;
    QComboBox* studies_ = nullptr;
    QPushButton *new_ = nullptr, *allow_ = nullptr, *run_ = nullptr, *cancel_ = nullptr,
                *export_ = nullptr, *open_ = nullptr, *set_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QLabel *state_ = nullptr, *note_ = nullptr, *point_ = nullptr;
    QTabWidget* tabs_;
    StudySetup* setup_;
    PointTable* points_;
    AxisPage* axes_;
    FrontPage* front_;
    ResponsePage* response_;
    ParallelPage* parallel_;
    SearchPage* search_;
};

}  // namespace headroom::ui
