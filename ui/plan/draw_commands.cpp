// SPDX-License-Identifier: Apache-2.0
#include "ui/plan/draw_commands.h"

#include "engine/drawings/building.h"
#include "engine/drawings/drawing_units.h"
#include "engine/drawings/read_dxf.h"
#include "engine/floor/layout.h"
#include "models/facility/hall.h"
#include "models/facility/structure.h"
#include "ui/floor/drawing_cache.h"
#include "ui/floor/drawing_file.h"
#include "ui/floor/part_placing.h"
#include "ui/floor/plan_objects.h"
#include "ui/kit/file_dialog.h"
#include "ui/kit/task_progress.h"
#include "ui/plan/plan_bar.h"
#include "ui/plan/plan_view.h"
#include "ui/plan/replace_dialog.h"
#include "ui/plan/tool_measure.h"
#include "ui/plan/tool_place.h"
#include "ui/plan/tool_rectangle.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

#include <QFileInfo>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace headroom::ui {

namespace {

using models::StructureKind;

constexpr auto kStructureTools = std::to_array<std::pair<const char*, StructureKind>>({
    {"draw.wall", StructureKind::Wall},
    {"draw.column", StructureKind::Column},
    {"draw.door", StructureKind::Door},
    {"draw.room", StructureKind::Room},
    {"draw.keepClear", StructureKind::KeepClear},
    {"draw.ramp", StructureKind::Ramp},
    {"draw.tray", StructureKind::Tray},
});

/// Everything that needs an open project, and those that need something selected as well.
constexpr const char* kOfProject[] = {
    "draw.select",        "draw.hall",      "draw.wall",        "draw.column", "draw.door",
    "draw.room",          "draw.keepClear", "draw.ramp",        "draw.tray",   "draw.measure",
    "draw.importDrawing", "edit.selectAll", "edit.replaceModel"};
constexpr const char* kOfSelection[] = {"edit.copy", "edit.cut", "edit.duplicate", "edit.delete",
                                        "edit.rotate"};

constexpr double kDrawingM = 60.0;  // across, until its scale is set

}  // namespace

DrawCommands::DrawCommands(Workspace* workspace, CommandSet* commands, PlanView* plan,
                           QObject* parent)
    : QObject(parent),
      workspace_(workspace),
      commands_(commands),
      plan_(plan),
      reader_(new Task(this)) {
    plan->bar()->addTools(commands);
    connectTools();
    connectEdits();
    connectDrawings();
    connect(plan, &PlanView::hintChanged, this, [this](const QString& hint) {
        emit hinted(hint);
        const QString id = plan_->tool().command();
        for (const CommandInfo& info : CommandSet::table()) {
            if (QString(info.group) == "tool") {
                commands_->action(info.id)->setChecked(id == info.id);
            }
        }
    });
    connect(&workspace->selection(), &Selection::changed, this, &DrawCommands::showState);
    connect(workspace, &Workspace::opened, this, &DrawCommands::showState);
    connect(workspace, &Workspace::closed, this, &DrawCommands::showState);
    connect(workspace, &Workspace::projectChanged, this, &DrawCommands::showState);
    connect(&workspace->editor(), &Editor::lockChanged, this, &DrawCommands::showState);
    commands->action("draw.select")->setChecked(true);
    showState();
}

void DrawCommands::showState() {
    const bool open = workspace_->editor().canEdit();
    for (const char* id : kOfProject) {
        commands_->action(id)->setEnabled(open);
    }
    const bool any = open && !editedObjects(*workspace_).empty();
    for (const char* id : kOfSelection) {
        commands_->action(id)->setEnabled(any);
    }
    commands_->action("edit.paste")->setEnabled(open && clipboard_.has_value());
    commands_->action("draw.scaleDrawing")
        ->setEnabled(open && !workspace_->project().objectsOf("drawing").empty());
}

void DrawCommands::showPlan() {
    emit plan_->requested();
    plan_->setFocus();
}

void DrawCommands::connectTools() {
    commands_->on("draw.select", this, [this] {
        showPlan();
        plan_->setTool(nullptr);
    });
    commands_->on("draw.hall", this, [this] {
        showPlan();
        plan_->setTool(std::make_unique<RectangleTool>(plan_, std::nullopt));
    });
    for (const auto& [id, kind] : kStructureTools) {
        commands_->on(id, this, [this, kind] {
            showPlan();
            plan_->setTool(std::make_unique<RectangleTool>(plan_, kind));
        });
    }
    commands_->on("draw.measure", this, [this] {
        showPlan();
        plan_->setTool(std::make_unique<MeasureTool>(plan_));
    });
    QAction* snap = commands_->action("draw.snap");
    snap->setChecked(plan_->isSnapping());
    connect(snap, &QAction::toggled, plan_, &PlanView::setSnapping);
    connect(snap, &QAction::toggled, this, [this](bool on) {
        emit said(on ? tr("Snapping is on; Alt suspends it") : tr("Snapping is off"));
    });
}

void DrawCommands::connectEdits() {
    commands_->on("edit.copy", this, [this] { copy(); });
    commands_->on("edit.cut", this, [this] {
        copy();
        remove();
    });
    commands_->on("edit.paste", this, [this] { paste(); });
    commands_->on("edit.duplicate", this, [this] { duplicate(); });
    commands_->on("edit.delete", this, [this] { remove(); });
    commands_->on("edit.rotate", this, [this] { turn(); });
    commands_->on("edit.replaceModel", this, [this] { replaceModel(); });
    commands_->on("edit.selectAll", this, [this] {
        std::vector<std::string> ids;
        for (const Footprint& one : footprintsOf(*workspace_)) {
            const std::string id = editedObject(workspace_->project(), one.id);
            const engine::Object* object = workspace_->project().find(id);
            const bool isNew = std::find(ids.begin(), ids.end(), id) == ids.end();
            if (object != nullptr && isNew && isMovable(*object) && object->type->id != "hall") {
                ids.push_back(id);
            }
        }
        workspace_->selection().selectAll(selectedObjects(ids));
    });
}

void DrawCommands::connectDrawings() {
    commands_->on("draw.importDrawing", this, [this] { importDrawing(); });
    commands_->on("draw.scaleDrawing", this, [this] { scaleDrawing(); });
}

bool DrawCommands::carryOut(const Placing& placing) {
    if (!placing.refusal.isEmpty()) {
        emit said(placing.refusal);
        plan_->sayAtPointer(placing.refusal);
        return false;
    }
    if (!workspace_->editor().apply(placing.edits, placing.words)) {
        return false;
    }
    workspace_->selection().selectAll(selectedObjects(placing.made));
    return true;
}

void DrawCommands::copy() {
    auto copied = copyObjects(*workspace_, editedObjects(*workspace_));
    if (!copied) {
        emit said(tr("Nothing was copied: select something in the plan"));
        return;
    }
    emit said(tr("%n copied: Ctrl+V puts copies down", nullptr,
                 static_cast<int>(copied->objects.size())));
    clipboard_ = std::move(copied);
    showState();
}

void DrawCommands::paste() {
    if (clipboard_) {
        showPlan();
        plan_->setTool(std::make_unique<PlaceTool>(plan_, stampOfCopies(*clipboard_)));
    }
}

/// Beside the original, a floor tile off: east, north, west or south, as near as the hall is free there.
void DrawCommands::duplicate() {
    const auto copied = copyObjects(*workspace_, editedObjects(*workspace_));
    if (!copied) {
        return;
    }
    QRectF whole;
    for (const QRectF& box : copied->boxes) {
        whole = whole.isNull() ? box : whole.united(box);
    }
    const std::string hall = hallAt(*workspace_, whole.center());
    const engine::Object* object = workspace_->project().find(hall);
    const double tile =
        (object == nullptr ? models::HallSpec{} : engine::specOf<models::HallSpec>(*object)).tileM;
    const auto floor = footprintOf(*workspace_, hall);
    const double east = whole.width() + 2.0 * tile, north = whole.height() + 2.0 * tile;
    QPointF by = !floor || floor->contains(whole.translated({east, 0.0})) ? QPointF(east, 0.0)
                                                                          : QPointF(tile, tile);
    constexpr int kMostSteps = 8;
    bool found = false;
    for (int n = 1; n <= kMostSteps && !found; ++n) {
        for (const QPointF step : {QPointF(n * east, 0.0), QPointF(0.0, n * north),
                                   QPointF(-n * east, 0.0), QPointF(0.0, -n * north)}) {
            if (!found && (!floor || floor->contains(whole.translated(step))) &&
                isFreeAt(copied->boxes, step)) {
                by = step;
                found = true;
            }
        }
    }
    carryOut(placeCopies(*workspace_, *copied, by));
}

/// Whether nothing that is on the floor is where copies would be.
bool DrawCommands::isFreeAt(const std::vector<QRectF>& boxes, QPointF by) const {
    constexpr double kTouchM = 0.01;
    const engine::Layout& layout = workspace_->layout();
    const auto meets = [&](const engine::Box& box) {
        const QRectF other(box.x, box.y, box.width, box.depth);
        return std::any_of(boxes.begin(), boxes.end(), [&](const QRectF& own) {
            return own.translated(by)
                .adjusted(kTouchM, kTouchM, -kTouchM, -kTouchM)
                .intersects(other);
        });
    };
    return std::none_of(layout.racks.begin(), layout.racks.end(),
                        [&](const engine::RackBox& r) { return meets(r.box); }) &&
           std::none_of(layout.equipment.begin(), layout.equipment.end(),
                        [&](const engine::EquipmentBox& e) { return meets(e.box); });
}

void DrawCommands::remove() {
    const auto ids = editedObjects(*workspace_);
    if (!ids.empty()) {
        carryOut(removeObjects(*workspace_, ids));
    }
}

void DrawCommands::turn() {
    const auto ids = editedObjects(*workspace_);
    int left = 0;
    const auto edits = turnEdits(*workspace_, ids, &left);
    if (!edits.empty()) {
        workspace_->editor().apply(edits, wordsFor(tr("Turn"), *workspace_, ids));
    }
    if (left > 0) {
        emit said(tr("%n did not turn: their units form a fixed line, or the hall is not empty",
                     nullptr, left));
    }
}

void DrawCommands::place(const PartKey& key) {
    if (key.type == "hall") {
        commands_->action("draw.hall")->trigger();
        return;
    }
    for (const auto& [id, kind] : kStructureTools) {
        const auto* kinds = models::StructureSpec::type().find("kind");
        if (key.type == "structure" && key.id == kinds->choices[static_cast<std::size_t>(kind)]) {
            commands_->action(id)->trigger();
            return;
        }
    }
    auto stamp = stampOf(*workspace_, key);
    if (!stamp) {
        emit said(tr("This part cannot be put on the plan"));
        return;
    }
    if (!stamp->elsewhere.isEmpty()) {
        placeElsewhere(*stamp);
        return;
    }
    showPlan();
    plan_->setTool(std::make_unique<PlaceTool>(plan_, std::move(*stamp)));
}

/// There is no place to choose.
void DrawCommands::placeElsewhere(const Stamp& stamp) {
    emit viewRequested(stamp.view);
    if (carryOut(stamp.place(*workspace_, {}))) {
        emit said(stamp.elsewhere);
    }
}

void DrawCommands::importDrawing() {
    const QString path = askOpenFile(
        plan_, tr("Import Drawing"), tr("Drawings and pictures (*.dxf *.png *.jpg *.jpeg *.svg)"),
        QString::fromStdString(workspace_->project().folder().string()));
    if (!path.isEmpty()) {
        placeDrawing(path);
    }
}

/// A DXF comes with its scale; two clicks give that of a picture.
void DrawCommands::placeDxf(const QString& path, engine::VectorDrawing drawing) {
    engine::BuildingRoles roles;
    roles.file = fileInProject(path);
    roles.stem = QFileInfo(path).completeBaseName().toStdString();
    engine::Object object = engine::placedDrawing(drawing, roles, workspace_->project());
    const std::string finding = engine::unitOf(drawing).finding;
    DrawingCache::instance().keep(path, std::move(drawing));
    const std::string id = object.id;
    const bool isNew = workspace_->project().find(id) == nullptr;
    if (!isNew ||
        workspace_->editor().apply({engine::AddObject{std::move(object)}}, tr("Import Drawing"))) {
        workspace_->selection().selectAll(selectedObjects({id}));
        showPlan();
        plan_->fitSelection();
        emit said(finding.empty()
                      ? tr("Drawing placed at the scale of its file")
                      : QString::fromStdString(finding + ". Scale Drawing corrects it."));
    }
}

/// A file in the project's folder is named relative to it, so that both can be moved together.
std::string DrawCommands::fileInProject(const QString& path) const {
    const std::filesystem::path file = path.toStdString();
    const auto folder = workspace_->project().folder();
    const bool beside = !folder.empty() && file.parent_path() == folder;
    return beside ? file.filename().string() : file.string();
}

/// Up to 90 s for a DXF: on a thread of its own, with a way to end it. A project that was opened meanwhile does not get the
/// drawing.
void DrawCommands::placeDrawing(const QString& path) {
    if (reader_->isBusy()) {
        emit said(tr("Another drawing is being read."));
        return;
    }
    auto* progress = showTaskProgress(reader_, tr("Import Drawing"),
                                      tr("Reading %1…").arg(QFileInfo(path).fileName()), plan_);
    const auto placed = [this, path, progress, document = workspace_->documentNumber()](
                            auto drawing, auto place) {
        progress->deleteLater();
        if (!drawing) {
            emit said(QString::fromStdString(drawing.error().text()));
        } else if (workspace_->isOpen() && workspace_->documentNumber() == document &&
                   !reader_->isCancelled()) {
            (this->*place)(path, std::move(*drawing));
        }
    };
    const std::filesystem::path file = path.toStdString();
    if (engine::isDxfName(file)) {
        reader_->run(
            [file](const Task::Link& link) { return engine::readDxf(file, &link.isCancelled()); },
            [placed](engine::Result<engine::VectorDrawing> drawing) {
                placed(std::move(drawing), &DrawCommands::placeDxf);
            });
    } else {
        reader_->run([file] { return readDrawing(file); },
                     [placed](engine::Result<QImage> drawing) {
                         placed(std::move(drawing), &DrawCommands::placePicture);
                     });
    }
}

void DrawCommands::placePicture(const QString& path, QImage picture) {
    Editor& editor = workspace_->editor();
    engine::Object drawing = Editor::make("drawing", editor.freeId("drawing"));
    Editor::set(drawing, "name", QFileInfo(path).completeBaseName().toStdString());
    Editor::set(drawing, "file", fileInProject(path));
    Editor::set(drawing, "width_m", kDrawingM);
    DrawingCache::instance().keep(path, std::move(picture));
    const std::string id = drawing.id;
    if (editor.apply({engine::AddObject{std::move(drawing)}}, tr("Import Drawing"))) {
        workspace_->selection().selectAll(selectedObjects({id}));
        showPlan();
        plan_->fitSelection();
        plan_->setTool(std::make_unique<ScaleTool>(plan_, id));
    }
}

void DrawCommands::scaleDrawing() {
    std::string id;
    for (const engine::Object* drawing : workspace_->project().objectsOf("drawing")) {
        const auto ids = editedObjects(*workspace_);
        if (id.empty() || std::find(ids.begin(), ids.end(), drawing->id) != ids.end()) {
            id = drawing->id;
        }
    }
    if (!id.empty()) {
        showPlan();
        plan_->setTool(std::make_unique<ScaleTool>(plan_, id));
    }
}

void DrawCommands::replaceModel() {
    ReplaceDialog dialog(workspace_, editedObjects(*workspace_), plan_->window());
    if (dialog.choices() == 0) {
        emit said(tr("Nothing selected is made of a part of the catalogue"));
        return;
    }
    if (dialog.exec() == QDialog::Accepted) {
        workspace_->editor().apply(dialog.edits(), dialog.words());
    }
}

}  // namespace headroom::ui
