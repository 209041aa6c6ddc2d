// SPDX-License-Identifier: Apache-2.0
#include "ui/power/power_actions.h"

#include "engine/base/index.h"
#include "ui/failures/drill_dialog.h"
#include "ui/failures/order_menu.h"
#include "ui/kit/theme.h"
#include "ui/power/power_text.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/cause_focus.h"
#include "ui/workspace/workspace.h"

#include <QMenu>

#include <algorithm>
#include <utility>

namespace headroom::ui {

namespace {

using engine::BreakerState;
using engine::PowerUnitState;
using models::DrillAction;

engine::PlantOrder unitOrder(const engine::PowerNetwork& network, int unit, bool whole) {
    const engine::PowerUnit& u = network.units[at(unit)];
    engine::PlantOrder order;
    order.unit = network.arrays[at(u.array)].id;
    order.instance = whole ? 0 : u.instance + 1;
    return order;
}

QString nameOf(const engine::PowerNetwork& network, int unit, bool whole) {
    return whole ? PowerActions::tr("all of %1")
                       .arg(arrayName(network, network.units[at(unit)].array))
                 : unitName(network, unit);
}

}  // namespace

PowerActions::PowerActions(Workspace* workspace, QObject* parent)
    : QObject(parent), workspace_(workspace) {}

const engine::Frame* PowerActions::frame() const {
    const auto frame = workspace_->frame();
    return frame && hasPowerState(*frame) ? frame.get() : nullptr;
}

void PowerActions::switchBreakers(const std::vector<int>& edges, bool close,
                                  const DrillTiming& timing) {
    const auto held = workspace_->frame();
    if (!held || !held->network || edges.empty()) {
        return;
    }
    const engine::PowerNetwork& network = *held->network;
    const DrillAction action = close ? DrillAction::Close : DrillAction::Open;
    std::vector<engine::PlantOrder> orders;
    for (const int index : edges) {
        const engine::PowerUnit& u = network.units[at(network.edges[at(index)].to)];
        engine::PlantOrder order;
        order.action = action;
        order.unit = network.arrays[at(u.array)].id;
        order.instance = u.instance + 1;
        order.incomer = index - u.firstEdge + 1;
        orders.push_back(order);
    }
    const QString name = edges.size() == 1 ? breakerName(network, edges.front())
                                           : tr("%1 breakers").arg(edges.size());
    emit said(workspace_->drills().give(std::move(orders), name,
                                        close ? tr("closed") : tr("opened"), timing));
}

void PowerActions::toggleBreaker(int edge) {
    if (const engine::Frame* now = frame()) {
        switchBreakers({edge}, now->powerEdges[at(edge)].breaker != BreakerState::Closed, {});
    }
}

void PowerActions::fillUnitMenu(QMenu& menu, int unit, bool whole) {
    const engine::Frame* now = frame();
    if (now == nullptr) {
        return;
    }
    const engine::PowerNetwork& network = *now->network;
    const engine::PowerUnit& u = network.units[at(unit)];
    const engine::PowerArray& array = network.arrays[at(u.array)];
    const int first = whole ? array.firstUnit : unit;
    const int count = whole ? array.units : 1;
    bool allFailed = true;
    bool anyFailed = false;
    bool anyLocked = false;
    std::vector<int> edges;
    for (int i = first; i < first + count; ++i) {
        const engine::PowerUnitNow& state = now->powerUnits[at(i)];
        const bool failed = state.state == PowerUnitState::Failed || state.modulesOut > 0;
        allFailed = allFailed && state.state == PowerUnitState::Failed;
        anyFailed = anyFailed || failed;
        anyLocked = anyLocked || state.state == PowerUnitState::LockedOut;
        const engine::PowerUnit& member = network.units[at(i)];
        for (int e = member.firstEdge; e < member.firstEdge + member.edges; ++e) {
            if (network.edges[at(e)].breaker >= 0) {
                edges.push_back(e);
            }
        }
    }
    menu.addSection(whole ? QStringLiteral("%1 × %2").arg(arrayName(network, u.array)).arg(count)
                          : unitName(network, unit));
    const engine::PlantOrder part = unitOrder(network, unit, whole);
    const QString name = nameOf(network, unit, whole);
    const OrderGiver give = [this, name](std::vector<engine::PlantOrder> orders,
                                         const QString& done, const DrillTiming& timing) {
        emit said(workspace_->drills().give(std::move(orders), name, done, timing));
    };
    const engine::OrderTarget target = *engine::orderTarget(part, "power_unit", u.kind);
    for (const engine::OrderKind& kind : engine::orderKinds()) {
        const bool ofBreakers =
            kind.action == DrillAction::Open || kind.action == DrillAction::Close;
        if (!kind.appliesTo(target) || ofBreakers || (kind.single && whole)) {
            continue;
        }
        if (kind.action == DrillAction::Fail) {
            engine::PlantOrder fails = part;
            fails.action = kind.action;
            QAction* atOnce = menu.addAction(
                Theme::icon("warning"), utf8Text(kind.title), this,
                [give, fails, done = utf8Text(kind.done)] { give({fails}, done, {}); });
            markOrder(atOnce, kind.action);
            atOnce->setEnabled(!allFailed);
            addOrder(menu, kind, {part}, name, give, tr("Fail For"))->setEnabled(!allFailed);
            continue;
        }
        QAction* entry = addOrder(menu, kind, {part}, name, give);
        if (kind.action == DrillAction::Repair) {
            entry->setEnabled(anyFailed);
        } else if (target == engine::OrderTarget::Ups && kind.action == DrillAction::Reset) {
            entry->setEnabled(anyLocked);
        }
    }
    menu.addSeparator();
    workspace_->blast().addTo(menu, {part}, name);
    const CauseFocus& causes = workspace_->causes();
    const std::string& id = whole ? part.unit : u.id;
    workspace_->causes().addTo(menu, causes.eventOf({Selected::Kind::Object, -1, id, -1}));
    if (!edges.empty()) {
        menu.addSeparator();
        fillBreakerMenu(menu, edges);
    }
}

void PowerActions::fillBreakerMenu(QMenu& menu, const std::vector<int>& edges) {
    const engine::Frame* now = frame();
    if (now == nullptr) {
        return;
    }
    const engine::PowerNetwork& network = *now->network;
    std::vector<int> closed;
    std::vector<int> open;
    for (const int e : edges) {
        (now->powerEdges[at(e)].breaker == BreakerState::Closed ? closed : open).push_back(e);
    }
    const auto addOpenFor = [&] {
        if (closed.empty()) {
            return;
        }
        const QString title = closed.size() == 1 ? breakerName(network, closed.front())
                                                 : tr("%1 breakers").arg(closed.size());
        QMenu* openFor = menu.addMenu(Theme::icon("breaker-open"), tr("Open For"));
        markOrder(openFor->menuAction(), DrillAction::Open);
        addDrillTimings(
            openFor, tr("%1: opened").arg(title),
            [this, closed](const DrillTiming& timing) { switchBreakers(closed, false, timing); });
    };
    if (edges.size() <= 4) {
        for (const int e : edges) {
            const bool isClosed = now->powerEdges[at(e)].breaker == BreakerState::Closed;
            const QString from = unitName(network, network.edges[at(e)].from);
            QAction* entry =
                menu.addAction(Theme::icon(isClosed ? "breaker-open" : "breaker-closed"),
                               isClosed ? tr("Open Breaker from %1").arg(from)
                                        : tr("Close Breaker from %1").arg(from),
                               this, [this, e, isClosed] { switchBreakers({e}, !isClosed, {}); });
            markOrder(entry, isClosed ? DrillAction::Open : DrillAction::Close);
        }
        addOpenFor();
        return;
    }
    if (!closed.empty()) {
        menu.addAction(Theme::icon("breaker-open"), tr("Open %1 Breakers").arg(closed.size()), this,
                       [this, closed] { switchBreakers(closed, false, {}); });
    }
    if (!open.empty()) {
        menu.addAction(Theme::icon("breaker-closed"), tr("Close %1 Breakers").arg(open.size()),
                       this, [this, open] { switchBreakers(open, true, {}); });
    }
    addOpenFor();
}

}  // namespace headroom::ui
