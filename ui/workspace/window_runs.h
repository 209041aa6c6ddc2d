// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/live/session.h"
#include "engine/watch/any_run.h"
#include "engine/watch/run_keep.h"
#include "engine/watch/run_past.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <memory>
#include <vector>

namespace headroom::engine {
class Player;
class Replay;
struct BranchWish;
}  // namespace headroom::engine

namespace headroom::ui {

class Workspace;

/// The runs of the window: recordings, the past of the live run, its branches, and those that wait while another one is
/// shown.
class WindowRuns : public QObject {
    Q_OBJECT

  public:
    /// A live run of this window, with the design that it runs.
    struct Run {
        QString name;        ///< of a branch; empty means the one that was opened
        QString colour;      ///< "#rrggbb", of a branch
        double leftS = 0.0;  ///< a branch leaves another at that time
        bool isModified = false;
        engine::Project project;
        std::shared_ptr<engine::AnyRun> source;
        std::shared_ptr<const engine::Catalogue> catalogue;
        std::shared_ptr<const engine::Replay> inputs;
    };

    /// A run that this window simulates, shown or waiting.
    struct OpenRun {
        QString name;  ///< of the branch, or the title of the project
        std::shared_ptr<engine::AnyRun> run;
    };

    explicit WindowRuns(Workspace* workspace);

    /// Opens a recording in place of what is open; Workspace::opened() or failed() follows.
    void openRecording(const std::filesystem::path& path);

    /// The past of the run that is shown, where all of its instants are written: of a recording, or of the live run that is
    /// rewound. Null if it continues. Its story, history and series are those of all of it, at every instant of
    /// Workspace::frame().
    engine::RunPast* past() const;

    /// The last known instant: the end of the recording, or that of the frame. NaN if there is none.
    double lastS() const;

    /// The project came out of a recording, and is in no file of its own yet.
    bool isOfRecording() const { return inputs_ != nullptr && !isRewound(); }

    /// An earlier instant of a live run is shown; it waits meanwhile.
    bool isRewound() const { return live_ != nullptr && !isWatching(); }

    /// Shows a run that takes no orders from here in place of the window's own, which waits meanwhile; backToLive() returns
    /// to it. The project stays, and is that of both. `name`: of that run, as "The living twin".
    void watch(std::shared_ptr<engine::AnyRun> run, const QString& name);

    /// See watch().
    bool isWatching() const;

    /// The name that watch() was given.
    const QString& watchedName() const { return watchedName_; }

    /// The run that this window simulates, also while another or its past is shown. Null if there is none.
    std::shared_ptr<engine::AnyRun> own() const;

    /// The live run of this window, or what is shown in its place. Null if there is none.
    std::shared_ptr<engine::AnyRun> live() const;

    /// seek() can show another instant.
    bool canRewind() const;

    /// Another instant of a recording; of a live run, that of its own recording.
    void seek(double timeS);

    /// To the newest instant of the live run that was rewound, or waits while another is watched.
    void backToLive();

    /// Continues from an instant of what past() shows, as a live run that is paused. It is recorded
    /// into `file`, which the tree of branches names then; empty if it is not kept. A run that was
    /// rewound is put aside (others()). Workspace::failed() says why not.
    void branch(const engine::BranchWish& wish, const std::filesystem::path& file);

    /// Runs that wait while another one of this window is shown: branches, and what they left.
    const std::vector<Run>& others() const { return others_; }

    /// Shown run: name, colour and the place where it left another; empty if it is not a branch.
    const Run& shown() const { return shown_; }

    /// Shows one of others(), paused; the one before waits then.
    void showOther(int run);

    /// Ends those that wait.
    void endOthers();

    /// The shown one first. Empty while only a recording or a served run is shown.
    std::vector<OpenRun> openRuns() const;

    /// The run that is shown can be saved: a live run with a step, or a recording.
    bool canSave() const;

    /// Writes the shown run up to its newest step into `file`, which is replaced; the run continues. Workspace::said() or
    /// failed() follows.
    void save(const std::filesystem::path& file);

    /// Live runs that nobody records are recorded here while they are open, so that one can go back;
    /// empty if not. Removes there what windows left that were killed.
    void keepIn(const std::filesystem::path& folder);

    /// For a new session: it records into `file`, or into one that ends with its run (keepIn()).
    engine::Session::Options recordInto(const std::filesystem::path& file);

    /// Another project, or none: the runs of the one before end.
    void forget();

    /// The live run begins again.
    void forgetRewound() { live_.reset(); }

    /// The project is in a file of its own now.
    void forgetInputs() { inputs_.reset(); }

  private:
    struct MadeBranch;

    void takeRecording(const std::shared_ptr<engine::Player>& recording);
    void rewind(std::shared_ptr<engine::Player> player);
    void takeBranch(MadeBranch& made, const engine::RunPast& recorded);
    void putAside();
    void seekSoon(int tries);

    Workspace* workspace_;
    std::weak_ptr<const engine::AnyRun> watched_;
    QString watchedName_;
    std::filesystem::path folder_;          ///< keepIn()
    int number_ = 0;                        ///< of the next file there
    std::shared_ptr<engine::AnyRun> live_;  ///< while an earlier instant of it is shown
    std::vector<Run> others_;
    Run shown_;             ///< name, colour and time alone
    double rewindS_ = 0.0;  ///< the instant that is wanted once it can be shown
    std::shared_ptr<const engine::Replay> inputs_;  ///< files of a project out of a recording
};

}  // namespace headroom::ui
