// SPDX-License-Identifier: Apache-2.0
#include "ui/wiring/wiring_commands.h"

#include "engine/floor/route.h"
#include "engine/wiring/connect.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

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

void WiringCommands::open(ConnectDialog::What what) {
    const std::vector<std::string> selected = workspace_->selection().objectIds();
    const engine::Project& project = workspace_->project();
    std::vector<std::string> ids;
    switch (what) {
        case ConnectDialog::What::Power:
            ids = engine::thatHave(project, selected, "feeds");
            break;
        case ConnectDialog::What::Coolant:
            for (const std::string& id : selected) {
                if (!engine::thatHave(project, {id}, "cdu_group").empty() ||
                    !engine::thatHave(project, {id}, "loop").empty()) {
                    ids.push_back(id);
                }
            }
            break;
        case ConnectDialog::What::Network:
            ids = engine::thatHave(project, selected, "fabric");
            break;
    }
    if (!workspace_->editor().lock().isEmpty()) {
        emit said(workspace_->editor().lock());
        return;
    }
    if (ids.empty() || !workspace_->editor().canEdit()) {
        emit said(tr("Select racks or machines to connect first"));
        return;
    }
    (new ConnectDialog(what, workspace_, ids, window_))->open();
}

/// Of the selected power units; of all where none is selected.
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
