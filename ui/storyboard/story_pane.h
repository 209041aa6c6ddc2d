// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/storyboard/story_model.h"
#include "ui/storyboard/story_show.h"
#include "ui/storyboard/story_stage.h"

#include <QPointer>
#include <QWidget>

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QListView;
class QMenu;
class QPlainTextEdit;
class QToolButton;

namespace headroom::ui {

class Task;
class EmptyHint;
class Workspace;

/// The storyboard of what is open: scenes with their pictures, in their order; title, note, time and
/// pinned figures of the one chosen; add from the present view, play, export.
class StoryPane : public QWidget {
    Q_OBJECT

  public:
    StoryPane(Workspace* workspace, StoryHands hands, QWidget* parent = nullptr);

    StoryModel& model() { return model_; }

    /// The present view, after the scene chosen.
    std::optional<engine::StoryScene> takeScene();
    void addScene();
    /// Draws every scene, then calls `done`; the window goes through them meanwhile.
    void draw(std::function<void(const QList<StorySlide>&)> done);
    void play();
    /// Draws, then writes outside the window's thread. Reports errors.
    void exportTo(const QString& file);

    StoryShow* show() const { return show_; }

  signals:
    /// A file was written, or could not be: failed() of the workspace says why.
    void exported(bool fine);

  private:
    QWidget* tools();
    QWidget* form();
    void open();
    std::filesystem::path subject() const;
    void choose(int row);
    void fill();
    void edit(const QString& words, const std::function<void(engine::StoryScene&)>& change);
    void drawNext(int row, QList<StorySlide> slides,
                  const std::function<void(const QList<StorySlide>&)>& done);
    /// The note of a scene with its figures in place; figures of runs come from the worker.
    std::string said(const engine::StoryScene& scene) const;
    int row() const;

    Workspace* workspace_;
    StoryStage stage_;
    StoryModel model_;
    QListView* list_;
    EmptyHint* hint_ = nullptr;
    QLineEdit* title_;
    QPlainTextEdit* note_;
    QDoubleSpinBox* hold_;
    QComboBox* motion_;
    QToolButton* pinned_;
    QMenu* figures_;
    QLabel* facts_;
    QWidget* form_ = nullptr;
    QList<QAction*> ofScene_, ofStory_;
    QPointer<StoryShow> show_;
    Task* writer_;
    Task* reader_;                                   ///< of figures in notes
    std::map<std::string, std::string> runFigures_;  ///< of the last draw(): by run, hours and key
    bool filling_ = false;
    int document_ = -1;  ///< of the scenes
};

}  // namespace headroom::ui
