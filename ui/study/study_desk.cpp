// SPDX-License-Identifier: Apache-2.0
#include "ui/study/study_desk.h"

#include "engine/document/companions.h"
#include "engine/files/output_file.h"
#include "engine/run/order_text.h"
#include "engine/study/design.h"
#include "ui/kit/task.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/workspace.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>
#include <cmath>
#include <system_error>
#include <utility>

namespace headroom::ui {

namespace {

namespace fs = std::filesystem;

constexpr const char* kEnding = ".study.json";
constexpr qint64 kLookMs = 1500;        // between two looks at the results while they come
constexpr qint64 kShareOfLooking = 20;  // or this multiple of the time of the last look
constexpr std::size_t kMostSteps = 200;
constexpr int kMostFolders = 1000;

/// Beside it, or where programs keep what they make where that may not be written to.
fs::path writableFolder(const fs::path& folder) {
    if (QFileInfo(QString::fromStdString(folder.string())).isWritable()) {
        return folder;
    }
    const QString own =
        QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/studies";
    QDir().mkpath(own);
    return own.toStdString();
}

std::shared_ptr<const StudyAnswer> answerOf(engine::StudyPlan plan,
                                            const std::vector<engine::StudyRow>& rows,
                                            std::shared_ptr<const engine::Project> project,
                                            std::shared_ptr<const engine::Catalogue> catalogue) {
    auto answer = std::make_shared<StudyAnswer>(
        StudyAnswer{std::move(plan), {}, {}, {}, std::move(project), std::move(catalogue)});
    answer->answers = engine::answersOf(answer->plan, rows);
    if (answer->study().design == engine::DesignKind::Search) {
        answer->steps = engine::searchSteps(answer->plan, rows);
    }
    std::vector<char> asked(rows.size(), 0);
    for (const std::ptrdiff_t at : engine::rowsOf(answer->plan, rows)) {
        if (at >= 0) {
            asked[static_cast<std::size_t>(at)] = 1;
        }
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (asked[i] == 0) {
            answer->stale.push_back(rows[i]);
        }
    }
    return answer;
}

}  // namespace

/// Result of a worker about a study.
struct StudyDesk::Made {
    std::optional<engine::Study> study;  ///< as the file has it, where it was read
    std::shared_ptr<const StudyAnswer> answer;
    engine::Errors errors;
};

StudyDesk::StudyDesk(Workspace* workspace, QObject* parent)
    : QObject(parent), workspace_(workspace), reader_(new Task(this)), runner_(new Task(this)) {
    connect(runner_, &Task::progressed, this, &StudyDesk::progressed);
    connect(workspace, &Workspace::projectChanged, this, [this] {
        if (study_) {
            isStale_ = answer_ != nullptr;
            prepare();
        }
    });
    connect(workspace, &Workspace::opened, this, [this] {
        if (study_) {
            prepare();  // its project may be another one than that on the screen was
        }
        emit changed();
    });
    connect(workspace, &Workspace::closed, this, &StudyDesk::changed);
}

StudyDesk::~StudyDesk() = default;

bool StudyDesk::isRunning() const {
    return runner_->isBusy();
}

bool StudyDesk::isReading() const {
    return reader_->isBusy() || isDue_;
}

fs::path StudyDesk::database() const {
    fs::path path = writableFolder(file_.parent_path()) / file_.stem();
    path += ".db";
    return path;
}

std::vector<fs::path> StudyDesk::known() const {
    std::vector<fs::path> all;
    if (workspace_->isOpen() && !workspace_->project().file.empty()) {
        const QDir folder(QString::fromStdString(workspace_->project().folder().string()));
        for (const QString& name :
             folder.entryList({QString("*") + kEnding}, QDir::Files, QDir::Name)) {
            all.emplace_back(folder.filePath(name).toStdString());
        }
    }
    if (!file_.empty() && std::find(all.begin(), all.end(), file_) == all.end()) {
        all.push_back(file_);
    }
    return all;
}

/// The open project for its own file, others from the disk; all of it owned, for workers.
engine::StudyReaders StudyDesk::readers() const {
    engine::StudyReaders readers;
    readers.order = [](std::string_view text) { return engine::orderFromText(text, 0.0); };
    std::shared_ptr<const engine::StudyProject> own;
    if (workspace_->isOpen() && workspace_->catalogue() != nullptr) {
        own = std::make_shared<const engine::StudyProject>(
            engine::StudyProject{*workspace_->catalogue(), workspace_->project()});
    }
    readers.open = [own, shipped = workspace_->catalogueFolder()](
                       const fs::path& path) -> engine::ResultAll<engine::StudyProject> {
        std::error_code ignored;
        if (own && !own->project.file.empty() &&
            (fs::equivalent(path, own->project.file, ignored) ||
             fs::equivalent(path / "project.json", own->project.file, ignored))) {
            return *own;
        }
        const fs::path folder = fs::is_directory(path, ignored) ? path : path.parent_path();
        auto catalogue = engine::Catalogue::load(shipped, engine::projectCatalogueFolder(folder));
        if (!catalogue) {
            return tl::unexpected(catalogue.error());
        }
        auto project = engine::loadProject(path, *catalogue);
        if (!project) {
            return tl::unexpected(project.error());
        }
        return engine::StudyProject{std::move(*catalogue), std::move(*project)};
    };
    // The open project is one that somebody opened by hand.
    readers.trusts = [own, all = mayNameOutside_](const fs::path& path) {
        std::error_code ignored;
        return all || (own && !own->project.file.empty() &&
                       (fs::equivalent(path, own->project.file, ignored) ||
                        fs::equivalent(path / "project.json", own->project.file, ignored)));
    };
    return readers;
}

/// Code that makes the study ready and reads its results, on a worker.
std::function<StudyDesk::Made()> StudyDesk::reading() const {
    return [study = study_, file = file_, database = database(), readers = readers()] {
        Made made;
        auto read = study ? engine::ResultAll<engine::Study>(*study) : engine::loadStudy(file);
        if (!read) {
            made.errors = read.error();
            return made;
        }
        made.study = *read;
        // Read like a file, so that the message for an invalid input names its place.
        auto checked = engine::parseStudy(engine::studyText(*read), file);
        if (!checked) {
            made.errors = checked.error();
            return made;
        }
        auto plan = engine::StudyPlan::make(std::move(*checked), readers, true);
        if (!plan) {
            made.errors = plan.error();
            return made;
        }
        std::vector<engine::StudyRow> rows;
        std::error_code ignored;
        if (fs::exists(database, ignored)) {
            const auto opened = engine::StudyDatabase::read(database, plan->study().name);
            auto found = opened ? opened->rows() : tl::unexpected(opened.error());
            if (!found) {
                made.errors = {found.error()};
                return made;
            }
            rows = std::move(*found);
        }
        auto of = readers.open(plan->study().project);
        auto project = std::make_shared<const engine::StudyProject>(std::move(*of));
        made.answer = answerOf(engine::searchPlan(*plan, rows), rows, {project, &project->project},
                               {project, &project->catalogue});
        return made;
    };
}

void StudyDesk::take(Made made) {
    if (made.study && !study_) {
        study_ = std::move(made.study);
    }
    errors_ = std::move(made.errors);
    if (made.answer || !isStale_) {
        answer_ = std::move(made.answer);
    }
    isStale_ = answer_ != nullptr && !errors_.empty();
    emit answered();
    emit changed();
}

/// Made ready anew, once what runs and what is read have ended.
void StudyDesk::prepare() {
    if (reader_->isBusy() || runner_->isBusy() || file_.empty()) {
        isDue_ = !file_.empty();
        return;
    }
    isDue_ = false;
    reader_->run(reading(), [this, of = file_](Made made) {
        if (isDue_ || of != file_) {
            prepare();  // something changed meanwhile
        } else {
            take(std::move(made));
        }
    });
    emit changed();
}

void StudyDesk::open(const fs::path& file) {
    if (isRunning()) {
        return;
    }
    close();
    file_ = file;
    prepare();
}

bool StudyDesk::namesOutside() const {
    return std::any_of(errors_.begin(), errors_.end(),
                       [](const engine::Error& e) { return e.code == "STU-021"; });
}

void StudyDesk::allowOutside() {
    mayNameOutside_ = true;
    prepare();
}

void StudyDesk::begin(engine::StudyAxis axis) {
    if (isRunning() || !workspace_->isOpen() || workspace_->project().file.empty()) {
        return;
    }
    close();
    mayNameOutside_ = true;  // its projects are picked by hand
    const fs::path& project = workspace_->project().file;
    const fs::path folder = writableFolder(project.parent_path());
    std::error_code ignored;
    for (int n = 1; file_.empty() || fs::exists(file_, ignored); ++n) {
        file_ = folder / ("study-" + std::to_string(n) + kEnding);
    }
    engine::Study study;
    study.file = file_;
    study.project = project;
    study.name = file_.stem().stem().string();
    study.figures = engine::figuresIn(engine::kAsHeadline);
    study.axes.push_back(std::move(axis));
    study_ = std::move(study);
    write();
    prepare();
}

void StudyDesk::close() {
    study_.reset();
    file_.clear();
    past_.clear();
    answer_.reset();
    errors_.clear();
    isStale_ = isDue_ = wasPaused_ = false;
    mayNameOutside_ = false;
    emit answered();
    emit changed();
}

void StudyDesk::write() {
    if (study_->axes.empty()) {
        return;  // no study yet, and none that could be read again
    }
    if (const auto done = engine::writeFile(file_, engine::studyText(*study_)); !done) {
        errors_ = {done.error()};
    }
}

void StudyDesk::change(engine::Study next) {
    if (!study_ || isRunning()) {
        return;
    }
    past_.push_back(std::move(*study_));
    if (past_.size() > kMostSteps) {
        past_.erase(past_.begin());
    }
    study_ = std::move(next);
    isStale_ = answer_ != nullptr;
    write();
    prepare();
    emit changed();
}

void StudyDesk::undo() {
    if (past_.empty() || isRunning()) {
        return;
    }
    study_ = std::move(past_.back());
    past_.pop_back();
    isStale_ = answer_ != nullptr;
    write();
    prepare();
    emit changed();
}

void StudyDesk::run() {
    if (!answer_ || isStale_ || isReading() || isRunning()) {
        return;
    }
    *pause_ = false;
    wasPaused_ = false;
    const auto work = [was = answer_, path = database(), pause = pause_,
                       this](const Task::Link& link) {
        Made made;
        auto opened = engine::StudyDatabase::write(path, was->study().name, was->study().text);
        if (!opened) {
            made.errors = {opened.error()};
            return made;
        }
        engine::StudyDatabase database = std::move(*opened);
        const auto look = [&](const engine::StudyPlan& now) -> std::shared_ptr<const StudyAnswer> {
            const auto rows = database.rows();
            return rows ? answerOf(now, *rows, was->project, was->catalogue) : nullptr;
        };
        QElapsedTimer clock, sinceLook;
        clock.start();
        sinceLook.start();
        qint64 waitMs = kLookMs;
        const auto end = engine::runToEnd(
            was->plan, database, 0,
            [&](const engine::StudyPlan& now, std::size_t done, std::size_t due) {
                const double share = static_cast<double>(done) / static_cast<double>(due);
                const double leftS =
                    static_cast<double>(clock.elapsed()) / 1000.0 * (1.0 - share) / share;
                link.tell(share, done < due ? StudyDesk::tr("%1 of %2 runs, about %3 to go")
                                                  .arg(done)
                                                  .arg(due)
                                                  .arg(lengthText(std::ceil(leftS)))
                                            : StudyDesk::tr("%1 runs").arg(done));
                if (sinceLook.elapsed() < waitMs || done == due) {
                    return;
                }
                sinceLook.restart();
                if (auto seen = look(now)) {
                    link.post([this, seen] {
                        answer_ = seen;
                        emit answered();
                    });
                }
                waitMs = std::max(kLookMs, kShareOfLooking * sinceLook.elapsed());
                sinceLook.restart();
            },
            {&link.isCancelled(), pause.get()});
        if (!end) {
            made.errors = {end.error()};
        }
        made.answer = look(end ? *end : was->plan);
        return made;
    };
    runner_->run(work, [this](Made made) {
        wasPaused_ = *pause_ || runner_->isCancelled();
        if (!made.answer) {
            made.answer = answer_;
        }
        const bool isChanged = isStale_;
        take(std::move(made));
        isStale_ = isStale_ || isChanged;
        if (isDue_) {
            prepare();
        }
        emit finished();
        emit changed();
    });
    emit changed();
}

void StudyDesk::pause() {
    *pause_ = true;
    emit changed();
}

void StudyDesk::cancel() {
    runner_->cancel();
    emit changed();
}

void StudyDesk::openDesign(std::size_t point) {
    if (!answer_ || point >= answer_->plan.points().size()) {
        return;
    }
    const fs::path beside = database().parent_path();
    const std::string name = engine::designFolderName(answer_->study(), point);
    for (int n = 1; n < kMostFolders; ++n) {
        const auto file = engine::writeDesign(
            answer_->plan, point, beside / (n == 1 ? name : name + '-' + std::to_string(n)));
        if (file) {
            workspace_->files().open(*file);
            return;
        }
        if (file.error().front().code != "STU-019") {
            emit workspace_->failed(tr("The design was not written"), file.error());
            return;
        }
    }
}

bool StudyDesk::canSet(std::size_t point) const {
    if (!answer_ || isStale_ || point >= answer_->plan.points().size() ||
        !workspace_->editor().canEdit()) {
        return false;
    }
    std::error_code ignored;
    const fs::path& project = answer_->project->file;
    if (project.empty() || !fs::equivalent(project, workspace_->project().file, ignored)) {
        return false;
    }
    const auto& axes = answer_->study().axes;
    return std::none_of(axes.begin(), axes.end(), [](const engine::StudyAxis& axis) {
        return axis.kind == engine::AxisKind::Part || axis.kind == engine::AxisKind::Project;
    });
}

void StudyDesk::setDesign(std::size_t point) {
    if (!canSet(point)) {
        return;
    }
    const auto settings = answer_->plan.settingsAt(point);
    if (!settings) {
        emit workspace_->failed(tr("The design was not set"), settings.error());
    } else {
        workspace_->editor().apply(
            *settings,
            tr("Set Point %1 of %2").arg(point).arg(QString::fromStdString(answer_->study().name)));
    }
}

}  // namespace headroom::ui
