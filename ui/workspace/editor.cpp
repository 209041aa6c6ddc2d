// SPDX-License-Identifier: Apache-2.0
#include "ui/workspace/editor.h"

#include "models/facility/drill.h"
#include "ui/workspace/workspace.h"

#include <algorithm>
#include <cassert>
#include <utility>
#include <variant>

namespace headroom::ui {

namespace {

bool addsDrillsAlone(const std::vector<engine::Edit>& edits) {
    return std::all_of(edits.begin(), edits.end(), [](const engine::Edit& edit) {
        const auto* added = std::get_if<engine::AddObject>(&edit);
        return added != nullptr && added->object.type == &models::DrillSpec::type();
    });
}

}  // namespace

Editor::Editor(Workspace* workspace, engine::Document& document)
    : QObject(workspace), workspace_(workspace), document_(document) {}

bool Editor::canEdit() const {
    return lock_.isEmpty() && workspace_->isOpen() && workspace_->catalogue() != nullptr;
}

bool Editor::canAddDrills() const {
    return (lock_.isEmpty() || takesDrills_) && workspace_->isOpen() &&
           workspace_->catalogue() != nullptr;
}

void Editor::setLock(const QString& why, bool takesDrills) {
    takesDrills_ = takesDrills;
    if (why != lock_) {
        lock_ = why;
        emit lockChanged();
        emit historyChanged();
    }
}

bool Editor::apply(const std::vector<engine::Edit>& edits, const QString& words,
                   const std::string& mergeKey) {
    const bool isAllowed = canEdit() || (canAddDrills() && addsDrillsAlone(edits));
    if (!lock_.isEmpty() && !isAllowed) {
        emit refused(
            {"UI-024", lock_.toStdString(), tr("Switch to Design.").toStdString(), {}, {}, 0});
    }
    if (!isAllowed) {
        return false;
    }
    if (edits.empty()) {
        return true;
    }
    const auto done = document_.apply(edits, words.toStdString(), mergeKey);
    if (!done) {
        emit refused(done.error());
        return false;
    }
    emit edited(words);
    emit historyChanged();
    return true;
}

engine::Errors Editor::wouldRefuse(const std::vector<engine::Edit>& edits) const {
    if (!canEdit()) {
        return {};
    }
    const auto done = document_.check(edits);
    return done ? engine::Errors{} : engine::Errors{done.error()};
}

void Editor::undo() {
    const auto words = canEdit() ? document_.undo() : std::nullopt;
    if (words) {
        emit edited(tr("Undo %1").arg(QString::fromStdString(*words)));
        emit historyChanged();
    }
}

void Editor::redo() {
    const auto words = canEdit() ? document_.redo() : std::nullopt;
    if (words) {
        emit edited(tr("Redo %1").arg(QString::fromStdString(*words)));
        emit historyChanged();
    }
}

void Editor::markSaved() {
    document_.markSaved();
    emit historyChanged();
}

void Editor::markSaved(const std::filesystem::path& file) {
    document_.markSaved(file);
    emit historyChanged();
}

void Editor::forget(bool saved) {
    document_.forgetSteps(saved);
    emit historyChanged();
}

std::string Editor::freeId(const std::string& stem) const {
    const engine::Project& project = workspace_->project();
    const auto isFree = [&](const std::string& id) {
        if (project.find(id) != nullptr) {
            return false;
        }
        for (const models::ComponentType* type : models::documentTypes()) {
            if (type->single && type->section == id) {
                return false;
            }
        }
        return true;
    };
    std::string id = stem;
    for (int n = 2; !isFree(id); ++n) {
        id = stem + '-' + std::to_string(n);
    }
    return id;
}

engine::Object Editor::make(std::string_view typeId, const std::string& id) {
    engine::Object object;
    object.type = models::findComponentType(typeId);
    assert(object.type != nullptr && "no such component type");
    object.id = object.type->single ? std::string(object.type->section) : id;
    object.values.resize(object.type->attributes.size());
    return object;
}

void Editor::set(engine::Object& object, std::string_view key, models::Value value) {
    for (std::size_t i = 0; i < object.values.size(); ++i) {
        if (object.type->attributes[i].key == key) {
            object.values[i] = std::move(value);
            return;
        }
    }
    assert(false && "no such attribute");
}

}  // namespace headroom::ui
