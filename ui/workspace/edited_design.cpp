// SPDX-License-Identifier: Apache-2.0
#include "ui/workspace/edited_design.h"

#include "engine/document/blocks.h"
#include "engine/document/order.h"
#include "engine/live/session.h"
#include "engine/watch/run_edits.h"
#include "ui/kit/task.h"
#include "ui/workspace/design_watch.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/served_run.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <algorithm>
#include <utility>

namespace headroom::ui {

namespace {

const std::string& blockOf(const engine::Layout& layout, const engine::RackBox& rack) {
    return layout.blocks[static_cast<std::size_t>(rack.block)];
}

/// Whether an array by rack of the one may be read with the other.
bool sameRacks(const engine::Layout& a, const engine::Layout& b) {
    return a.halls.size() == b.halls.size() &&
           std::equal(a.racks.begin(), a.racks.end(), b.racks.begin(), b.racks.end(),
                      [&](const engine::RackBox& p, const engine::RackBox& q) {
                          return p.row == q.row && p.column == q.column &&
                                 blockOf(a, p) == blockOf(b, q);
                      });
}

int sameRack(const engine::Layout& before, int index, const engine::Layout& now) {
    if (index >= static_cast<int>(before.racks.size())) {
        return -1;
    }
    const engine::RackBox& was = before.racks[static_cast<std::size_t>(index)];
    for (std::size_t i = 0; i < now.racks.size(); ++i) {
        const engine::RackBox& is = now.racks[i];
        if (is.row == was.row && is.column == was.column &&
            blockOf(now, is) == blockOf(before, was)) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

/// The same one in the order of those of its kind and object.
int sameMachine(const engine::Layout& before, int index, const engine::Layout& now) {
    if (index >= static_cast<int>(before.equipment.size())) {
        return -1;
    }
    const engine::EquipmentBox& was = before.equipment[static_cast<std::size_t>(index)];
    const auto like = [&](const engine::EquipmentBox& box) {
        return box.kind == was.kind && box.id == was.id;
    };
    auto rank = std::count_if(before.equipment.begin(), before.equipment.begin() + index, like);
    for (std::size_t i = 0; i < now.equipment.size(); ++i) {
        if (like(now.equipment[i]) && rank-- == 0) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

}  // namespace

/// Result of the worker that compiles what was edited.
struct EditedDesign::Compiled {
    engine::Project project;
    std::shared_ptr<engine::AnyRun> run;  ///< null if the run before continues, or none can begin
    engine::Errors errors;
};

EditedDesign::EditedDesign(Workspace* workspace)
    : QObject(workspace), workspace_(workspace), compiler_(new Task(this)) {}

void EditedDesign::begin(engine::Errors faults) {
    drawn_.reset();
    faults_ = std::move(faults);
    resumes_ = false;
}

bool EditedDesign::isUnderWay() const {
    return compiler_->isBusy() || simulationDue_;
}

void EditedDesign::wait() {
    compiler_->wait();
}

void EditedDesign::draw() {
    const engine::Project drawn = engine::asBuilt(workspace_->project());
    const auto view = workspace_->design().view();
    if (view && engine::hasFabricsOf(*view, drawn)) {
        drawn_ = std::make_shared<const engine::Layout>(
            engine::layoutOf(drawn, *workspace_->catalogue(), view->fabrics->network.get()));
        return;
    }
    // Networks are laid out by the design watch, a moment later: until then cabinets stay.
    engine::Layout next = engine::layoutOf(drawn, *workspace_->catalogue(), nullptr);
    for (const engine::EquipmentBox& box : workspace_->layout().equipment) {
        const bool isCabinet = box.kind == engine::EquipmentKind::NetworkRack ||
                               box.kind == engine::EquipmentKind::StorageRack;
        if (isCabinet && drawn.find(box.id) != nullptr) {
            next.equipment.push_back(box);
        }
    }
    drawn_ = std::make_shared<const engine::Layout>(std::move(next));
}

void EditedDesign::take(const QString& words) {
    const auto before =
        drawn_ ? drawn_ : std::make_shared<const engine::Layout>(workspace_->layout());
    draw();
    if (!sameRacks(*before, *drawn_)) {
        workspace_->dropFrame();  // it speaks of racks that are numbered otherwise now
    }
    keepSelection(*before);
    words_ = words;
    emit workspace_->projectChanged();
    simulationDue_ = true;
    emit workspace_->layoutChanged();
}

void EditedDesign::takeFigures() {
    const DesignWatch& design = workspace_->design();
    if (!drawn_ || !workspace_->isOpen() || workspace_->catalogue() == nullptr) {
        return;
    }
    if (design.isCurrent()) {
        const auto before = std::exchange(drawn_, design.view()->floor);
        keepSelection(*before);
        emit workspace_->layoutChanged();
        if (std::exchange(simulationDue_, false)) {
            simulate();
        }
    }
}

/// Racks and machines are selected by index: after a change, by what is at the same place of
/// the same object.
void EditedDesign::keepSelection(const engine::Layout& before) {
    const engine::Project& project = workspace_->project();
    std::vector<Selected> kept;
    for (Selected what : workspace_->selection().all()) {
        if (what.rack() >= 0) {
            what.index = sameRack(before, what.rack(), *drawn_);
        } else if (what.equipment() >= 0) {
            what.index = sameMachine(before, what.equipment(), *drawn_);
        }
        const bool wasBox =
            what.kind == Selected::Kind::Rack || what.kind == Selected::Kind::Equipment;
        const bool exists = what.objectId.empty() || project.find(what.objectId) != nullptr ||
                            engine::blockCopyOf(project, what.objectId).has_value();
        if (exists && !(wasBox && what.index < 0)) {
            kept.push_back(what);
        } else if (exists) {
            kept.push_back({Selected::Kind::Object, -1, what.objectId, -1});
        }
    }
    workspace_->selection().hover({});
    workspace_->selection().selectAll(std::move(kept));
}

void EditedDesign::simulate() {
    if (compiler_->isBusy()) {
        editedMeanwhile_ = true;
        return;
    }
    editedMeanwhile_ = false;
    auto compiled = std::make_shared<Compiled>();
    compiled->project = workspace_->project();
    const DesignWatch& design = workspace_->design();
    const auto running = workspace_->sharedSource();
    const auto fabrics = design.isCurrent() ? design.view()->fabrics : nullptr;
    compiler_->run(
        [compiled, running, fabrics, catalogue = workspace_->sharedCatalogue(),
         words = words_.toStdString(), options = workspace_->runs().recordInto({})] {
            if (running) {
                engine::RunEdits* edits = running->edits();
                const auto edited = edits == nullptr ? engine::ResultAll<void>{}
                                                     :  // the editor is locked
                                        edits->edit(compiled->project, *catalogue, words, fabrics);
                compiled->errors = edited ? engine::Errors{} : edited.error();
                return;
            }
            auto source = engine::Session::create(compiled->project, *catalogue, options);
            if (source) {
                compiled->run = std::move(*source);
            } else {
                compiled->errors = source.error();
            }
        },
        [this, compiled, running] {
            if (!workspace_->isOpen() || workspace_->sharedSource() != running) {
                return;  // something else was opened meanwhile
            }
            if (editedMeanwhile_) {
                simulate();
            }
            takeRun(*compiled);
        });
}

void EditedDesign::takeRun(Compiled& compiled) {
    RunControl& control = workspace_->control();
    faults_ = std::move(compiled.errors);
    if (compiled.run) {
        workspace_->attach(std::move(compiled.run));
    } else if (workspace_->servedRun().link() != nullptr) {
        workspace_->servedRun().takeEdit();
    } else if (!faults_.empty() && workspace_->status().playing) {
        control.pause();
        resumes_ = true;
    } else if (faults_.empty() && std::exchange(resumes_, false)) {
        control.play();
    }
    emit workspace_->simulationChanged();
    emit workspace_->playStateChanged();
    workspace_->takeFrame();
}

bool EditedDesign::fits(const engine::Frame& frame) {
    if (!drawn_ || frame.layout == nullptr) {
        return !drawn_;
    }
    if (frame.layout != fitted_ || drawn_ != fittedTo_) {
        fitted_ = frame.layout;
        fittedTo_ = drawn_;
        fits_ = sameRacks(*fitted_, *fittedTo_);
    }
    return fits_;
}

}  // namespace headroom::ui
