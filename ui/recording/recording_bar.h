// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QToolBar>

#include <filesystem>

class QAction;
class QLabel;
class QMenu;
class QToolButton;

namespace headroom::ui {

class Workspace;

/// Says above the views that what is seen is a recording: which, of what version, a branch of what, and
/// what it lacks; and leads through the tree of its branches. With several live runs it names the present one and leads
/// to the others; otherwise it is empty.
class RecordingBar : public QToolBar {
    Q_OBJECT

  public:
    explicit RecordingBar(Workspace* workspace, QWidget* parent = nullptr);

    /// Its text; empty while the only run lives.
    QString text() const;

  signals:
    void openRequested(const QString& path);

  private:
    void show();
    void showServed();
    void showRun();
    void fillRuns();
    void askEndOthers();
    void fillTree(QMenu* menu, const std::filesystem::path& file, int depth);

    Workspace* workspace_;
    QWidget* box_;
    QAction* shown_ = nullptr;  ///< of the box: a tool bar shows and hides by actions
    QLabel* what_;
    QLabel* lack_;
    QToolButton* tree_;
    QToolButton* runs_;    ///< other live runs of the window
    QToolButton* leave_;   ///< from a run elsewhere
    QToolButton* detach_;  ///< from a served run
};

}  // namespace headroom::ui
