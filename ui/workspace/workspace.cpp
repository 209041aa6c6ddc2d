// SPDX-License-Identifier: Apache-2.0
#include "ui/workspace/workspace.h"

#include "engine/base/index.h"
#include "engine/watch/run_drive.h"
#include "ui/units/moment_text.h"
#include "ui/workspace/alarm_desk.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/cause_focus.h"
#include "ui/workspace/design_watch.h"
#include "ui/workspace/drill_desk.h"
#include "ui/workspace/edited_design.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/floor_focus.h"
#include "ui/workspace/frame_beat.h"
#include "ui/workspace/loader.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/served_run.h"
#include "ui/workspace/twin_desk.h"
#include "ui/workspace/window_runs.h"

#include <utility>

namespace headroom::ui {

Workspace::Workspace(std::filesystem::path catalogueFolder, QObject* parent)
    : QObject(parent),
      catalogueFolder_(std::move(catalogueFolder)),
      beat_(new FrameBeat(this)),
      loader_(new Loader(this)),
      files_(new ProjectFiles(this)),
      edited_(new EditedDesign(this)),
      runs_(new WindowRuns(this)),
      served_(new ServedRun(this)),
      control_(new RunControl(this)),
      editor_(new Editor(this, document_)),
      design_(new DesignWatch(this)),
      drills_(new DrillDesk(this)),
      blast_(new BlastFocus(this)),
      floor_(new FloorFocus(this)),
      causes_(new CauseFocus(this)),
      alarms_(new AlarmDesk(this)),
      twin_(new TwinDesk(this)) {
    connect(beat_, &FrameBeat::due, this, &Workspace::takeFrame);
    connect(editor_, &Editor::edited, edited_, &EditedDesign::take);
    connect(design_, &DesignWatch::changed, edited_, &EditedDesign::takeFigures);
}

Workspace::~Workspace() {
    loader_->wait();
    edited_->wait();
    detach();
    runs_->forget();
}

const engine::Layout& Workspace::layout() const {
    static const engine::Layout kEmpty;
    if (edited_->drawn()) {
        return *edited_->drawn();
    }
    return source_ && ran_ ? *ran_ : kEmpty;
}

engine::RunStatus Workspace::status() const {
    engine::RunStatus status = source_ ? source_->status() : engine::RunStatus{};
    status.moving = status.moving || beat_->isFresh();
    // The run waits as it was until the design can run again.
    status.isOfDesignBefore = status.isOfDesignBefore || (source_ && !edited_->faults().empty());
    return status;
}

QString Workspace::title() const {
    if (!isOpen()) {
        return {};
    }
    const std::string name = source_ ? source_->name() : std::string();
    return name.empty() ? titleOf(project()) : QString::fromStdString(name);
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
    show({.project = std::move(project), .run = std::move(source)});
}

void Workspace::show(Opening opening) {
    // A run that continues hands back its own project, or brings that of a branch.
    const bool isSame = opening.continues &&
                        (project().objects.empty() || opening.project.objects == project().objects);
    const bool wasPlaying = status().playing;
    const std::vector<Selected> before =
        opening.continues ? selection_.all() : std::vector<Selected>{};
    detach();
    selection_.clear();
    document_.replace(std::move(opening.project),
                      opening.catalogue ? std::move(opening.catalogue) : document_.catalogue());
    edited_->begin(std::move(opening.faults));
    open_ = true;
    if (!opening.continues) {
        ++number_;
    }
    if (!opening.continues || opening.isSaved) {
        editor_->forget(opening.isSaved.value_or(true));
    }
    if (opening.run) {
        attach(std::move(opening.run));
    } else {
        edited_->draw();
    }
    if (!isSame) {
        emit designReplaced();
    }
    emit opened();
    selection_.selectAll(keptSelection(before));
    const bool plays =
        opening.continues ? wasPlaying : control_->playsOnOpen() && runs_->past() == nullptr;
    if (served_->link() == nullptr && plays) {
        control_->play();
    }
    emit playStateChanged();
    takeFrame();
}

void Workspace::clear() {
    selection_.clear();
    detach();
    runs_->forget();
    document_.replace({}, document_.catalogue());
    edited_->begin({});
    open_ = false;
    ++number_;
    editor_->forget(true);
    emit closed();
    emit playStateChanged();
}

/// Selection of one instant or run, as far as it exists in another at the same place.
std::vector<Selected> Workspace::keptSelection(const std::vector<Selected>& before) const {
    const engine::Layout& floor = layout();
    std::vector<Selected> kept;
    for (const Selected& what : before) {
        const bool isOfProject = what.objectId.empty() || project().find(what.objectId) != nullptr;
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
    if (engine::RunDrive* drive = source_->drive();
        drive != nullptr && served_->link() == nullptr) {
        drive->setSpeed(control_->speed());
    }
    beat_->listen(source_);
    served_->listen();
}

void Workspace::detach() {
    if (source_) {
        // Runs that others serve continue without us.
        if (engine::RunDrive* drive = source_->drive();
            drive != nullptr && served_->link() == nullptr) {
            drive->pause();
        }
        beat_->stop();
        source_.reset();
    }
    frame_.reset();
    ran_.reset();
    TimeNotation::instance().setStart({});
}

void Workspace::takeFrame() {
    beat_->beginDrawing();
    frame_ = source_ ? source_->frame() : nullptr;
    if (frame_) {
        ran_ = frame_->layout ? frame_->layout : source_->layout();
    }
    if (frame_ && !edited_->fits(*frame_)) {
        frame_.reset();
    }
    emit frameArrived();
    emit slowTick();
    beat_->endDrawing();
}

QString Workspace::nameOfObject(const std::string& id) const {
    const engine::Object* object = project().find(id);
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
