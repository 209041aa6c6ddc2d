// SPDX-License-Identifier: Apache-2.0
#include "ui/plan/arrange_commands.h"

#include "ui/floor/object_stamp.h"
#include "ui/floor/part_placing.h"
#include "ui/floor/plan_objects.h"
#include "ui/plan/array_dialog.h"
#include "ui/plan/plan_view.h"
#include "ui/plan/tool_place.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

#include <QInputDialog>
#include <QMenu>

#include <array>
#include <utility>

namespace headroom::ui {

namespace {

constexpr auto kArrangements = std::to_array<std::pair<const char*, Arrangement>>({
    {"arrange.left", Arrangement::Left},
    {"arrange.middleEast", Arrangement::MiddleEast},
    {"arrange.right", Arrangement::Right},
    {"arrange.top", Arrangement::Top},
    {"arrange.middleNorth", Arrangement::MiddleNorth},
    {"arrange.bottom", Arrangement::Bottom},
    {"arrange.spreadEast", Arrangement::SpreadEast},
    {"arrange.spreadNorth", Arrangement::SpreadNorth},
    {"arrange.gapsEast", Arrangement::GapsEast},
    {"arrange.gapsNorth", Arrangement::GapsNorth},
});

bool spreads(Arrangement how) {
    return how >= Arrangement::SpreadEast;
}

}  // namespace

ArrangeCommands::ArrangeCommands(Workspace* workspace, CommandSet* commands, PlanView* plan,
                                 QObject* parent)
    : QObject(parent), workspace_(workspace), commands_(commands), plan_(plan) {
    for (const auto& [id, how] : kArrangements) {
        QAction* action = commands->action(id);
        connect(action, &QAction::triggered, this,
                [this, how, action] { arrange(how, action->text()); });
        connect(action, &QAction::hovered, this, [this, how] { preview(how); });
    }
    for (const char* id : {"arrange.array", "arrange.makeBlock", "arrange.placeBlock"}) {
        connect(commands->action(id), &QAction::hovered, this, [this] { plan_->showPreview({}); });
    }
    if (QMenu* menu = commands->menu("Arrange")) {
        connect(menu, &QMenu::aboutToHide, this, [this] { plan_->showPreview({}); });
    }
    commands->on("arrange.array", this, [this] { array(); });
    commands->on("arrange.makeBlock", this, [this] { makeBlock(); });
    commands->on("arrange.placeBlock", this, [this] { placeBlock(); });
    connect(&workspace->selection(), &Selection::changed, this, &ArrangeCommands::showState);
    connect(workspace, &Workspace::opened, this, &ArrangeCommands::showState);
    connect(workspace, &Workspace::closed, this, &ArrangeCommands::showState);
    connect(workspace, &Workspace::projectChanged, this, &ArrangeCommands::showState);
    connect(&workspace->editor(), &Editor::lockChanged, this, &ArrangeCommands::showState);
    showState();
}

void ArrangeCommands::showState() {
    const bool open = workspace_->editor().canEdit();
    const std::vector<std::string> ids =
        open ? editedObjects(*workspace_) : std::vector<std::string>{};
    for (const auto& [id, how] : kArrangements) {
        commands_->action(id)->setEnabled(ids.size() >= (spreads(how) ? 3U : 2U));
    }
    const engine::Object* object =
        ids.size() == 1 ? workspace_->project().find(ids.front()) : nullptr;
    commands_->action("arrange.array")
        ->setEnabled(object != nullptr && object->type->id == "rack_block");
    commands_->action("arrange.makeBlock")->setEnabled(!ids.empty());
    commands_->action("arrange.placeBlock")
        ->setEnabled(open && !workspace_->project().objectsOf("block").empty());
}

ArrangeCommands::Moved ArrangeCommands::plan(Arrangement how) const {
    Moved moved;
    for (const std::string& id : editedObjects(*workspace_)) {
        const auto area = footprintOf(*workspace_, id);
        if (area && isMovable(*workspace_->project().find(id))) {
            moved.ids.push_back(id);
            moved.areas.push_back(*area);
        }
    }
    moved.by = arranged(moved.areas, how);
    return moved;
}

void ArrangeCommands::preview(Arrangement how) {
    const Moved moved = plan(how);
    std::vector<QRectF> shown;
    for (std::size_t i = 0; i < moved.ids.size(); ++i) {
        shown.push_back(moved.areas[i].translated(moved.by[i]));
    }
    plan_->showPreview(std::move(shown));
}

void ArrangeCommands::arrange(Arrangement how, const QString& words) {
    plan_->showPreview({});
    const Moved moved = plan(how);
    std::vector<engine::Edit> edits;
    for (std::size_t i = 0; i < moved.ids.size(); ++i) {
        if (!moved.by[i].isNull()) {
            for (engine::Edit& edit : moveEdits(*workspace_, {moved.ids[i]}, moved.by[i])) {
                edits.push_back(std::move(edit));
            }
        }
    }
    workspace_->editor().apply(edits, words);
}

void ArrangeCommands::array() {
    const std::vector<std::string> ids = editedObjects(*workspace_);
    if (ids.size() != 1) {
        return;
    }
    ArrayDialog dialog(workspace_, ids.front(), plan_->window());
    if (dialog.exec() == QDialog::Accepted) {
        workspace_->editor().apply(dialog.edits(),
                                   tr("Array of %1").arg(workspace_->nameOfObject(ids.front())));
    }
}

void ArrangeCommands::makeBlock() {
    const Placing placing = headroom::ui::makeBlock(*workspace_, editedObjects(*workspace_));
    if (!placing.refusal.isEmpty()) {
        emit said(placing.refusal);
    } else if (workspace_->editor().apply(placing.edits, placing.words)) {
        workspace_->selection().selectAll(selectedObjects(placing.made));
        emit said(tr("A block was made: Place Block puts down copies that follow it"));
    }
}

/// The block that is selected, or the only one, or the one that is chosen by name.
void ArrangeCommands::placeBlock() {
    const auto blocks = workspace_->project().objectsOf("block");
    std::string id;
    QStringList names;
    for (const engine::Object* block : blocks) {
        names << workspace_->nameOfObject(block->id);
        if (workspace_->selection().current().objectId == block->id || blocks.size() == 1) {
            id = block->id;
        }
    }
    if (id.empty()) {
        bool chosen = false;
        const QString name = QInputDialog::getItem(plan_->window(), tr("Place Block"), tr("Block"),
                                                   names, 0, false, &chosen);
        if (!chosen) {
            return;
        }
        id = blocks[static_cast<std::size_t>(names.indexOf(name))]->id;
    }
    if (auto stamp = blockStamp(*workspace_, id)) {
        emit plan_->requested();
        plan_->setFocus();
        plan_->setTool(std::make_unique<PlaceTool>(plan_, std::move(*stamp)));
    }
}

}  // namespace headroom::ui
