// SPDX-License-Identifier: Apache-2.0
#include "ui/wiring/wiring_commands.h"

#include "engine/floor/route.h"
#include "engine/wiring/connect.h"
#include "engine/wiring/obvious.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kStepM = 0.1;  // lengths are written in decimetres

}  // namespace

WiringCommands::WiringCommands(Workspace* workspace, CommandSet* commands, QWidget* window)
    : QObject(window), workspace_(workspace), window_(window) {
    commands->on("wire.power", this, [this] { open(ConnectDialog::What::Power); });
    commands->on("wire.coolant", this, [this] { open(ConnectDialog::What::Coolant); });
    commands->on("wire.network", this, [this] { open(ConnectDialog::What::Network); });
    commands->on("wire.measure", this, [this] { measure(); });
}

/// The selection, or where nothing that it takes is selected: all that lack it.
void WiringCommands::open(ConnectDialog::What what) {
    if (!workspace_->editor().canEdit()) {
        emit said(workspace_->isOpen() ? workspace_->editor().lock() : tr("Nothing is open"));
        return;
    }
    const engine::Project& project = workspace_->project();
    const std::vector<std::string_view> keys = ConnectDialog::keysOf(what);
    std::vector<std::string> ids;
    for (const std::string& id : workspace_->selection().objectIds()) {
        const engine::Object* object = project.find(id);
        if (object != nullptr && std::any_of(keys.begin(), keys.end(), [&](std::string_view key) {
                return object->type->find(key) != nullptr;
            })) {
            ids.push_back(id);
        }
    }
    if (ids.empty()) {
        ids = engine::unjoined(project, keys);
    }
    if (ids.empty()) {
        emit said(tr("Everything is joined already: select what is to be joined in another way"));
        return;
    }
    (new ConnectDialog(what, workspace_, ids, window_))->open();
}

/// The selected power units; all where none is selected.
void WiringCommands::measure() {
    if (!workspace_->editor().canEdit()) {
        emit said(workspace_->isOpen() ? workspace_->editor().lock() : tr("Nothing is open"));
        return;
    }
    const engine::Project& project = workspace_->project();
    const auto units = engine::thatHave(project, workspace_->selection().objectIds(), "cable_m");
    std::vector<engine::Edit> edits;
    for (const engine::MeasuredRoute& route :
         engine::measureRoutes(project, workspace_->layout(), units)) {
        const double lengthM = std::round(route.lengthM / kStepM) * kStepM;
        if (std::abs(lengthM - route.statedM) > kStepM / 2.0) {
            edits.push_back(engine::SetAttribute{route.unit, "cable_m", lengthM});
        }
    }
    if (edits.empty()) {
        emit said(tr("No cable length differs from its route"));
        return;
    }
    if (workspace_->editor().apply(
            edits, tr("Measure %n Cable Routes", nullptr, static_cast<int>(edits.size())))) {
        emit said(tr("Lengths of the cables of %n power units are those of their routes", nullptr,
                     static_cast<int>(edits.size())));
    }
}

}  // namespace headroom::ui
