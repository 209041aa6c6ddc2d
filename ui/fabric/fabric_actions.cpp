// SPDX-License-Identifier: Apache-2.0
#include "ui/fabric/fabric_actions.h"

#include "engine/base/index.h"
#include "ui/fabric/fabric_focus.h"
#include "ui/fabric/fabric_text.h"
#include "ui/failures/drill_dialog.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/workspace.h"

#include <QMenu>

#include <algorithm>

namespace headroom::ui {

namespace {

using engine::FabricTarget;
using engine::PlantOrder;
using models::DrillAction;
using models::FabricPart;

constexpr int kMostSwitches = 32;  // that get a submenu each

}  // namespace

FabricActions::FabricActions(FabricFocus* focus, QObject* parent)
    : QObject(parent), focus_(focus) {}

/// Cables carry both directions: an order on either bundle of a pair is one on both.
std::vector<PlantOrder> FabricActions::ordersOf(const FabricTarget& target) const {
    PlantOrder order;
    order.unit = focus_->network()->fabrics[at(focus_->fabric())].id;
    std::vector<PlantOrder> orders;
    switch (target.kind) {
        case FabricTarget::Kind::None:
            break;
        case FabricTarget::Kind::Link:
            order.part = FabricPart::Link;
            order.instance = target.index + 1;
            orders.push_back(order);
            break;
        case FabricTarget::Kind::Switch:
            order.part = FabricPart::Switch;
            order.instance = target.index + 1;
            orders.push_back(order);
            break;
        case FabricTarget::Kind::Plane:
            order.part = FabricPart::Plane;
            order.instance = target.index + 1;
            orders.push_back(order);
            break;
        case FabricTarget::Kind::Bundles: {
            order.part = FabricPart::Bundle;
            const auto& ends = focus_->index()->bundles;
            for (const int b : target.bundles) {
                // The other direction of a bundle that is in already.
                const bool isKnown =
                    std::any_of(orders.begin(), orders.end(), [&](const PlantOrder& other) {
                        const auto& known = ends[at(other.instance - 1)];
                        return known.plane == ends[at(b)].plane &&
                               known.from.switchNumber == ends[at(b)].to.switchNumber &&
                               known.to.switchNumber == ends[at(b)].from.switchNumber;
                    });
                if (!isKnown) {
                    order.instance = b + 1;
                    orders.push_back(order);
                }
            }
            break;
        }
    }
    return orders;
}

void FabricActions::give(std::vector<PlantOrder> orders, DrillAction action, double amount,
                         int count, const DrillTiming& timing, const QString& name,
                         const QString& what) {
    for (PlantOrder& order : orders) {
        order.action = action;
        order.amount = amount;
        order.count = count;
    }
    emit said(focus_->workspace()->drills().give(std::move(orders), name, what, timing));
}

void FabricActions::addFor(QMenu* menu, const std::vector<PlantOrder>& orders, DrillAction action,
                           double amount, int count, const QString& name, const QString& what) {
    addDrillTimings(menu, QStringLiteral("%1: %2").arg(name, what),
                    [=, this](const DrillTiming& timing) {
                        give(orders, action, amount, count, timing, name, what);
                    });
}

void FabricActions::addLinkEntries(QMenu& menu, const FabricTarget& target, const QString& name) {
    const auto orders = ordersOf(target);
    const bool single = target.kind == FabricTarget::Kind::Link;
    int links = 1;
    if (target.kind == FabricTarget::Kind::Bundles) {
        links = 0;
        for (const PlantOrder& order : orders) {
            links += focus_->index()->bundles[at(order.instance - 1)].links;
        }
    }
    const auto subject = [&](int count) {
        return count == 0 ? single ? tr("is cut") : tr("all %1 cables are cut").arg(links)
                          : tr("%1 of %2 cables cut").arg(count).arg(links);
    };
    if (!single && links > 1 && orders.size() == 1) {
        addFor(menu.addMenu(Theme::icon("warning"), tr("Cut One of %1 Cables").arg(links)), orders,
               DrillAction::Cut, models::kNotStated, 1, name, subject(1));
        if (links > 3) {
            addFor(menu.addMenu(tr("Cut %1 of %2 Cables").arg(links / 2).arg(links)), orders,
                   DrillAction::Cut, models::kNotStated, links / 2, name, subject(links / 2));
        }
    }
    addFor(menu.addMenu(Theme::icon("warning"),
                        single || links == 1 ? tr("Cut") : tr("Cut All %1 Cables").arg(links)),
           orders, DrillAction::Cut, models::kNotStated, 0, name, subject(0));
    QMenu* degrade = menu.addMenu(tr("Degrade"));
    for (const double left : {0.75, 0.5, 0.25}) {
        const QString share = utilizationText(left);
        addFor(degrade->addMenu(tr("To %1 of the Rate").arg(share)), orders, DrillAction::Degrade,
               left, 0, name, tr("%1 of the rate is left").arg(share));
    }
    QMenu* flap = menu.addMenu(tr("Flap"));
    for (const double down : {0.05, 0.2, 0.5}) {
        const QString share = utilizationText(down);
        addFor(flap->addMenu(tr("Down %1 of the Time").arg(share)), orders, DrillAction::Flap, down,
               target.kind == FabricTarget::Kind::Bundles && orders.size() == 1 ? 1 : 0, name,
               tr("flaps, down %1 of the time").arg(share));
    }
}

void FabricActions::addSwitchEntries(QMenu& menu, const FabricTarget& target, const QString& name) {
    const auto orders = ordersOf(target);
    addFor(menu.addMenu(Theme::icon("warning"), tr("Fail")), orders, DrillAction::Fail,
           models::kNotStated, 0, name, tr("fails"));
    if (target.kind != FabricTarget::Kind::Switch) {
        return;
    }
    if (focus_->index()->leafOfSwitch[at(target.index)] >= 0) {
        addFor(menu.addMenu(tr("Pause Storm")), orders, DrillAction::Pause, models::kNotStated, 0,
               name, tr("its links are paused"));
    }
}

void FabricActions::fillMenu(QMenu& menu, const FabricTarget& target, const QString& name) {
    const auto frame = focus_->workspace()->frame();
    if (!frame || target.kind == FabricTarget::Kind::None || focus_->index() == nullptr ||
        !engine::hasFabricValues(*frame->fabrics, frame->fabricsNow)) {
        return;
    }
    menu.addSection(name);
    const QString blast =
        blastText(engine::blastRadius(*focus_->index(), *frame->fabrics, focus_->fabric(),
                                      frame->fabricsNow, target),
                  *frame);
    // Loss to expect before the action.
    QAction* preview = menu.addAction(tr("Without it: %1").arg(blast));
    preview->setEnabled(false);
    if (target.kind == FabricTarget::Kind::Link || target.kind == FabricTarget::Kind::Bundles) {
        addLinkEntries(menu, target, name);
    } else {
        addSwitchEntries(menu, target, name);
    }
    const auto orders = ordersOf(target);
    menu.addAction(Theme::icon("ok"), tr("Repair"), this, [=, this] {
        give(orders, DrillAction::Repair, models::kNotStated, 0, {}, name, tr("is repaired"));
    });
    menu.addSeparator();
    auto loss = orders;
    const bool isCable =
        target.kind == FabricTarget::Kind::Link || target.kind == FabricTarget::Kind::Bundles;
    for (PlantOrder& order : loss) {
        order.action = isCable ? DrillAction::Cut : DrillAction::Fail;
    }
    focus_->workspace()->blast().addTo(menu, std::move(loss), name);
}

void FabricActions::fillSwitchMenus(QMenu& menu, int tier, int group) {
    const engine::TopologyIndex& index = *focus_->index();
    const engine::Topology& t = *index.topology;
    QMenu* switches = nullptr;
    int count = 0;
    for (int s = 0; s < t.switches(); ++s) {
        const engine::SwitchPlace place = t.place(s);
        const int plane = focus_->scope().plane;
        if (place.tier != tier || (group >= 0 && place.group != group) ||
            (plane >= 0 && place.plane != plane)) {
            continue;
        }
        if (switches == nullptr) {
            switches = menu.addMenu(tier == 2 ? tr("A Core") : tr("A Spine"));
            switches->setToolTipsVisible(true);
        }
        if (++count > kMostSwitches) {
            QAction* more = switches->addAction(tr("… more in the table of switches"));
            more->setEnabled(false);
            break;
        }
        const QString name = switchName(index, s);
        QMenu* one = switches->addMenu(name);
        // Filled when it is opened: a blast radius takes a walk over all bundles.
        connect(one, &QMenu::aboutToShow, this, [this, one, s, name] {
            if (one->isEmpty()) {
                fillMenu(*one, {FabricTarget::Kind::Switch, s, {}}, name);
            }
        });
    }
}

void FabricActions::fillPlaneMenus(QMenu& menu) {
    const int planes = focus_->index()->topology->spec().planes;
    for (int p = 0; planes > 1 && p < planes; ++p) {
        fillMenu(*menu.addMenu(tr("Plane %1").arg(p + 1)), {FabricTarget::Kind::Plane, p, {}},
                 tr("Plane %1").arg(p + 1));
    }
}

}  // namespace headroom::ui
