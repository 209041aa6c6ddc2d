// SPDX-License-Identifier: Apache-2.0
#include "ui/cooling/cooling_actions.h"

#include "engine/base/index.h"
#include "ui/kit/theme.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/cause_focus.h"
#include "ui/workspace/workspace.h"

#include <QMenu>

#include <utility>

namespace headroom::ui {

namespace {

using engine::CoolingLinkKind;
using engine::CoolingLinkState;
using models::CoolingMachine;
using models::DrillAction;

}  // namespace

CoolingActions::CoolingActions(Workspace* workspace, QObject* parent)
    : QObject(parent), workspace_(workspace) {}

/// One, half or all units of a machine.
void CoolingActions::addFailures(QMenu& menu, const engine::OrderKind& kind,
                                 engine::PlantOrder part, const QString& name, int units) {
    if (units <= 1) {
        addOrder(menu, kind, {part}, name, giver(name));
        return;
    }
    part.count = 1;
    addOrder(menu, kind, {part}, name, giver(name), tr("Fail One of %1").arg(units),
             tr("one of %1 fails").arg(units));
    if (units > 3) {
        part.count = units / 2;
        addOrder(menu, kind, {part}, name, giver(name),
                 tr("Fail %1 of %2").arg(part.count).arg(units),
                 tr("%1 of %2 fail").arg(part.count).arg(units));
    }
    part.count = 0;
    addOrder(menu, kind, {part}, name, giver(name), tr("Fail All %1").arg(units),
             tr("all %1 fail").arg(units));
}

OrderGiver CoolingActions::giver(const QString& name) {
    return [this, name](std::vector<engine::PlantOrder> orders, const QString& done,
                        const DrillTiming& timing) {
        emit said(workspace_->drills().give(std::move(orders), name, done, timing));
    };
}

/// Repairs parts of a link apart from it: its control valve and its exchanger.
void CoolingActions::addRepairsOfParts(QMenu& menu, const engine::CoolingLink& link,
                                       const engine::OrderKind& kind, engine::PlantOrder part,
                                       const QString& name) {
    if (kind.action != DrillAction::Repair || link.kind == CoolingLinkKind::Racks ||
        link.kind == CoolingLinkKind::Pipe) {
        return;
    }
    const CoolingMachine own = part.machine;
    if (link.hasValve && link.kind != CoolingLinkKind::Bypass) {
        part.machine = CoolingMachine::Valve;
        addOrder(menu, kind, {part}, name, giver(name), tr("Free Valve"), tr("the valve is free"));
    }
    if (engine::infoOf(link.kind).canFoul && own != CoolingMachine::Exchanger) {
        part.machine = CoolingMachine::Exchanger;
        addOrder(menu, kind, {part}, name, giver(name), tr("Clean Exchanger"),
                 tr("the exchanger is clean"));
    }
}

void CoolingActions::fillMenu(QMenu& menu, int link) {
    const auto frame = workspace_->frame();
    if (!frame || !hasCoolingState(*frame) || link < 0) {
        return;
    }
    const engine::CoolingNetwork& network = *frame->cooling;
    const engine::CoolingLink& l = network.links[at(link)];
    const CoolingLinkState state = frame->coolingLinks[at(link)].state;
    const CoolingTarget where = coolingTarget(network, workspace_->layout(), link);
    const QString name = coolingName(network, link);
    if (where.unit.empty()) {
        return;
    }
    engine::PlantOrder part;
    part.unit = where.unit;
    part.instance = where.instance;
    part.machine = where.machine;
    menu.addSection(name);
    const auto target = engine::infoOf(l.kind).owner == engine::CoolingOwner::RackRow
                            ? engine::OrderTarget::RackRow
                            : engine::OrderTarget::Coolant;
    bool repairs = false;
    for (const engine::OrderKind& kind : engine::orderKinds()) {
        if (!kind.appliesTo(target) || !engine::isOffered(kind, l.kind, l.hasValve)) {
            continue;
        }
        if (kind.action == DrillAction::Fail) {
            addFailures(menu, kind, part, name, l.units);
            continue;
        }
        if (kind.repairs && !repairs) {
            menu.addSeparator();
            repairs = true;
        }
        QAction* entry = addOrder(menu, kind, {part}, name, giver(name));
        entry->setEnabled(
            !(kind.action == DrillAction::Leak && state == CoolingLinkState::Leaking) &&
            !(kind.action == DrillAction::Isolate && state == CoolingLinkState::Isolated));
        addRepairsOfParts(menu, l, kind, part, name);
    }
    menu.addSeparator();
    engine::PlantOrder loss = part;
    loss.action = engine::infoOf(l.kind).canFail ? DrillAction::Fail : DrillAction::Isolate;
    if (l.units > 1 && loss.action == DrillAction::Fail && loss.instance == 0) {
        engine::PlantOrder one = loss;
        one.count = 1;
        workspace_->blast().addTo(menu, {one}, tr("one of %1 %2").arg(l.units).arg(name),
                                  tr("What Would Fail With One of %1").arg(l.units));
        workspace_->blast().addTo(menu, {loss}, tr("all %1 %2").arg(l.units).arg(name),
                                  tr("What Would Fail With All %1").arg(l.units));
    } else {
        workspace_->blast().addTo(menu, {loss}, name);
    }
    workspace_->causes().addTo(
        menu, workspace_->causes().eventOf({Selected::Kind::Object, -1, part.unit, -1}));
}

}  // namespace headroom::ui
