// SPDX-License-Identifier: Apache-2.0
#include "ui/failures/rack_actions.h"

#include "models/compute/rack.h"
#include "models/compute/server.h"
#include "ui/kit/theme.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/cause_focus.h"
#include "ui/workspace/workspace.h"

#include <QMenu>

#include <utility>

namespace headroom::ui {

namespace {

using engine::PlantOrder;
using models::BlockPart;
using models::DrillAction;

/// A submenu is filled when it is opened first: a rack of 18 servers has thousands of entries.
template <class Fill>
void fillWhenOpened(QMenu* menu, Fill fill) {
    QObject::connect(menu, &QMenu::aboutToShow, menu, [menu, fill] {
        if (menu->isEmpty()) {
            fill(*menu);
        }
    });
}

}  // namespace

RackActions::RackActions(Workspace* workspace, QObject* parent)
    : QObject(parent), workspace_(workspace) {}

PlantOrder RackActions::rackOrder(int rack) const {
    const engine::Layout& layout = workspace_->layout();
    PlantOrder order;
    if (rack < 0 || rack >= static_cast<int>(layout.racks.size())) {
        return order;
    }
    const int block = layout.racks[static_cast<std::size_t>(rack)].block;
    int first = rack;
    while (first > 0 && layout.racks[static_cast<std::size_t>(first) - 1].block == block) {
        --first;
    }
    order.unit = layout.blocks[static_cast<std::size_t>(block)];
    order.level = BlockPart::Rack;
    order.instance = rack - first + 1;
    return order;
}

RackActions::Contents RackActions::contentsOf(int block) const {
    const engine::Catalogue* catalogue = workspace_->catalogue();
    if (catalogue == nullptr) {
        return {};
    }
    const auto* rack = catalogue->spec<models::RackSpec>(
        workspace_->layout().blockRacks[static_cast<std::size_t>(block)]);
    const auto* server =
        rack == nullptr ? nullptr : catalogue->spec<models::ServerSpec>(rack->server);
    return server == nullptr ? Contents{} : Contents{rack->servers, server->accelerators};
}

void RackActions::addLevel(QMenu& menu, const PlantOrder& base, const QString& name) {
    addOrders(menu, engine::OrderTarget::Racks, {base}, name, giver(name));
    menu.addSeparator();
    workspace_->blast().addTo(menu, {base}, name);
}

OrderGiver RackActions::giver(const QString& name) {
    return [this, name](std::vector<PlantOrder> orders, const QString& done,
                        const DrillTiming& timing) {
        emit said(workspace_->drills().give(std::move(orders), name, done, timing));
    };
}

void RackActions::addRepair(QMenu& menu, int rack) {
    const PlantOrder order = rackOrder(rack);
    if (order.unit.empty()) {
        return;
    }
    const QString name = nameOf(rack);
    addOrder(menu, *engine::orderKind(DrillAction::Repair, engine::OrderTarget::Racks), {order},
             name, giver(name), tr("Repair Rack Now"))
        ->setObjectName("repairRack");
}

QString RackActions::nameOf(int rack) const {
    const engine::Layout& layout = workspace_->layout();
    const int block = layout.racks[static_cast<std::size_t>(rack)].block;
    return workspace_->nameOf(
        {Selected::Kind::Rack, rack, layout.blocks[static_cast<std::size_t>(block)], -1});
}

void RackActions::addServers(QMenu& menu, const PlantOrder& rack, const QString& name,
                             const Contents& contents) {
    QMenu* servers = menu.addMenu(Theme::icon("rack"), tr("Server"));
    for (int s = 0; s < contents.servers; ++s) {
        QMenu* one = servers->addMenu(tr("Server %1").arg(s + 1));
        fillWhenOpened(one, [=, this](QMenu& into) {
            PlantOrder server = rack;
            server.level = BlockPart::Server;
            server.instance = (rack.instance - 1) * contents.servers + s + 1;
            const QString serverName = tr("%1, server %2").arg(name).arg(s + 1);
            into.addSection(serverName);
            addLevel(into, server, serverName);
            into.addSeparator();
            for (int a = 0; a < contents.accelerators; ++a) {
                fillWhenOpened(
                    into.addMenu(tr("Accelerator %1").arg(a + 1)), [=, this](QMenu& inner) {
                        PlantOrder slot = server;
                        slot.level = BlockPart::Accelerator;
                        slot.instance = (server.instance - 1) * contents.accelerators + a + 1;
                        addLevel(inner, slot, tr("%1, accelerator %2").arg(serverName).arg(a + 1));
                    });
            }
        });
    }
}

void RackActions::fillMenu(QMenu& menu, int rack) {
    const PlantOrder order = rackOrder(rack);
    if (order.unit.empty()) {
        return;
    }
    const engine::Layout& layout = workspace_->layout();
    const int block = layout.racks[static_cast<std::size_t>(rack)].block;
    const QString name = nameOf(rack);
    menu.addSection(name);
    addLevel(menu, order, name);
    workspace_->causes().addTo(
        menu, workspace_->causes().eventOf({Selected::Kind::Rack, rack, order.unit, -1}));
    if (const Contents contents = contentsOf(block); contents.servers > 0) {
        addServers(menu, order, name, contents);
    }
}

}  // namespace headroom::ui
