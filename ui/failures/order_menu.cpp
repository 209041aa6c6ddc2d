// SPDX-License-Identifier: Apache-2.0
#include "ui/failures/order_menu.h"

#include "ui/failures/drill_dialog.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/workspace.h"

#include <QCoreApplication>
#include <QMenu>

#include <utility>

namespace headroom::ui {

namespace {

using engine::OrderKind;
using engine::PlantOrder;
using models::DrillAction;

QString orderTr(const char* text) {
    return QCoreApplication::translate("OrderMenu", text);
}

QIcon iconOf(DrillAction action) {
    switch (action) {
        case DrillAction::Fail:
        case DrillAction::Cut:
        case DrillAction::Crash:
            return Theme::icon("warning");
        case DrillAction::Stick:
            return Theme::icon("valve");
        case DrillAction::Leak:
            return Theme::icon("leak");
        case DrillAction::Repair:
            return Theme::icon("ok");
        case DrillAction::Reset:
            return Theme::icon("restart");
        default:
            return {};
    }
}

/// Words of a valve at an opening.
QString openingTitle(const OrderKind& kind, double amount, const QString& share) {
    return amount == 0.0   ? orderTr("Closed")
           : amount == 1.0 ? orderTr("Open")
                           : QString::fromStdString(kind.titleOf(share.toStdString()));
}

}  // namespace

void markOrder(QAction* entry, DrillAction action) {
    entry->setProperty("order", utf8Text(models::wordOf(action)));
}

QAction* addOrder(QMenu& menu, const OrderKind& kind, const std::vector<PlantOrder>& parts,
                  const QString& name, const OrderGiver& give, const QString& title,
                  const QString& done) {
    std::vector<PlantOrder> orders = parts;
    for (PlantOrder& order : orders) {
        order.action = kind.action;
        if (kind.machine != models::CoolingMachine::All) {
            order.machine = kind.machine;
        }
    }
    const QString words = title.isEmpty() ? utf8Text(kind.title) : title;
    const QString effect = done.isEmpty() ? utf8Text(kind.done) : done;
    if (kind.repairs) {
        QAction* entry = menu.addAction(iconOf(kind.action), words, &menu,
                                        [give, orders, effect] { give(orders, effect, {}); });
        markOrder(entry, kind.action);
        return entry;
    }
    const auto addTimings = [&](QMenu* into, const std::vector<PlantOrder>& given,
                                const QString& what) {
        addDrillTimings(
            into, QStringLiteral("%1: %2").arg(name, what),
            [give, given, what](const DrillTiming& timing) { give(given, what, timing); },
            kind.lasts);
    };
    QMenu* own = menu.addMenu(iconOf(kind.action), words);
    markOrder(own->menuAction(), kind.action);
    if (kind.amounts.empty()) {
        addTimings(own, orders, effect);
    }
    if (kind.needsValve) {
        addTimings(own->addMenu(orderTr("Where It Stands")), orders, effect);
    }
    for (const double amount : kind.amounts) {
        for (PlantOrder& order : orders) {
            order.amount = amount;
        }
        const QString share = QStringLiteral("%1\u2009%").arg(plainNumberText(100.0 * amount, 3));
        const QString choice = kind.needsValve
                                   ? openingTitle(kind, amount, share)
                                   : QString::fromStdString(kind.titleOf(share.toStdString()));
        addTimings(own->addMenu(choice), orders,
                   QString::fromStdString(kind.doneOf(share.toStdString())));
    }
    return own->menuAction();
}

void addOrders(QMenu& menu, engine::OrderTarget target, const std::vector<PlantOrder>& parts,
               const QString& name, const OrderGiver& give) {
    for (const OrderKind& kind : engine::orderKinds()) {
        if (kind.appliesTo(target) && !kind.instead) {
            addOrder(menu, kind, parts, name, give);
        }
    }
}

void addObjectOrders(QMenu& menu, Workspace* workspace, const std::string& object) {
    const engine::Object* found = workspace->project().find(object);
    if (found == nullptr || !workspace->frame() ||
        (found->type->id != "storage_group" && found->type->id != "wan_link")) {
        return;
    }
    PlantOrder part;
    part.unit = object;
    const QString name = workspace->nameOfObject(object);
    menu.addSection(name);
    addOrders(
        menu, *engine::orderTarget(part, found->type->id, std::nullopt), {part}, name,
        [workspace, name](std::vector<PlantOrder> orders, const QString& done,
                          const DrillTiming& timing) {
            emit workspace->said(workspace->drills().give(std::move(orders), name, done, timing));
        });
}

}  // namespace headroom::ui
