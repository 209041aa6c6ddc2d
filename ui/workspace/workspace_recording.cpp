// SPDX-License-Identifier: Apache-2.0
#include "engine/files/process_mark.h"
#include "engine/replay/player.h"
#include "engine/store/recorder.h"
#include "ui/kit/task.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

#include <array>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

/// Recordings: opened like a project, the live run as it was before, and what branches off.
namespace headroom::ui {

namespace {

namespace fs = std::filesystem;

constexpr int kSeekAgainMs = 100, kMostSeekTries = 50;

constexpr std::string_view kRunStem = "run-";  // of recordings that go with their run

/// Consequences of a look at a branch, on the window's thread.
struct MadeBranch {
    std::shared_ptr<engine::AnyRun> source;
    engine::Project project;
    engine::Errors errors;
    engine::Errors unnoted;  ///< the tree could not be written
    Workspace::Run shown;    ///< its name, colour and time
};

}  // namespace

bool Workspace::isRecordingFile(const fs::path& path) {
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) {
        return path.extension() == ".db";
    }
    constexpr std::string_view kSqlite = "SQLite format 3";
    std::array<char, kSqlite.size()> begin{};
    std::ifstream(path, std::ios::binary).read(begin.data(), begin.size());
    return path.extension() == ".db" || std::string_view(begin.data(), begin.size()) == kSqlite;
}

engine::RunPast* Workspace::past() const {
    return source_ ? source_->past() : nullptr;
}

fs::path Workspace::file() const {
    if (past() != nullptr && !isRewound()) {
        return past()->file();
    }
    return isOfRecording() ? fs::path() : project_.file;
}

double Workspace::toldS() const {
    if (past() != nullptr) {
        return source_->lastS();
    }
    return frame_ ? frame_->timeS : std::numeric_limits<double>::quiet_NaN();
}

bool Workspace::canRewind() const {
    engine::RunKeep* keep = source_ ? source_->keep() : nullptr;
    return keep != nullptr && !keep->recordingFile().empty();
}

void Workspace::openRecording(const fs::path& path) {
    auto made = std::make_shared<engine::ResultAll<std::shared_ptr<engine::Player>>>();
    loader_->run(
        [made, path, shipped = catalogueFolder_] { *made = engine::Player::open(path, shipped); },
        [this, made, path] {
            emit busyChanged({});
            if (!*made) {
                emit failed(tr("%1 was not opened").arg(QString::fromStdString(path.string())),
                            made->error());
                return;
            }
            forgetRuns();
            takeRecording(std::move(**made));
        });
    emit busyChanged(tr("Opening %1…").arg(QString::fromStdString(path.string())));
}

void Workspace::takeRecording(std::shared_ptr<engine::Player> recording) {
    catalogue_ = recording->catalogue();
    inputs_ = recording->replay();
    engine::Project project = recording->project().value_or(engine::Project{});
    if (!inputs_) {
        project.file.clear();  // its folder is not known here
    }
    begin(std::move(project), std::move(recording), false, {});
}

void Workspace::seek(double timeS) {
    if (engine::RunPast* written = past()) {
        written->seek(timeS);
        emit playStateChanged();
        return;
    }
    if (!canRewind() || isBusy()) {
        rewindS_ = timeS;
        seekSoon(kMostSeekTries);
        return;
    }
    pause();
    rewindS_ = timeS;
    auto made = std::make_shared<engine::ResultAll<std::shared_ptr<engine::Player>>>();
    const auto running = source_;
    const auto now = frame();
    loader_->run([made, file = source_->keep()->recordingFile(), shipped = catalogueFolder_,
                  now] { *made = engine::Player::open(file, shipped, now); },
                 [this, made, running] {
                     emit busyChanged({});
                     if (!open_ || source_ != running) {
                         return;  // something else was opened meanwhile
                     }
                     if (!*made) {
                         emit failed(tr("The run cannot be rewound"), made->error());
                         return;
                     }
                     (**made)->seek(rewindS_);
                     const bool wasSaved = !editor_->isModified();
                     live_ = source_;
                     begin(std::move(project_), std::move(**made), true, {});
                     if (!wasSaved && !editor_->isModified()) {
                         editor_->forget(false);
                     }
                 });
    emit busyChanged(tr("Going back…"));
}

/// A run that has just begun has no file before its first commit: it is looked for again, for some seconds.
void Workspace::seekSoon(int tries) {
    if (isBusy() || ownRun() == nullptr || runs_.empty() || tries <= 0) {
        return;
    }
    QTimer::singleShot(kSeekAgainMs, this, [this, tries, running = source_, wantedS = rewindS_] {
        if (source_ != running || rewindS_ != wantedS || !open_) {
            return;
        }
        canRewind() ? seek(wantedS) : seekSoon(tries - 1);
    });
}

void Workspace::watch(std::shared_ptr<engine::AnyRun> run, const QString& name) {
    if (!isOpen() || isBusy() || past() != nullptr) {
        return;
    }
    if (!isWatching()) {
        pause();
        live_ = source_;
    }
    const bool wasSaved = !editor_->isModified();
    watched_ = run;
    watchedName_ = name;
    begin(std::move(project_), std::move(run), true, {});
    if (!wasSaved && !editor_->isModified()) {
        editor_->forget(false);
    }
}

std::shared_ptr<engine::AnyRun> Workspace::ownRun() const {
    const auto& own = live_ ? live_ : source_;
    return own && own->keep() != nullptr && own->orders() != nullptr ? own : nullptr;
}

void Workspace::backToLive() {
    if (isRewound() || isWatching()) {
        begin(std::move(project_), std::exchange(live_, nullptr), true, {});
    }
}

void Workspace::branch(const engine::BranchWish& wish, const fs::path& file) {
    const std::shared_ptr<engine::RunPast> recorded(source_, past());
    if (!recorded || isBusy()) {
        return;
    }
    auto made = std::make_shared<MadeBranch>();
    loader_->run(
        [made, recorded, series = source_->series(), wish, file, options = recordInto(file),
         known = project_.file, rewound = isRewound()] {
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
        // Recorded data is not lost.
        [this, made, recorded, isKept = !file.empty() || wish.settings.empty()] {
            emit busyChanged({});
            if (!made->source) {
                emit failed(tr("There is no branch from here"), made->errors);
                return;
            }
            const bool wasModified = isRewound() && editor_->isModified();
            const bool isKnown = isRewound() && !project_.file.empty();
            if (isRewound()) {
                putAside();
            } else {
                forgetRuns();
            }
            shown_ = std::move(made->shown);
            catalogue_ = recorded->catalogue();
            inputs_ = recorded->replay();
            editor_->forget(isKept && !wasModified);
            begin(std::move(made->project), std::move(made->source), true, {});
            if (isKnown) {
                inputs_.reset();
            }
            if (!made->unnoted.empty()) {
                emit failed(tr("The branch is not noted in the recording"), made->unnoted);
            }
        });
    emit busyChanged(tr("Branching off…"));
}

/// The live run, which may be rewound just now, with its design; what is shown next is another one.
void Workspace::putAside() {
    std::shared_ptr<engine::AnyRun> own = live_ ? std::exchange(live_, nullptr) : source_;
    own->drive()->pause();
    shown_.project = project_;
    shown_.source = std::move(own);
    shown_.catalogue = catalogue_;
    shown_.inputs = inputs_;
    shown_.isModified = editor_->isModified();
    others_.push_back(std::exchange(shown_, {}));
}

void Workspace::showOther(int run) {
    if (isBusy() || run < 0 || run >= static_cast<int>(others_.size())) {
        return;
    }
    pause();
    Run next = std::move(others_[static_cast<std::size_t>(run)]);
    others_.erase(others_.begin() + run);
    putAside();
    catalogue_ = std::move(next.catalogue);
    inputs_ = std::move(next.inputs);
    const bool isModified = next.isModified;
    engine::Project project = std::move(next.project);
    auto source = std::move(next.source);
    shown_ = std::move(next);
    editor_->forget(!isModified);
    begin(std::move(project), std::move(source), true, {});
}

void Workspace::endOthers() {
    others_.clear();
    emit playStateChanged();
}

std::vector<Workspace::OpenRun> Workspace::openRuns() const {
    std::vector<OpenRun> runs;
    if (auto shown = ownRun()) {
        runs.push_back({shown_.name.isEmpty() ? title() : shown_.name, std::move(shown)});
    }
    for (const Run& other : others_) {
        runs.push_back({other.name.isEmpty() ? titleOf(other.project) : other.name, other.source});
    }
    return runs;
}

bool Workspace::canSaveRun() const {
    const auto& run = live_ ? live_ : source_;
    return run && run->keep() != nullptr && run->lastS() > 0.0;
}

void Workspace::saveRun(const fs::path& file) {
    if (!canSaveRun() || isBusy()) {
        return;
    }
    loader_->run(
        [run = live_ ? live_ : source_, file] { return run->keep()->saveRecording(file, true); },
        [this, file](const engine::Result<void>& done) {
            emit busyChanged({});
            if (!done) {
                emit failed(tr("The run was not saved"), {done.error()});
                return;
            }
            emit said(tr("Saved the run to %1").arg(QString::fromStdString(file.string())));
        });
    emit busyChanged(tr("Saving the run…"));
}

/// Another project, or none: those of the one before end.
void Workspace::forgetRuns() {
    live_.reset();
    others_.clear();
    shown_ = {};
}

void Workspace::keepRunsIn(const fs::path& folder) {
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    runs_ = folder;
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

/// Message to a session: that file, or one that goes with it.
engine::Session::Options Workspace::recordInto(const fs::path& file) {
    if (!file.empty() || runs_.empty()) {
        return {file, false};
    }
    const std::string name =
        std::string(kRunStem) + engine::ownMark() + std::to_string(++run_) + ".db";
    return {runs_ / name, true};
}

bool Workspace::refusesOrders() {
    if (isWatching()) {
        emit said(
            tr("%1 runs on another machine and cannot be controlled from here").arg(watchedName_));
        return true;
    }
    if (const QString why = servedLock(); !why.isEmpty()) {
        emit said(why);
        return true;
    }
    if (past() == nullptr) {
        return false;
    }
    emit said(isRewound() ? tr("This is the past of the run: branch off here to change it")
                          : tr("This is a recording: branch off here to change what happens"));
    return true;
}

}  // namespace headroom::ui
