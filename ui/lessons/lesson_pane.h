// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/lessons/lesson.h"

#include <QWidget>

#include <vector>

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QStackedWidget;
class QTextBrowser;

namespace headroom::ui {

class LessonRun;
class Workspace;

/// The lessons as a list; one under way: its step, hints, what is asked, whether it is done; at the end
/// the result sheet.
class LessonPane : public QWidget {
    Q_OBJECT

  public:
    explicit LessonPane(Workspace* workspace, QWidget* parent = nullptr);

    /// Where lessons and the projects that they are about are. Called once, before it is seen.
    void setFolders(const QString& lessons, const QString& scenarios);

    LessonRun* run() const { return run_; }

  signals:
    /// Something that the step is about: a pane or a view by its name.
    void paneWanted(const QString& name);
    /// A project opened for a lesson: the pane must be seen.
    void shown();

  private:
    QWidget* makeList();
    QWidget* makeStep();
    QWidget* makeSheet();
    void startCurrent();
    void refresh();
    void showStep();
    void check();
    void save();

    Workspace* workspace_;
    LessonRun* run_;
    QString scenarios_;
    std::vector<engine::Lesson> lessons_;
    QStackedWidget* pages_;
    QListWidget* list_ = nullptr;
    QPushButton *start_ = nullptr, *look_ = nullptr, *compute_ = nullptr, *hint_ = nullptr,
                *next_ = nullptr, *check_ = nullptr, *reset_ = nullptr;
    QLabel *fault_ = nullptr, *count_ = nullptr, *title_ = nullptr, *ask_ = nullptr,
           *unit_ = nullptr, *money_ = nullptr, *state_ = nullptr, *hints_ = nullptr,
           *sheet_ = nullptr;
    QTextBrowser* text_ = nullptr;
    QLineEdit* answer_ = nullptr;
    int shownStep_ = -2;
};

}  // namespace headroom::ui
