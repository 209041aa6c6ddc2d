// SPDX-License-Identifier: Apache-2.0
#include "ui/cooling/cooling_actions.h"

#include "engine/base/index.h"
#include "ui/failures/drill_dialog.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/cause_focus.h"
#include "ui/workspace/workspace.h"

#include <QMenu>

namespace headroom::ui {

namespace {

using engine::CoolingLinkKind;
using engine::CoolingLinkState;
using models::CoolingMachine;
using models::DrillAction;

}  // namespace

CoolingActions::CoolingActions(Workspace* workspace, QObject* parent)
    : QObject(parent), workspace_(workspace) {}

void CoolingActions::give(const Order& order, const DrillTiming& timing, const QString& what) {
    engine::PlantOrder plant;
    plant.action = order.action;
    plant.unit = order.target.unit;
    plant.instance = order.target.instance;
    plant.machine = order.target.machine;
    plant.count = order.count;
    plant.amount = order.amount;
    emit said(workspace_->drills().give({plant}, order.name, what, timing));
}

void CoolingActions::addFor(QMenu* menu, const Order& order, const QString& what) {
    addDrillTimings(menu, QStringLiteral("%1: %2").arg(order.name, what),
                    [this, order, what](const DrillTiming& timing) { give(order, timing, what); });
}

void CoolingActions::addFailures(QMenu& menu, const Order& base, int units) {
    Order order = base;
    order.action = DrillAction::Fail;
    if (units > 1) {
        order.count = 1;
        addFor(menu.addMenu(Theme::icon("warning"), tr("Fail One of %1").arg(units)), order,
               tr("one of %1 fails").arg(units));
        if (units > 3) {
            order.count = units / 2;
            addFor(menu.addMenu(tr("Fail %1 of %2").arg(order.count).arg(units)), order,
                   tr("%1 of %2 fail").arg(order.count).arg(units));
        }
        order.count = 0;
        addFor(menu.addMenu(tr("Fail All %1").arg(units)), order, tr("all %1 fail").arg(units));
    } else {
        addFor(menu.addMenu(Theme::icon("warning"), tr("Fail")), order, tr("fails"));
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
    Order base;
    base.target = coolingTarget(network, workspace_->layout(), link);
    base.name = coolingName(network, link);
    if (base.target.unit.empty()) {
        return;
    }
    menu.addSection(base.name);
    if (engine::infoOf(l.kind).canFail) {
        addFailures(menu, base, l.units);
    }
    if (l.hasValve) {
        QMenu* stick = menu.addMenu(Theme::icon("valve"), tr("Stick Valve"));
        Order order = base;
        order.action = DrillAction::Stick;
        order.target.machine = CoolingMachine::Valve;
        addFor(stick->addMenu(tr("Where It Stands")), order, tr("the valve sticks"));
        for (const double opening : {0.0, 0.25, 0.5, 1.0}) {
            order.amount = opening;
            const QString text = opening == 0.0   ? tr("Closed")
                                 : opening == 1.0 ? tr("Open")
                                                  : tr("At %1").arg(shareText(opening));
            addFor(stick->addMenu(text), order,
                   tr("the valve sticks at %1").arg(shareText(opening)));
        }
    }
    if (engine::infoOf(l.kind).canFoul) {
        QMenu* foul = menu.addMenu(tr("Foul Exchanger"));
        Order order = base;
        order.action = DrillAction::Foul;
        order.target.machine = CoolingMachine::Exchanger;
        for (const double left : {0.8, 0.5, 0.25}) {
            order.amount = left;
            addFor(foul->addMenu(tr("%1 of the Conductance Left").arg(shareText(left))), order,
                   tr("%1 of the exchanger's conductance is left").arg(shareText(left)));
        }
    }
    if (engine::infoOf(l.kind).canLeak) {
        QMenu* leak = menu.addMenu(Theme::icon("leak"), tr("Leak"));
        leak->setEnabled(state != CoolingLinkState::Leaking);
        Order order = base;
        order.action = DrillAction::Leak;
        for (const double share : {0.005, 0.02, 0.1}) {
            order.amount = share;
            const QString text = QStringLiteral("%1\u2009%").arg(plainNumberText(100.0 * share));
            addFor(leak->addMenu(tr("%1 of the Flow").arg(text)), order,
                   tr("leaks %1 of its flow").arg(text));
        }
    }
    if (engine::infoOf(l.kind).canIsolate) {
        Order order = base;
        order.action = DrillAction::Isolate;
        QMenu* isolate = menu.addMenu(tr("Isolate"));
        isolate->setEnabled(state != CoolingLinkState::Isolated);
        addFor(isolate, order, tr("is shut off"));
    }
    menu.addSeparator();
    Order repair = base;
    repair.action = DrillAction::Repair;
    if (l.kind != CoolingLinkKind::Racks && l.kind != CoolingLinkKind::Pipe) {
        menu.addAction(Theme::icon("ok"), tr("Repair"), this,
                       [=, this] { give(repair, {}, tr("is repaired")); });
        if (l.hasValve && l.kind != CoolingLinkKind::Bypass) {
            Order valve = repair;
            valve.target.machine = CoolingMachine::Valve;
            menu.addAction(tr("Free Valve"), this,
                           [=, this] { give(valve, {}, tr("the valve is free")); });
        }
        if (engine::infoOf(l.kind).canFoul && repair.target.machine != CoolingMachine::Exchanger) {
            Order clean = repair;
            clean.target.machine = CoolingMachine::Exchanger;
            menu.addAction(tr("Clean Exchanger"), this,
                           [=, this] { give(clean, {}, tr("the exchanger is clean")); });
        }
    } else {
        menu.addAction(Theme::icon("ok"), tr("Repair"), this,
                       [=, this] { give(repair, {}, tr("is tight and open again")); });
    }
    menu.addSeparator();
    engine::PlantOrder loss;
    loss.action = engine::infoOf(l.kind).canFail ? DrillAction::Fail : DrillAction::Isolate;
    loss.unit = base.target.unit;
    loss.instance = base.target.instance;
    loss.machine = base.target.machine;
    if (l.units > 1 && loss.action == DrillAction::Fail && loss.instance == 0) {
        engine::PlantOrder one = loss;
        one.count = 1;
        workspace_->blast().addTo(menu, {one}, tr("one of %1 %2").arg(l.units).arg(base.name),
                                  tr("What Would Fail With One of %1").arg(l.units));
        workspace_->blast().addTo(menu, {loss}, tr("all %1 %2").arg(l.units).arg(base.name),
                                  tr("What Would Fail With All %1").arg(l.units));
    } else {
        workspace_->blast().addTo(menu, {loss}, base.name);
    }
    workspace_->causes().addTo(
        menu, workspace_->causes().eventOf({Selected::Kind::Object, -1, base.target.unit, -1}));
}

}  // namespace headroom::ui
