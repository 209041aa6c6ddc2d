// SPDX-License-Identifier: Apache-2.0
#include "ui/power/power_actions.h"

#include "ui/power/power_text.h"
#include "ui/quantity_text.h"
#include "ui/shell/theme.h"
#include "ui/shell/workspace.h"

#include <QApplication>
#include <QInputDialog>
#include <QMenu>

#include <algorithm>

namespace headroom::ui {

namespace {

using engine::BreakerState;
using engine::PowerUnitState;
using models::DrillAction;

constexpr double kMinute = 60.0;

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

}  // namespace

PowerActions::PowerActions(Workspace* workspace, QObject* parent)
    : QObject(parent), workspace_(workspace) {}

const engine::Frame* PowerActions::frame() const {
    const auto frame = workspace_->frame();
    return frame && hasPowerValues(*frame) ? frame.get() : nullptr;
}

void PowerActions::order(DrillAction action, int unit, bool whole, double durationS,
                         const QString& what) {
    const auto held = workspace_->frame();
    if (!held || !held->network) {
        return;
    }
    const engine::PowerNetwork& network = *held->network;
    const engine::PowerUnit& u = network.units[at(unit)];
    engine::PlantOrder order;
    order.action = action;
    order.unit = network.arrays[at(u.array)].id;
    order.instance = whole ? 0 : u.instance + 1;
    order.durationS = durationS;
    workspace_->operate(order);
    const QString name =
        whole ? tr("all of %1").arg(arrayName(network, u.array)) : unitName(network, unit);
    QString text = QStringLiteral("%1: %2").arg(name, what);
    if (!workspace_->status().playing) {
        text += tr(", with the next step of the simulation");
    }
    text[0] = text[0].toUpper();
    emit said(text);
}

void PowerActions::switchBreakers(const std::vector<int>& edges, bool close) {
    const auto held = workspace_->frame();
    if (!held || !held->network || edges.empty()) {
        return;
    }
    const engine::PowerNetwork& network = *held->network;
    for (const int index : edges) {
        const engine::PowerUnit& u = network.units[at(network.edges[at(index)].to)];
        engine::PlantOrder order;
        order.action = close ? DrillAction::Close : DrillAction::Open;
        order.unit = network.arrays[at(u.array)].id;
        order.instance = u.instance + 1;
        order.incomer = index - u.firstEdge + 1;
        workspace_->operate(order);
    }
    QString text =
        edges.size() == 1
            ? (close ? tr("Closed the %1") : tr("Opened the %1"))
                  .arg(breakerName(network, edges.front()))
            : (close ? tr("Closed %1 breakers") : tr("Opened %1 breakers")).arg(edges.size());
    if (!workspace_->status().playing) {
        text += tr(", with the next step of the simulation");
    }
    emit said(text);
}

void PowerActions::toggleBreaker(int edge) {
    if (const engine::Frame* now = frame()) {
        switchBreakers({edge}, now->powerEdges[at(edge)].breaker != BreakerState::Closed);
    }
}

void PowerActions::askDuration(DrillAction action, int unit, bool whole) {
    bool ok = false;
    const double minutes = QInputDialog::getDouble(QApplication::activeWindow(), tr("Fail For"),
                                                   tr("Minutes"), 15.0, 0.01, 1e6, 2, &ok);
    if (ok) {
        order(action, unit, whole, minutes * kMinute,
              tr("fails for %1 min").arg(plainNumberText(minutes)));
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
    QAction* fail = menu.addAction(Theme::icon("warning"), tr("Fail"), this, [=, this] {
        order(DrillAction::Fail, unit, whole, models::kNotStated, tr("fails"));
    });
    fail->setEnabled(!allFailed);
    QMenu* failFor = menu.addMenu(tr("Fail For"));
    failFor->setEnabled(!allFailed);
    for (const double minutes : {1.0, 5.0, 15.0, 60.0}) {
        const QString text = tr("%1 min").arg(plainNumberText(minutes));
        failFor->addAction(text, this, [=, this] {
            order(DrillAction::Fail, unit, whole, minutes * kMinute, tr("fails for %1").arg(text));
        });
    }
    failFor->addAction(tr("Other…"), this,
                       [=, this] { askDuration(DrillAction::Fail, unit, whole); });
    QAction* repair = menu.addAction(Theme::icon("ok"), tr("Repair"), this, [=, this] {
        order(DrillAction::Repair, unit, whole, models::kNotStated, tr("is repaired"));
    });
    repair->setEnabled(anyFailed);
    if (u.kind == engine::PowerKind::Ups) {
        QAction* reset =
            menu.addAction(Theme::icon("restart"), tr("Reset Lock-Out"), this, [=, this] {
                order(DrillAction::Reset, unit, whole, models::kNotStated, tr("is reset"));
            });
        reset->setEnabled(anyLocked);
    }
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
    if (edges.size() <= 4) {
        for (const int e : edges) {
            const bool isClosed = now->powerEdges[at(e)].breaker == BreakerState::Closed;
            const QString from = unitName(network, network.edges[at(e)].from);
            menu.addAction(Theme::icon(isClosed ? "breaker-open" : "breaker-closed"),
                           isClosed ? tr("Open Breaker from %1").arg(from)
                                    : tr("Close Breaker from %1").arg(from),
                           this, [this, e, isClosed] { switchBreakers({e}, !isClosed); });
        }
        return;
    }
    if (!closed.empty()) {
        menu.addAction(Theme::icon("breaker-open"), tr("Open %1 Breakers").arg(closed.size()), this,
                       [this, closed] { switchBreakers(closed, false); });
    }
    if (!open.empty()) {
        menu.addAction(Theme::icon("breaker-closed"), tr("Close %1 Breakers").arg(open.size()),
                       this, [this, open] { switchBreakers(open, true); });
    }
}

}  // namespace headroom::ui
