// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/study/answers.h"
#include "engine/study/search.h"

#include <QObject>
#include <QString>

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace headroom::ui {

class Task;
class Workspace;

/// A study made ready, with what its results say by now. Never changes: views share it.
struct StudyAnswer {
    engine::StudyPlan plan;
    engine::StudyAnswers answers;
    std::vector<engine::SearchStep> steps;           ///< of a search
    std::vector<engine::StudyRow> stale;             ///< results that it does not ask for any more
    std::shared_ptr<const engine::Project> project;  ///< that its axes are read in
    std::shared_ptr<const engine::Catalogue> catalogue;

    const engine::Study& study() const { return plan.study(); }
};

/// The study that is open in the window: its file, each change of it with undo, its results, and the work on it beside
/// the window. The open project stands for its own file, edits that are not saved included. Results are kept next to the
/// study's file as `study run` keeps them; either continues with what the other has.
class StudyDesk : public QObject {
    Q_OBJECT

  public:
    explicit StudyDesk(Workspace* workspace, QObject* parent = nullptr);
    ~StudyDesk() override;

    /// As it is in the set-up; null if none is open.
    const engine::Study* study() const { return study_ ? &*study_ : nullptr; }

    /// Results so far; null if none yet, or errors() say why not.
    const std::shared_ptr<const StudyAnswer>& answer() const { return answer_; }

    const engine::Errors& errors() const { return errors_; }

    /// The study names files outside its folder, and nobody has allowed it.
    bool namesOutside() const;
    /// It may do so until another study is opened: somebody trusts its author.
    void allowOutside();

    /// Reads a study file and what results it has.
    void open(const std::filesystem::path& file);
    /// A study of the open project that varies this axis, in a new file next to the project.
    void begin(engine::StudyAxis axis);
    void close();

    /// One step of undo; written to the file at once, and made ready anew.
    void change(engine::Study next);

    bool canUndo() const { return !past_.empty(); }

    void undo();

    /// Runs what is missing, on all cores.
    void run();
    /// Runs under way end and are kept; no other begins.
    void pause();
    /// Runs under way are dropped.
    void cancel();

    bool isRunning() const;
    /// Being made ready: what is shown may be of before.
    bool isReading() const;

    bool isPausing() const { return isRunning() && *pause_; }

    bool wasPaused() const { return wasPaused_; }

    /// Results are shown of a project, or of a study, before a change.
    bool isStale() const { return isStale_; }

    /// Where its results are.
    std::filesystem::path database() const;

    /// Studies next to the open project, by name of the file.
    std::vector<std::filesystem::path> known() const;

    /// The design of a point in a folder of its own next to the results, opened.
    void openDesign(std::size_t point);
    /// The attributes of a point set in the open project: one step of undo there. False: it changes other things too.
    bool canSet(std::size_t point) const;
    void setDesign(std::size_t point);

  signals:
    /// Study, file or state are others.
    void changed();
    /// answer() is another one.
    void answered();
    void progressed(double share, const QString& text);
    /// run() has ended, in any way.
    void finished();

  private:
    struct Made;

    engine::StudyReaders readers() const;
    std::function<Made()> reading() const;
    void take(Made made);
    void prepare();
    void write();

    Workspace* workspace_;
    Task *reader_, *runner_;
    std::optional<engine::Study> study_;
    std::filesystem::path file_;
    std::vector<engine::Study> past_;
    std::shared_ptr<const StudyAnswer> answer_;
    engine::Errors errors_;
    std::shared_ptr<std::atomic<bool>> pause_ = std::make_shared<std::atomic<bool>>(false);
    bool isStale_ = false, isDue_ = false, wasPaused_ = false;
    bool mayNameOutside_ = false;  ///< the study was begun here, or allowOutside()
};

}  // namespace headroom::ui
