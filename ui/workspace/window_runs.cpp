// SPDX-License-Identifier: Apache-2.0
#include "ui/workspace/window_runs.h"

#include "engine/files/process_mark.h"
#include "engine/replay/player.h"
#include "engine/store/recorder.h"
#include "engine/watch/run_drive.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/loader.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QTimer>

#include <limits>
#include <string>
#include <string_view>
#include <utility>

/// Recordings: opened like a project, the earlier live run, and what branches off.
namespace headroom::ui {

namespace {

namespace fs = std::filesystem;

constexpr int kSeekAgainMs = 100, kMostSeekTries = 50;

constexpr std::string_view kRunStem = "run-";  // of recordings that go with their run

}  // namespace

/// Result of a worker that branched off, on the window's thread.
struct WindowRuns::MadeBranch {
    std::shared_ptr<engine::AnyRun> source;
    engine::Project project;
    engine::Errors errors;
    engine::Errors unnoted;  ///< the tree could not be written
    Run shown;               ///< its name, colour and time
    bool isKept = false;     ///< nothing of the branch is lost with the window
};

WindowRuns::WindowRuns(Workspace* workspace) : QObject(workspace), workspace_(workspace) {}

engine::RunPast* WindowRuns::past() const {
    engine::AnyRun* run = workspace_->source();
    return run != nullptr ? run->past() : nullptr;
}

double WindowRuns::lastS() const {
    if (past() != nullptr) {
        return workspace_->source()->lastS();
    }
    const auto frame = workspace_->frame();
    return frame ? frame->timeS : std::numeric_limits<double>::quiet_NaN();
}

bool WindowRuns::isWatching() const {
    return workspace_->source() != nullptr && watched_.lock().get() == workspace_->source();
}

bool WindowRuns::canRewind() const {
    engine::AnyRun* run = workspace_->source();
    engine::RunKeep* keep = run != nullptr ? run->keep() : nullptr;
    return keep != nullptr && !keep->recordingFile().empty();
}

void WindowRuns::openRecording(const fs::path& path) {
    auto made = std::make_shared<engine::ResultAll<std::shared_ptr<engine::Player>>>();
    workspace_->loader().run(
        tr("Opening %1…").arg(QString::fromStdString(path.string())),
        [made, path, shipped = workspace_->catalogueFolder()] {
            *made = engine::Player::open(path, shipped);
        },
        [this, made, path] {
            if (!*made) {
                emit workspace_->failed(
                    tr("%1 was not opened").arg(QString::fromStdString(path.string())),
                    made->error());
                return;
            }
            forget();
            takeRecording(**made);
        });
}

void WindowRuns::takeRecording(const std::shared_ptr<engine::Player>& recording) {
    inputs_ = recording->replay();
    engine::Project project = recording->project().value_or(engine::Project{});
    if (!inputs_) {
        project.file.clear();  // its folder is not known here
    }
    workspace_->show(
        {.project = std::move(project), .catalogue = recording->catalogue(), .run = recording});
}

void WindowRuns::seek(double timeS) {
    if (engine::RunPast* written = past()) {
        written->seek(timeS);
        emit workspace_->playStateChanged();
        return;
    }
    if (!canRewind() || workspace_->loader().isBusy()) {
        rewindS_ = timeS;
        seekSoon(kMostSeekTries);
        return;
    }
    workspace_->control().pause();
    rewindS_ = timeS;
    auto made = std::make_shared<engine::ResultAll<std::shared_ptr<engine::Player>>>();
    const auto running = workspace_->sharedSource();
    workspace_->loader().run(
        tr("Going back…"),
        [made, file = running->keep()->recordingFile(), shipped = workspace_->catalogueFolder(),
         now = workspace_->frame()] { *made = engine::Player::open(file, shipped, now); },
        [this, made, running] {
            if (!workspace_->isOpen() || workspace_->sharedSource() != running) {
                return;  // something else was opened meanwhile
            }
            if (!*made) {
                emit workspace_->failed(tr("The run cannot be rewound"), made->error());
                return;
            }
            rewind(std::move(**made));
        });
}

void WindowRuns::rewind(std::shared_ptr<engine::Player> player) {
    player->seek(rewindS_);
    live_ = workspace_->sharedSource();
    workspace_->show(
        {.project = workspace_->project(), .run = std::move(player), .continues = true});
}

/// A run that has just begun has no file before its first commit: it is looked for again, for some seconds.
void WindowRuns::seekSoon(int tries) {
    if (workspace_->loader().isBusy() || own() == nullptr || folder_.empty() || tries <= 0) {
        return;
    }
    QTimer::singleShot(kSeekAgainMs, this,
                       [this, tries, running = workspace_->sharedSource(), wantedS = rewindS_] {
                           if (workspace_->sharedSource() != running || rewindS_ != wantedS ||
                               !workspace_->isOpen()) {
                               return;
                           }
                           canRewind() ? seek(wantedS) : seekSoon(tries - 1);
                       });
}

void WindowRuns::watch(std::shared_ptr<engine::AnyRun> run, const QString& name) {
    if (!workspace_->isOpen() || workspace_->loader().isBusy() || past() != nullptr) {
        return;
    }
    if (!isWatching()) {
        workspace_->control().pause();
        live_ = workspace_->sharedSource();
    }
    watched_ = run;
    watchedName_ = name;
    workspace_->show({.project = workspace_->project(), .run = std::move(run), .continues = true});
}

std::shared_ptr<engine::AnyRun> WindowRuns::live() const {
    return live_ ? live_ : workspace_->sharedSource();
}

std::shared_ptr<engine::AnyRun> WindowRuns::own() const {
    auto own = live();
    return own && own->keep() != nullptr && own->orders() != nullptr ? own : nullptr;
}

void WindowRuns::backToLive() {
    if (isRewound() || isWatching()) {
        workspace_->show({.project = workspace_->project(),
                          .run = std::exchange(live_, nullptr),
                          .continues = true});
    }
}

void WindowRuns::branch(const engine::BranchWish& wish, const fs::path& file) {
    const std::shared_ptr<engine::RunPast> recorded(workspace_->sharedSource(), past());
    if (!recorded || workspace_->loader().isBusy()) {
        return;
    }
    auto made = std::make_shared<MadeBranch>();
    // Recorded data is not lost.
    made->isKept = !file.empty() || wish.settings.empty();
    workspace_->loader().run(
        tr("Branching off…"),
        [made, recorded, series = workspace_->source()->series(), wish, file,
         options = recordInto(file), known = workspace_->project().file, rewound = isRewound()] {
            auto start = recorded->branch(wish, nullptr);
            if (!start) {
                made->errors = start.error();
                return;
            }
            auto project = recorded->replay()->plain(start->info.projectText);
            if (!project) {
                made->errors = project.error();
                return;
            }
            made->project = std::move(*project);
            if (rewound && !known.empty()) {
                made->project.file = known;
            }
            auto past = std::make_shared<engine::RunSeries>(series->channels());
            recorded->copySeries(*past, wish.atS);
            engine::BranchOrigin origin = start->info.branch;
            auto session = engine::Session::goOn(std::move(*start), past, options);
            if (!session) {
                made->errors = session.error();
                return;
            }
            made->source = std::move(*session);
            made->shown.name = QString::fromStdString(origin.name);
            made->shown.colour = QString::fromStdString(origin.colour);
            made->shown.leftS = origin.atS;
            origin.parent = file.filename().string();
            if (auto noted = file.empty() ? engine::Result<void>{}
                                          : engine::addBranch(recorded->file(), origin);
                !noted) {
                made->unnoted = {noted.error()};
            }
        },
        [this, made, recorded] {
            if (!made->source) {
                emit workspace_->failed(tr("The branch could not be started"), made->errors);
                return;
            }
            takeBranch(*made, *recorded);
        });
}

void WindowRuns::takeBranch(MadeBranch& made, const engine::RunPast& recorded) {
    const bool wasModified = isRewound() && workspace_->editor().isModified();
    const bool isKnown = isRewound() && !workspace_->project().file.empty();
    if (isRewound()) {
        putAside();
    } else {
        forget();
    }
    shown_ = std::move(made.shown);
    inputs_ = recorded.replay();
    workspace_->show({.project = std::move(made.project),
                      .catalogue = recorded.catalogue(),
                      .run = std::move(made.source),
                      .continues = true,
                      .isSaved = made.isKept && !wasModified});
    if (isKnown) {
        inputs_.reset();
    }
    if (!made.unnoted.empty()) {
        emit workspace_->failed(tr("The branch is not noted in the recording"), made.unnoted);
    }
}

/// The live run, which may be rewound just now, with its design; what is shown next is another one.
void WindowRuns::putAside() {
    std::shared_ptr<engine::AnyRun> own =
        live_ ? std::exchange(live_, nullptr) : workspace_->sharedSource();
    own->drive()->pause();
    shown_.project = workspace_->project();
    shown_.source = std::move(own);
    shown_.catalogue = workspace_->sharedCatalogue();
    shown_.inputs = inputs_;
    shown_.isModified = workspace_->editor().isModified();
    others_.push_back(std::exchange(shown_, {}));
}

void WindowRuns::showOther(int run) {
    if (workspace_->loader().isBusy() || run < 0 || run >= static_cast<int>(others_.size())) {
        return;
    }
    workspace_->control().pause();
    Run next = std::move(others_[static_cast<std::size_t>(run)]);
    others_.erase(others_.begin() + run);
    putAside();
    inputs_ = std::move(next.inputs);
    shown_ = {.name = next.name, .colour = next.colour, .leftS = next.leftS};
    workspace_->show({.project = std::move(next.project),
                      .catalogue = std::move(next.catalogue),
                      .run = std::move(next.source),
                      .continues = true,
                      .isSaved = !next.isModified});
}

void WindowRuns::endOthers() {
    others_.clear();
    emit workspace_->playStateChanged();
}

std::vector<WindowRuns::OpenRun> WindowRuns::openRuns() const {
    std::vector<OpenRun> runs;
    if (auto shown = own()) {
        runs.push_back(
            {shown_.name.isEmpty() ? workspace_->title() : shown_.name, std::move(shown)});
    }
    for (const Run& other : others_) {
        runs.push_back(
            {other.name.isEmpty() ? Workspace::titleOf(other.project) : other.name, other.source});
    }
    return runs;
}

bool WindowRuns::canSave() const {
    const auto run = live();
    return run && run->keep() != nullptr && run->lastS() > 0.0;
}

void WindowRuns::save(const fs::path& file) {
    if (!canSave() || workspace_->loader().isBusy()) {
        return;
    }
    workspace_->loader().run(
        tr("Saving the run…"),
        [run = live(), file] { return run->keep()->saveRecording(file, true); },
        [this, file](const engine::Result<void>& done) {
            if (!done) {
                emit workspace_->failed(tr("The run was not saved"), {done.error()});
                return;
            }
            emit workspace_->said(
                tr("Saved the run to %1").arg(QString::fromStdString(file.string())));
        });
}

void WindowRuns::forget() {
    live_.reset();
    others_.clear();
    shown_ = {};
    inputs_.reset();
}

void WindowRuns::keepIn(const fs::path& folder) {
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    folder_ = folder;
    std::error_code fault;
    for (auto entry = fs::directory_iterator(folder, fault);
         !fault && entry != fs::directory_iterator(); entry.increment(fault)) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with(kRunStem) &&
            engine::isMarkOfTheDead(std::string_view(name).substr(kRunStem.size()))) {
            fs::remove(entry->path(), ignored);  // the window of that run was killed
        }
    }
}

engine::Session::Options WindowRuns::recordInto(const fs::path& file) {
    if (!file.empty() || folder_.empty()) {
        return {file, false};
    }
    const std::string name =
        std::string(kRunStem) + engine::ownMark() + std::to_string(++number_) + ".db";
    return {folder_ / name, true};
}

}  // namespace headroom::ui
