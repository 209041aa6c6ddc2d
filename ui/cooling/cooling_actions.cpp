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

bool canFail(CoolingLinkKind kind) {
    switch (kind) {
        case CoolingLinkKind::Pumps:
        case CoolingLinkKind::CondenserPumps:
        case CoolingLinkKind::CduPumps:
        case CoolingLinkKind::CduPrimary:
        case CoolingLinkKind::CduSecondary:
        case CoolingLinkKind::AirHandlers:
        case CoolingLinkKind::Evaporators:
        case CoolingLinkKind::Condensers:
        case CoolingLinkKind::Towers:
        case CoolingLinkKind::DryCoolers:
            return true;
        default:
            return false;
    }
}

bool canFoul(CoolingLinkKind kind) {
    return kind == CoolingLinkKind::Economiser || kind == CoolingLinkKind::EconomiserOut ||
           kind == CoolingLinkKind::CduPrimary || kind == CoolingLinkKind::CduSecondary ||
           kind == CoolingLinkKind::AirHandlers;
}

bool canLeak(CoolingLinkKind kind) {
    return kind == CoolingLinkKind::Racks || kind == CoolingLinkKind::CduPrimary ||
           kind == CoolingLinkKind::CduSecondary || kind == CoolingLinkKind::Pipe;
}

bool canIsolate(CoolingLinkKind kind) {
    return kind == CoolingLinkKind::Racks || kind == CoolingLinkKind::CduPrimary ||
           kind == CoolingLinkKind::CduSecondary || kind == CoolingLinkKind::AirHandlers;
}

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
    if (canFail(l.kind)) {
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
    if (canFoul(l.kind)) {
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
    if (canLeak(l.kind)) {
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
    if (canIsolate(l.kind)) {
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
        if (canFoul(l.kind) && repair.target.machine != CoolingMachine::Exchanger) {
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
    loss.action = canFail(l.kind) ? DrillAction::Fail : DrillAction::Isolate;
    loss.unit = base.target.unit;
    loss.instance = base.target.instance;
    loss.machine = base.target.machine;
    workspace_->blast().addTo(menu, {loss}, base.name);
    workspace_->causes().addTo(
        menu, workspace_->causes().eventOf({Selected::Kind::Object, -1, base.target.unit, -1}));
}

}  // namespace headroom::ui
