// SPDX-License-Identifier: Apache-2.0
#include "engine/document/blocks.h"
#include "engine/document/order.h"
#include "ui/kit/task.h"
#include "ui/workspace/design_watch.h"
#include "ui/workspace/workspace.h"
#include "ui/workspace/workspace_loaded.h"

#include <algorithm>
#include <utility>

/// Consequences of an edit: the drawing first, then the figures, then the run.
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

void Workspace::drawLayout() {
    const engine::Project drawn = engine::asBuilt(project_);
    const auto view = design_->view();
    if (view && engine::hasFabricsOf(*view, drawn)) {
        drawn_ = std::make_shared<const engine::Layout>(
            engine::layoutOf(drawn, *catalogue_, view->fabrics->network.get()));
        return;
    }
    // Networks are laid out by the design watch, a moment later: until then cabinets stay.
    engine::Layout next = engine::layoutOf(drawn, *catalogue_, nullptr);
    for (const engine::EquipmentBox& box : layout().equipment) {
        const bool isCabinet = box.kind == engine::EquipmentKind::NetworkRack ||
                               box.kind == engine::EquipmentKind::StorageRack;
        if (isCabinet && drawn.find(box.id) != nullptr) {
            next.equipment.push_back(box);
        }
    }
    drawn_ = std::make_shared<const engine::Layout>(std::move(next));
}

void Workspace::takeEdit(const QString& words) {
    const auto before = drawn_ ? drawn_ : std::make_shared<const engine::Layout>(layout());
    drawLayout();
    if (!sameRacks(*before, *drawn_)) {
        frame_.reset();  // it speaks of racks that are numbered otherwise now
    }
    keepSelection(*before);
    editWords_ = words;
    emit projectChanged();
    simulationDue_ = true;
    emit layoutChanged();
}

/// Cabinets of networks, where an edit moved them; then the run continues with what was built for the figures, which come
/// first.
void Workspace::takeDesign() {
    if (!drawn_ || !open_ || catalogue_ == nullptr) {
        return;
    }
    if (design_->isCurrent()) {
        const auto before = std::exchange(drawn_, design_->view()->floor);
        keepSelection(*before);
        emit layoutChanged();
        if (std::exchange(simulationDue_, false)) {
            simulateEdited();
        }
    }
}

/// Racks and machines are selected by index: after a change, by what is at the same place of
/// the same object.
void Workspace::keepSelection(const engine::Layout& before) {
    std::vector<Selected> kept;
    for (Selected what : selection_.all()) {
        if (what.rack() >= 0) {
            what.index = sameRack(before, what.rack(), *drawn_);
        } else if (what.equipment() >= 0) {
            what.index = sameMachine(before, what.equipment(), *drawn_);
        }
        const bool wasBox =
            what.kind == Selected::Kind::Rack || what.kind == Selected::Kind::Equipment;
        const bool exists = what.objectId.empty() || project_.find(what.objectId) != nullptr ||
                            engine::blockCopyOf(project_, what.objectId).has_value();
        if (exists && !(wasBox && what.index < 0)) {
            kept.push_back(what);
        } else if (exists) {
            kept.push_back({Selected::Kind::Object, -1, what.objectId, -1});
        }
    }
    selection_.hover({});
    selection_.selectAll(std::move(kept));
}

/// Hands what was edited to the run, or begins one, on a worker; edits that come meanwhile are
/// taken together. Where the design cannot run, the run waits as it was until it can again.
void Workspace::simulateEdited() {
    if (compiler_->isBusy()) {
        editedMeanwhile_ = true;
        return;
    }
    editedMeanwhile_ = false;
    auto loaded = std::make_shared<Loaded>();
    loaded->catalogue = catalogue_;
    loaded->project = project_;
    const auto running = source_;
    const auto fabrics = design_->isCurrent() ? design_->view()->fabrics : nullptr;
    compiler_->run(
        [loaded, running, fabrics, words = editWords_.toStdString(), options = recordInto({})] {
            if (running) {
                engine::RunEdits* edits = running->edits();
                const auto edited =
                    edits == nullptr ? engine::ResultAll<void>{} :  // the editor is locked
                        edits->edit(loaded->project, *loaded->catalogue, words, fabrics);
                loaded->errors = edited ? engine::Errors{} : edited.error();
                return;
            }
            auto source = engine::Session::create(loaded->project, *loaded->catalogue, options);
            if (source) {
                loaded->source = std::move(*source);
            } else {
                loaded->errors = source.error();
            }
        },
        [this, loaded, running] {
            if (!open_ || source_ != running) {
                return;  // something else was opened meanwhile
            }
            if (editedMeanwhile_) {
                simulateEdited();
            }
            faults_ = loaded->errors;
            if (loaded->source) {
                attach(std::move(loaded->source));
            } else if (link() != nullptr) {
                takeServedEdit();
            } else if (!faults_.empty() && status().playing) {
                pause();
                resumes_ = true;
            } else if (faults_.empty() && std::exchange(resumes_, false)) {
                play();
            }
            emit simulationChanged();
            emit playStateChanged();
            takeFrame();
        });
}

/// Frames are of a design; one of another than is drawn would colour the wrong racks.
bool Workspace::fits(const engine::Frame& frame) {
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
