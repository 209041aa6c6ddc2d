// SPDX-License-Identifier: Apache-2.0
#include "ui/workspace/workspace.h"

#include "engine/base/index.h"
#include "engine/document/blocks.h"
#include "ui/kit/task.h"
#include "ui/units/moment_text.h"
#include "ui/workspace/alarm_desk.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/cause_focus.h"
#include "ui/workspace/design_watch.h"
#include "ui/workspace/drill_desk.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/floor_focus.h"
#include "ui/workspace/twin_desk.h"
#include "ui/workspace/workspace_loaded.h"

#include <QPointer>

#include <algorithm>
#include <utility>

namespace headroom::ui {

namespace {

constexpr int kStateMs = 250;
constexpr int kShortestBeatMs = 90, kLongestBeatMs = 500;
constexpr int kShareOfTime = 5;  // one part for drawing, the rest for menus and the run

}  // namespace

Workspace::Workspace(std::filesystem::path catalogueFolder, QObject* parent)
    : QObject(parent),
      loader_(new Task(this)),
      compiler_(new Task(this)),
      catalogueFolder_(std::move(catalogueFolder)),
      editor_(new Editor(this)),
      design_(new DesignWatch(this)),
      drills_(new DrillDesk(this)),
      blast_(new BlastFocus(this)),
      floor_(new FloorFocus(this)),
      causes_(new CauseFocus(this)),
      alarms_(new AlarmDesk(this)),
      twin_(new TwinDesk(this)) {
    connect(design_, &DesignWatch::changed, this, &Workspace::takeDesign);
    beat_.setSingleShot(true);
    connect(&beat_, &QTimer::timeout, this, [this] {
        if (isFresh_) {
            takeFrame();
        }
    });
    state_.setInterval(kStateMs);
    // Achieved speed and the end of a run show even when no frame comes.
    connect(&state_, &QTimer::timeout, this, &Workspace::followState);
    connect(this, &Workspace::playStateChanged, &state_, qOverload<>(&QTimer::start));
}

void Workspace::followState() {
    const bool isOver = !status().moving;
    emit playStateChanged();  // which begins to look again
    if (isOver) {
        state_.stop();
    }
}

Workspace::~Workspace() {
    loader_->wait();
    compiler_->wait();
    detach();
}

bool Workspace::isBusy() const {
    return loader_->isBusy();
}

const engine::Layout& Workspace::layout() const {
    static const engine::Layout kEmpty;
    if (drawn_) {
        return *drawn_;
    }
    return source_ && ran_ ? *ran_ : kEmpty;
}

engine::RunStatus Workspace::status() const {
    engine::RunStatus status = source_ ? source_->status() : engine::RunStatus{};
    status.moving = status.moving || isFresh_;
    return status;
}

QString Workspace::title() const {
    if (!isOpen()) {
        return {};
    }
    const std::string name = source_ ? source_->name() : std::string();
    return name.empty() ? titleOf(project_) : QString::fromStdString(name);
}

QString Workspace::titleOf(const engine::Project& project) {
    for (const engine::Object& object : project.objects) {
        if (object.type != nullptr && object.type->id == "project") {
            const auto* name = std::get_if<std::string>(&object.value("name"));
            if (name != nullptr && !name->empty()) {
                return QString::fromStdString(*name);
            }
        }
    }
    const auto stem = project.file.stem() == "project" ? project.file.parent_path().filename()
                                                       : project.file.stem();
    return stem.empty() ? tr("Untitled") : QString::fromStdString(stem.string());
}

void Workspace::show(engine::Project project, std::unique_ptr<engine::AnyRun> source) {
    begin(std::move(project), std::move(source), false, {});
}

void Workspace::begin(engine::Project project, std::shared_ptr<engine::AnyRun> source, bool goesOn,
                      const engine::Errors& faults) {
    // A run that continues hands back its own project, or brings that of a branch.
    const bool isSame = goesOn && (project_.objects.empty() || project.objects == project_.objects);
    const bool wasPlaying = status().playing;
    const std::vector<Selected> before = goesOn ? selection_.all() : std::vector<Selected>{};
    detach();
    selection_.clear();
    project_ = std::move(project);
    drawn_.reset();
    faults_ = faults;
    resumes_ = false;
    open_ = true;
    if (!goesOn) {
        ++document_;
        editor_->forget(true);
    }
    if (source) {
        attach(std::move(source));
    } else {
        drawLayout();
    }
    if (!isSame) {
        emit designReplaced();
    }
    emit opened();
    selection_.selectAll(keptSelection(before));
    if (link() == nullptr && (goesOn ? wasPlaying : playOnOpen_ && past() == nullptr)) {
        play();
    }
    emit playStateChanged();
    takeFrame();
}

/// Selection of one instant or run, as far as it exists in another at the same place.
std::vector<Selected> Workspace::keptSelection(const std::vector<Selected>& before) const {
    const engine::Layout& floor = layout();
    std::vector<Selected> kept;
    for (const Selected& what : before) {
        const bool isOfProject = what.objectId.empty() || project_.find(what.objectId) != nullptr;
        const bool isRackThere = what.rack() < 0 || at(what.rack()) < floor.racks.size();
        const bool isMachineThere =
            what.equipment() < 0 || at(what.equipment()) < floor.equipment.size();
        if (isOfProject && isRackThere && isMachineThere) {
            kept.push_back(what);
        }
    }
    return kept;
}

void Workspace::attach(std::shared_ptr<engine::AnyRun> source) {
    source_ = std::move(source);
    const auto first = source_->frame();
    ran_ = first->layout ? first->layout : source_->layout();
    TimeNotation::instance().setStart(startOfClock(first->clock, first->timeS));
    frame_ = first;
    if (engine::RunDrive* drive = source_->drive(); drive != nullptr && link() == nullptr) {
        drive->setSpeed(speed_);
    }
    framePending_ = std::make_shared<std::atomic<bool>>(false);
    // The pointer is looked at on this thread only: the lambda inside runs in our event loop.
    source_->onFrame([self = QPointer<Workspace>(this), target = this, pending = framePending_] {
        if (!pending->exchange(true)) {
            QMetaObject::invokeMethod(
                target,
                [self, pending] {
                    pending->store(false);
                    if (self && self->framePending_ == pending) {
                        self->frameIsReady();
                    }
                },
                Qt::QueuedConnection);
        }
    });
    listenToServed();
}

void Workspace::detach() {
    if (source_) {
        // Runs that others serve continue without us.
        if (engine::RunDrive* drive = source_->drive(); drive != nullptr && link() == nullptr) {
            drive->pause();
        }
        source_->onFrame({});
        source_.reset();
    }
    frame_.reset();
    ran_.reset();
    isFresh_ = false;
    TimeNotation::instance().setStart({});
}

void Workspace::frameIsReady() {
    isFresh_ = true;
    if (!beat_.isActive() || !status().playing) {
        takeFrame();
    }
}

/// Shows the newest frame; the next one when this one is drawn and four times that has passed.
void Workspace::takeFrame() {
    isFresh_ = false;
    frame_ = source_ ? source_->frame() : nullptr;
    if (frame_) {
        ran_ = frame_->layout ? frame_->layout : source_->layout();
    }
    if (frame_ && !fits(*frame_)) {
        frame_.reset();
    }
    QElapsedTimer since;
    since.start();
    beat_.start(kLongestBeatMs);
    emit frameArrived();
    emit slowTick();
    // Requested drawing happens before a timer of no time ends.
    QTimer::singleShot(0, this, [this, since] {
        const auto drawnMs = static_cast<int>(since.elapsed());
        beat_.start(std::clamp((kShareOfTime - 1) * drawnMs, kShortestBeatMs, kLongestBeatMs));
    });
}

void Workspace::play() {
    if (engine::RunDrive* drive = this->drive()) {
        drive->play();
        emit playStateChanged();
    }
}

void Workspace::pause() {
    if (engine::RunDrive* drive = this->drive()) {
        drive->pause();
        emit playStateChanged();
    }
}

void Workspace::playUntil(double timeS) {
    if (isRewound()) {
        backToLive();
    }
    const auto own = isWatching() ? nullptr : ownRun();
    if (own && mayOperate()) {
        own->drive()->playUntil(timeS);
        emit playStateChanged();
    }
}

void Workspace::togglePlay() {
    if (status().playing) {
        pause();
    } else {
        play();
    }
}

void Workspace::step(int steps) {
    if (engine::RunDrive* drive = this->drive()) {
        if (steps < 0 && past() == nullptr) {
            seek(frame_ ? frame_->timeS - 1.0 : 0.0);  // the last step before
            return;
        }
        drive->step(steps);
        emit playStateChanged();
    }
}

/// Moves what is shown in time. Null if it cannot be, which is said.
engine::RunDrive* Workspace::drive() {
    engine::RunDrive* drive = source_ ? source_->drive() : nullptr;
    return drive != nullptr && mayOperate() ? drive : nullptr;
}

/// Takes orders to what is shown. Null if it takes none, which is said.
engine::RunOrders* Workspace::orders() {
    return source_ && !refusesOrders() ? source_->orders() : nullptr;
}

void Workspace::operate(const engine::PlantOrder& order) {
    if (engine::RunOrders* orders = this->orders()) {
        orders->operate(order);
    }
}

void Workspace::orderJob(const engine::JobOrder& order) {
    if (engine::RunOrders* orders = this->orders()) {
        orders->orderJob(order);
    }
}

void Workspace::watchJob(std::int64_t job) {
    if (source_) {
        source_->watchJob(job);
    }
}

void Workspace::setAirFractions(int hall, std::vector<double> fractions) {
    if (engine::RunOrders* orders = this->orders()) {
        orders->setAirFractions(hall, std::move(fractions));
    }
}

void Workspace::setSpeed(double simulatedPerSecond) {
    speed_ = simulatedPerSecond;
    if (engine::RunDrive* drive = this->drive()) {
        drive->setSpeed(simulatedPerSecond);
    }
    emit playStateChanged();
}

QString Workspace::nameOfObject(const std::string& id) const {
    const engine::Object* object = project_.find(id);
    if (object != nullptr && object->type->find("name") != nullptr) {
        if (const auto* name = std::get_if<std::string>(&object->value("name"))) {
            return QString::fromStdString(*name);
        }
    }
    return QString::fromStdString(id);
}

QString Workspace::nameOf(const Selected& what) const {
    const engine::Layout& plan = layout();
    const auto index = static_cast<std::size_t>(what.index);
    switch (what.kind) {
        case Selected::Kind::None:
            return {};
        case Selected::Kind::Facility:
            return title();
        case Selected::Kind::Object:
            return nameOfObject(what.objectId);
        case Selected::Kind::Rack: {
            const engine::RackBox& rack = plan.racks[index];
            return QStringLiteral("%1 · %2").arg(
                nameOfObject(plan.blocks[static_cast<std::size_t>(rack.block)]),
                QString::fromStdString(rack.name()));
        }
        case Selected::Kind::Equipment: {
            const engine::EquipmentBox& box = plan.equipment[index];
            return QStringLiteral("%1 · %2").arg(nameOfObject(box.id), box.kindName());
        }
        case Selected::Kind::Job:
            for (std::size_t j = 0; frame_ && j < frame_->jobs.size(); ++j) {
                if (frame_->jobs[j].id == what.job) {
                    return QString::fromStdString(frame_->jobs[j].name);
                }
            }
            return tr("Job %1").arg(what.job);
    }
    return {};
}

}  // namespace headroom::ui
