// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/compare_set.h"

#include "engine/base/scale.h"
#include "engine/compare/floor_difference.h"
#include "engine/compare/money_figures.h"
#include "engine/live/recorded_run.h"
#include "engine/replay/player.h"
#include "engine/store/recording_copy.h"
#include "engine/watch/run_keep.h"
#include "engine/watch/run_past.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <QDir>

#include <algorithm>
#include <array>
#include <atomic>
#include <string>
#include <system_error>
#include <utility>

namespace headroom::ui {

namespace {

/// Told apart by lightness as well (Okabe and Ito, "Color universal design", 2008).
constexpr std::array<const char*, engine::kMostCompared> kColours = {"#0072b2", "#d55e00",
                                                                     "#009e73", "#cc79a7"};

/// Names, colours, racks and the comparison: all that depends on who is next to whom.
void settle(ComparedWork& work, std::size_t baseline) {
    std::vector<engine::Candidate> candidates;
    std::vector<std::string> given;
    // A colour stays with its run while others come and go.
    std::vector<QColor> free(kColours.begin(), kColours.end());
    for (Compared& one : work.all) {
        const auto own = std::find(free.begin(), free.end(), one.colour);
        if (own == free.end()) {
            one.colour = QColor();
        } else {
            free.erase(own);
        }
    }
    for (std::size_t i = 0; i < work.all.size(); ++i) {
        if (!work.all[i].colour.isValid()) {
            work.all[i].colour = free.front();
            free.erase(free.begin());
        }
        candidates.push_back(work.all[i].candidate);
        given.push_back(work.all[i].path.string());
    }
    engine::tellApart(candidates, given);
    for (std::size_t i = 0; i < work.all.size(); ++i) {
        work.all[i].candidate.name = candidates[i].name;
        const auto& floor = work.all[baseline].candidate.floor;
        work.all[i].same = floor && candidates[i].floor
                               ? engine::sameRacks(*floor, *candidates[i].floor)
                               : std::vector<int>();
    }
    work.comparison.reset();
    if (candidates.size() >= engine::kFewestCompared) {
        auto compared = engine::compare(candidates, baseline);
        if (compared) {
            work.comparison = std::move(*compared);
        } else {
            work.errors = {compared.error()};
        }
    }
}

/// A recording or a project from disk.
engine::ResultAll<Compared> readCompared(const std::filesystem::path& path,
                                         const std::filesystem::path& shipped) {
    Compared next;
    next.path = path;
    auto candidate = engine::candidateOf(path, shipped);
    if (!candidate) {
        return tl::unexpected(candidate.error());
    }
    next.candidate = std::move(*candidate);
    if (!next.candidate.recording && next.candidate.project) {
        // People know a design by its name; the file of every shipped one is "project".
        next.candidate.name = Workspace::titleOf(*next.candidate.project).toStdString();
    }
    if (next.candidate.recording) {
        auto frames = engine::RecordedFrames::open(next.candidate.recording, nullptr);
        const std::atomic<bool> never{false};
        const auto filled = frames ? (*frames)->readSeries(*next.candidate.recording, never)
                                   : engine::Result<bool>(tl::unexpected(frames.error()));
        if (!filled) {
            return tl::unexpected(engine::Errors{filled.error()});
        }
        next.frames = std::move(*frames);
    }
    return next;
}

/// Puts what is at `path` into `place`; false where it cannot be read, and the work says why.
bool readInto(ComparedWork& work, Compared& place, const std::filesystem::path& path,
              const std::filesystem::path& shipped) {
    auto next = readCompared(path, shipped);
    if (!next) {
        work.errors = next.error();
        work.which = QString::fromStdString(path.string());
        return false;
    }
    place = std::move(*next);
    return true;
}

}  // namespace

CompareSet::CompareSet(Workspace* workspace, std::filesystem::path shipped, QObject* parent)
    : QObject(parent), workspace_(workspace), shipped_(std::move(shipped)), task_(new Task(this)) {
    // The window's instant is compared: one instant for all.
    connect(workspace, &Workspace::slowTick, this, [this] {
        const auto frame = workspace_->frame();
        if (frame && frame->timeS != timeS_ && !all_.empty()) {
            timeS_ = frame->timeS;
            emit timeChanged();
        }
    });
}

CompareSet::~CompareSet() = default;

bool CompareSet::isBusy() const {
    return task_->isBusy();
}

/// `work` changes a copy of what is compared, in parallel with the window; then the copy takes its place. Where it fails, what was
/// there stays, and `title` with %1 for its subject says so.
void CompareSet::start(const QString& busy, const QString& title,
                       const std::function<void(ComparedWork&, const Task::Link&)>& work) {
    if (isBusy()) {
        return;
    }
    const auto shared = std::make_shared<ComparedWork>();
    shared->all = all_;
    task_->run(
        [shared, work, baseline = baseline_](const Task::Link& link) {
            work(*shared, link);
            if (shared->errors.empty() && !shared->all.empty()) {
                settle(*shared, std::min(baseline, shared->all.size() - 1));
            }
        },
        [this, shared, title] {
            emit busyChanged({});
            if (!shared->errors.empty()) {
                emit failed(title.contains("%1") ? title.arg(shared->which) : title,
                            shared->errors);
                return;
            }
            all_ = std::move(shared->all);
            comparison_ = std::move(shared->comparison);
            const auto frame = workspace_->frame();
            timeS_ = frame && workspace_->runs().past() != nullptr ? frame->timeS : lastS();
            emit changed();
        });
    emit busyChanged(busy);
}

bool CompareSet::hasRoom(std::size_t more) {
    if (all_.size() + more <= engine::kMostCompared) {
        return true;
    }
    emit failed(tr("No more than four are compared"),
                {{"CMR-001",
                  tr("%1 are compared, and %2 more were chosen. At most four fit side by side.")
                      .arg(all_.size())
                      .arg(more)
                      .toStdString(),
                  tr("Take some out with the cross behind the name, or press Clear.").toStdString(),
                  {},
                  {},
                  0}});
    return false;
}

void CompareSet::add(const QStringList& paths) {
    if (paths.isEmpty() || isBusy() || !hasRoom(static_cast<std::size_t>(paths.size()))) {
        return;
    }
    start(tr("Reading what is compared…"), tr("%1 cannot be compared"),
          [paths, shipped = shipped_](ComparedWork& work, const Task::Link&) {
              for (const QString& path : paths) {
                  Compared next;
                  if (!readInto(work, next, path.toStdString(), shipped)) {
                      return;
                  }
                  work.all.push_back(std::move(next));
              }
          });
}

/// A file that ends with the comparison; its name is that of the run.
std::filesystem::path CompareSet::scratchFile(const QString& name) {
    QString safe = name.simplified();
    safe.replace('/', '-');
    if (scratch_.path().empty()) {
        scratch_ = engine::TemporaryFolder::make("compare").value_or(engine::TemporaryFolder{});
    }
    // Where none can be made, the writer of the file says so.
    const QDir among(scratch_.path().empty() ? QDir::tempPath()
                                             : QString::fromStdString(scratch_.path().string()));
    const QString folder = among.filePath(QString::number(++scratchFiles_));
    QDir().mkpath(folder);
    return (folder + '/' + (safe.isEmpty() ? tr("run") : safe) + ".db").toStdString();
}

void CompareSet::addRuns(const std::vector<WindowRuns::OpenRun>& runs) {
    struct Given {
        WindowRuns::OpenRun run;
        std::filesystem::path file;
    };

    const auto isNew = [this](const WindowRuns::OpenRun& run) {
        return std::none_of(all_.begin(), all_.end(),
                            [&](const Compared& c) { return c.run.lock() == run.run; });
    };
    if (runs.empty() || isBusy() ||
        !hasRoom(static_cast<std::size_t>(std::count_if(runs.begin(), runs.end(), isNew)))) {
        return;
    }
    std::vector<Given> given;
    for (const WindowRuns::OpenRun& run : runs) {
        given.push_back({run, scratchFile(run.name)});
    }
    start(tr("Saving the runs that are open…"), tr("The run “%1” cannot be compared"),
          [given, shipped = shipped_](ComparedWork& work, const Task::Link&) {
              for (const Given& one : given) {
                  if (auto saved = one.run.run->keep()->saveRecording(one.file, true); !saved) {
                      work.errors = {saved.error()};
                      work.which = one.run.name;
                      return;
                  }
                  auto place =
                      std::find_if(work.all.begin(), work.all.end(),
                                   [&](const Compared& c) { return c.run.lock() == one.run.run; });
                  place = place == work.all.end() ? work.all.insert(place, Compared{}) : place;
                  if (!readInto(work, *place, one.file, shipped)) {
                      return;
                  }
                  place->run = one.run.run;
                  place->candidate.name = one.run.name.toStdString();
              }
          });
}

void CompareSet::runDesigns(double hours) {
    std::vector<std::filesystem::path> files;
    for (const Compared& one : all_) {
        files.push_back(one.candidate.recording
                            ? std::filesystem::path()
                            : scratchFile(QString::fromStdString(one.candidate.name)));
    }
    start(tr("Simulating %1 h of each design…").arg(hours), tr("%1 does not run"),
          [files, untilS = hours * kHourS, shipped = shipped_](ComparedWork& work,
                                                               const Task::Link& link) {
              for (std::size_t i = 0; i < files.size(); ++i) {
                  const engine::Candidate design = work.all[i].candidate;
                  if (files[i].empty() || !design.project) {
                      continue;
                  }
                  const auto end = engine::recordRun(
                      *design.project, *design.catalogue, files[i], untilS, [](double) {},
                      link.isCancelled());
                  if (!end) {
                      work.errors = end.error();
                      work.which = QString::fromStdString(design.name);
                      return;
                  }
                  if (link.isCancelled() || !readInto(work, work.all[i], files[i], shipped)) {
                      return;
                  }
                  work.all[i].candidate.name = design.name;
                  work.all[i].candidate.money = design.money;
              }
          });
}

void CompareSet::compareAgain() {
    start(tr("Comparing…"), tr("They cannot be compared"), [](ComparedWork&, const Task::Link&) {});
}

void CompareSet::clear() {
    if (!isBusy()) {
        all_.clear();
        comparison_.reset();
        baseline_ = 0;
        emit changed();
    }
}

void CompareSet::remove(std::size_t index) {
    if (isBusy() || index >= all_.size()) {
        return;
    }
    all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(index));
    baseline_ = index < baseline_ ? baseline_ - 1 : baseline_ == index ? 0 : baseline_;
    if (all_.empty()) {
        comparison_.reset();
        emit changed();
        return;
    }
    compareAgain();
}

bool CompareSet::has(const std::vector<std::filesystem::path>& paths) const {
    return std::equal(
        all_.begin(), all_.end(), paths.begin(), paths.end(),
        [](const Compared& one, const std::filesystem::path& path) { return one.path == path; });
}

void CompareSet::replace(const std::vector<std::filesystem::path>& paths, std::size_t baseline) {
    if (isBusy()) {
        return;
    }
    baseline_ = std::min(baseline, paths.empty() ? 0 : paths.size() - 1);
    if (has(paths)) {
        compareAgain();
        return;
    }
    start(tr("Reading what is compared…"), tr("%1 cannot be compared"),
          [paths, shipped = shipped_](ComparedWork& work, const Task::Link&) {
              const std::vector<Compared> before = std::exchange(work.all, {});
              for (const std::filesystem::path& path : paths) {
                  const auto known =
                      std::find_if(before.begin(), before.end(),
                                   [&](const Compared& c) { return c.path == path; });
                  Compared next;
                  if (known == before.end() && !readInto(work, next, path, shipped)) {
                      return;
                  }
                  work.all.push_back(known == before.end() ? std::move(next) : *known);
              }
          });
}

engine::Result<std::vector<std::filesystem::path>> CompareSet::keep(
    const std::filesystem::path& folder) {
    const std::filesystem::path& scratch = scratch_.path();
    std::vector<std::filesystem::path> files;
    for (Compared& one : all_) {
        const bool isScratch = !scratch.empty() && one.path.parent_path().parent_path() == scratch;
        if (isScratch) {
            std::error_code ignored;
            std::filesystem::create_directories(folder, ignored);
            std::filesystem::path kept = folder / one.path.filename();
            for (int n = 2; std::filesystem::exists(kept, ignored); ++n) {
                kept = folder / (one.path.stem().string() + "-" + std::to_string(n) + ".db");
            }
            if (const auto done = engine::copyRecording(one.path, kept, false); !done) {
                return tl::unexpected(done.error());
            }
            one.path = kept;
            one.run.reset();  // later steps of the run are another recording
        }
        files.push_back(one.path);
    }
    return files;
}

void CompareSet::addMoney() {
    if (all_.empty()) {
        return;
    }
    start(tr("Simulating a year of each…"), tr("The cost of %1 cannot be worked out"),
          [](ComparedWork& work, const Task::Link& link) {
              for (Compared& one : work.all) {
                  if (const auto done = engine::addMoney(one.candidate, {}, &link.isCancelled());
                      !done) {
                      work.errors = done.error();
                      work.which = QString::fromStdString(one.candidate.name);
                      return;
                  }
              }
          });
}

void CompareSet::setBaseline(std::size_t index) {
    if (!isBusy() && index < all_.size() && index != baseline_) {
        baseline_ = index;
        compareAgain();
    }
}

void CompareSet::setTime(double timeS) {
    timeS_ = timeS;
    if (engine::RunPast* past = workspace_->runs().past()) {
        past->seek(timeS);
    }
    emit timeChanged();
}

std::vector<float> CompareSet::field(std::size_t index, const std::string& key) const {
    // The worker reads the recordings meanwhile.
    if (isBusy() || index >= all_.size() || !all_[index].candidate.recording) {
        return {};
    }
    return all_[index].candidate.recording->field(key, timeS_).value_or(std::vector<float>());
}

double CompareSet::lastS() const {
    double last = 0.0;
    for (const Compared& one : all_) {
        last = one.frames ? std::max(last, one.frames->lastS()) : last;
    }
    return last;
}

}  // namespace headroom::ui
