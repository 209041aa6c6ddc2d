// SPDX-License-Identifier: Apache-2.0
#include "ui/air/air_flow.h"

#include "engine/air/field/air_renewal.h"
#include "engine/air/field/foam_run.h"
#include "engine/air/field/library.h"
#include "engine/air/field/openfoam.h"
#include "models/facility/hall.h"
#include "ui/kit/task.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

#include <QTemporaryDir>
#include <QTimer>

#include <atomic>
#include <filesystem>
#include <utility>

namespace headroom::ui {

namespace {

constexpr int kThreads = 2;

/// The first hall with racks.
int firstHall(const engine::Layout& layout) {
    return layout.racks.empty() ? (layout.halls.empty() ? -1 : 0) : layout.racks.front().hall;
}

/// The hall that is selected, or that what is selected is in; -1 if none.
int hallOf(const engine::Layout& layout, const Selected& what) {
    if (what.kind == Selected::Kind::Rack && what.index >= 0 &&
        static_cast<std::size_t>(what.index) < layout.racks.size()) {
        return layout.racks[static_cast<std::size_t>(what.index)].hall;
    }
    if (what.objectId.empty()) {
        return -1;
    }
    for (std::size_t i = 0; i < layout.halls.size(); ++i) {
        if (layout.halls[i].id == what.objectId) {
            return static_cast<int>(i);
        }
    }
    for (const engine::RackBox& rack : layout.racks) {
        if (layout.blocks[static_cast<std::size_t>(rack.block)] == what.objectId) {
            return rack.hall;
        }
    }
    return -1;
}

QString textOf(const engine::Error& error) {
    return shownText(error.message + ": " + error.remedy);
}

}  // namespace

/// Inputs and results of a worker; the window looks at results only when it is done.
struct AirFlow::Job {
    std::shared_ptr<const engine::Catalogue> catalogue;
    engine::Project project;
    std::string hallId;
    double load = 1.0;
    std::shared_ptr<const engine::AirStudy> study;
    std::shared_ptr<const engine::AirField> field;
    std::optional<engine::HallAirShares> shares;
    int hall = -1;
    bool openFoam = false;
    std::atomic<double> residual = 1.0;
    QString fault;
    double progress = 0.0;  ///< of the window alone

    void run(const Task::Link& link) {
        if (!study) {
            auto made = engine::airStudy(project, *catalogue, {load, {}});
            if (!made) {
                fault = textOf(made.error().front());
                return;
            }
            study = std::make_shared<const engine::AirStudy>(std::move(*made));
        }
        for (std::size_t i = 0; i < study->halls.size(); ++i) {
            const engine::AirStudyHall& h = study->halls[i];
            if (h.id != hallId) {
                continue;
            }
            if (openFoam) {
                runCase(h, link);
                continue;
            }
            engine::AirFieldOptions options;
            options.threads = kThreads;
            options.cancel = &link.isCancelled();
            options.progress = [&link](double done) { link.tell(done); };
            auto solved = engine::airFieldOf(*study, h, options);
            if (!solved) {
                fault = textOf(solved.error());
                return;
            }
            take(h, std::move(*solved), "");
        }
    }

    void take(const engine::AirStudyHall& h, engine::AirField solved, const char* method) {
        if (load == 1.0 && !solved.racks.empty()) {
            shares = engine::airSharesOf(*study, h, solved, method, engine::dayOfAir());
        }
        field = std::make_shared<const engine::AirField>(std::move(solved));
    }

    /// Exports the hall, runs OpenFOAM and reads its result.
    void runCase(const engine::AirStudyHall& h, const Task::Link& link) {
        const QTemporaryDir place;
        const std::filesystem::path folder = place.filePath("case").toStdString();
        if (auto made = engine::writeFoamCase(*study, h, {}, folder); !made) {
            fault = textOf(made.error());
            return;
        }
        const auto tell = [&](const engine::FoamProgress& now) {
            residual = now.residual;
            link.tell(now.iterations > 0 ? static_cast<double>(now.iteration) / now.iterations
                                         : 0.0);
        };
        if (auto ran = engine::runFoamCase(folder, tell, &link.isCancelled()); !ran) {
            fault = textOf(ran.error());
            return;
        }
        auto found = engine::readFoamCase(*study, h, folder);
        if (!found) {
            fault = textOf(found.error());
            return;
        }
        take(h, std::move(*found), "OpenFOAM");
    }
};

/// Inputs and result of a renewal of the halls' inlets.
struct AirFlow::Refresh {
    std::shared_ptr<const engine::Catalogue> catalogue;
    engine::Project project;
    engine::AirRenewal renewal;

    void run(const Task::Link& link) {
        auto library = engine::AirLibrary::ofUser();
        engine::AirFieldOptions options;
        options.threads = 1;
        options.cancel = &link.isCancelled();
        renewal = engine::renewedAir(project, *catalogue, library, options);
    }
};

AirFlow::AirFlow(Workspace* workspace, QObject* parent)
    : QObject(parent), workspace_(workspace), settle_(new QTimer(this)) {
    constexpr double kMsPerS = 1000.0;
    settle_->setSingleShot(true);
    settle_->setInterval(static_cast<int>(kMsPerS * engine::kAirRenewalPauseS));
    connect(settle_, &QTimer::timeout, this, &AirFlow::startRefresh);
    connect(workspace, &Workspace::projectChanged, this, &AirFlow::reviewProject);
    connect(workspace, &Workspace::opened, this, &AirFlow::forget);
    connect(workspace, &Workspace::closed, this, &AirFlow::forget);
    forget();
}

void AirFlow::forget() {
    cancel();
    study_.reset();
    studyLoad_ = -1.0;
    field_.reset();
    shares_.reset();
    fault_.clear();
    reviewProject();
    hall_ = workspace_->isOpen() ? firstHall(workspace_->layout()) : -1;
    if (on_) {
        compute();
    }
    emit changed();
}

void AirFlow::setOn(bool on) {
    if (on == on_) {
        return;
    }
    on_ = on;
    if (const int chosen = hallOf(workspace_->layout(), workspace_->selection().current());
        on && chosen >= 0 && chosen != hall_) {
        hall_ = chosen;
        field_.reset();
    }
    if (on && !field_) {
        compute();
    } else if (!on) {
        cancel();
    }
    emit changed();
}

void AirFlow::setHall(int hall) {
    if (hall == hall_) {
        return;
    }
    hall_ = hall;
    field_.reset();
    compute();
}

void AirFlow::setLoad(double load) {
    if (load == load_) {
        return;
    }
    load_ = load;
    field_.reset();
    compute();
}

/// After an edit: what was worked out of the project before is of another one, and its halls may need new inlets. An
/// edit that only brings new inlets, or takes one back, does not start another refresh.
void AirFlow::reviewProject() {
    study_.reset();
    studyLoad_ = -1.0;
    if (refresh_) {
        refreshTask_->cancel();
        refreshTask_ = nullptr;
        refresh_.reset();
    }
    const bool isHeld = workspace_->isOpen() && engine::holdsAirShares(workspace_->project());
    if (isHeld && workspace_->editor().canEdit() && !workspace_->editor().canRedo()) {
        settle_->start();
    } else {
        settle_->stop();
    }
    emit changed();
}

void AirFlow::startRefresh() {
    const auto catalogue = workspace_->sharedCatalogue();
    if (!workspace_->isOpen() || !catalogue || refresh_) {
        return;
    }
    auto refresh = std::make_shared<Refresh>();
    refresh->catalogue = catalogue;
    refresh->project = workspace_->project();
    refresh_ = refresh;
    auto* task = refreshTask_ = new Task(this);
    task->run([refresh](const Task::Link& link) { refresh->run(link); },
              [this, task, refresh] {
                  task->deleteLater();
                  finishRefresh(refresh);
              });
    emit changed();
}

void AirFlow::finishRefresh(const std::shared_ptr<Refresh>& refresh) {
    if (refresh != refresh_) {
        return;  // another edit came
    }
    refresh_.reset();
    refreshTask_ = nullptr;
    if (!refresh->renewal.edits.empty() && workspace_->editor().canEdit()) {
        workspace_->editor().apply(refresh->renewal.edits,
                                   QString::fromStdString(refresh->renewal.words()));
    }
    emit changed();
}

bool AirFlow::isUsed() const {
    const auto& halls = workspace_->layout().halls;
    if (!workspace_->isOpen() || hall_ < 0 || hall_ >= static_cast<int>(halls.size())) {
        return false;
    }
    const engine::Object* hall =
        workspace_->project().find(halls[static_cast<std::size_t>(hall_)].id);
    return hall != nullptr && !engine::specOf<models::HallSpec>(*hall).airField.empty();
}

void AirFlow::setUsed(bool used) {
    if (used ? !isUsable() : !isUsed()) {
        return;
    }
    const std::string& id = workspace_->layout().halls[static_cast<std::size_t>(hall_)].id;
    workspace_->editor().apply(used ? engine::airEdits(*shares_) : engine::airRemoval(id),
                               used ? tr("Use Air Field of %1").arg(QString::fromStdString(id))
                                    : tr("Remove Air Field of %1").arg(QString::fromStdString(id)));
}

double AirFlow::progress() const {
    return job_ ? job_->progress : field_ ? 1.0 : 0.0;
}

void AirFlow::cancel() {
    if (job_) {
        task_->cancel();
        task_ = nullptr;  // ends by itself
        job_.reset();
        emit changed();
    }
}

void AirFlow::compute() {
    cancel();
    fault_.clear();
    if (on_) {
        start();
    }
    emit changed();
}

void AirFlow::runOpenFoam() {
    cancel();
    fault_.clear();
    start(true);
    emit changed();
}

bool AirFlow::isOpenFoam() const {
    return job_ && job_->openFoam;
}

double AirFlow::residual() const {
    return job_ ? job_->residual.load() : 1.0;
}

void AirFlow::start(bool openFoam) {
    const auto& halls = workspace_->layout().halls;
    const auto catalogue = workspace_->sharedCatalogue();
    if (!workspace_->isOpen() || !catalogue || hall_ < 0 ||
        hall_ >= static_cast<int>(halls.size())) {
        return;
    }
    auto job = std::make_shared<Job>();
    job->catalogue = catalogue;
    job->project = workspace_->project();
    job->hall = hall_;
    job->hallId = halls[static_cast<std::size_t>(hall_)].id;
    job->load = load_;
    job->openFoam = openFoam;
    job->study = studyLoad_ == load_ ? study_ : nullptr;
    job_ = job;
    // A task of its own: one that was cancelled takes a moment to end.
    auto* task = task_ = new Task(this);
    connect(task, &Task::progressed, this, [this, job](double done) {
        if (job == job_) {
            job->progress = done;
            emit progressed();
        }
    });
    task->run([job](const Task::Link& link) { job->run(link); },
              [this, task, job] {
                  task->deleteLater();
                  finish(job);
              });
}

void AirFlow::finish(const std::shared_ptr<Job>& job) {
    if (job != job_) {
        return;  // cancelled, or of another project
    }
    job_.reset();
    task_ = nullptr;
    study_ = job->study;
    studyLoad_ = job->load;
    field_ = job->field;
    shares_ = job->shares;
    fault_ = job->fault;
    if (!field_ && fault_.isEmpty()) {
        fault_ = tr("Nothing moves air in this hall.");
    }
    emit changed();
}

}  // namespace headroom::ui
