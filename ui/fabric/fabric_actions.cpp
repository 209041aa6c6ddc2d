// SPDX-License-Identifier: Apache-2.0
#include "ui/fabric/fabric_actions.h"

#include "engine/base/index.h"
#include "ui/fabric/fabric_focus.h"
#include "ui/fabric/fabric_text.h"
#include "ui/failures/order_menu.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/workspace.h"

#include <QMenu>

#include <algorithm>
#include <utility>

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

OrderGiver FabricActions::giver(const QString& name) {
    return [this, name](std::vector<PlantOrder> orders, const QString& done,
                        const DrillTiming& timing) {
        emit said(focus_->workspace()->drills().give(std::move(orders), name, done, timing));
    };
}

/// One, half or all cables of a bundle.
void FabricActions::addCuts(QMenu& menu, const engine::OrderKind& kind, const FabricTarget& target,
                            const QString& name) {
    auto orders = ordersOf(target);
    const bool single = target.kind == FabricTarget::Kind::Link;
    int links = 1;
    if (target.kind == FabricTarget::Kind::Bundles) {
        links = 0;
        for (const PlantOrder& order : orders) {
            links += focus_->index()->bundles[at(order.instance - 1)].links;
        }
    }
    if (!single && links > 1 && orders.size() == 1) {
        orders.front().count = 1;
        addOrder(menu, kind, orders, name, giver(name), tr("Cut One of %1 Cables").arg(links),
                 tr("one of %1 cables cut").arg(links));
        if (const int half = links / 2; links > 3) {
            orders.front().count = half;
            addOrder(menu, kind, orders, name, giver(name),
                     tr("Cut %1 of %2 Cables").arg(half).arg(links),
                     tr("%1 of %2 cables cut").arg(half).arg(links));
        }
        orders.front().count = 0;
    }
    if (single || links == 1) {
        addOrder(menu, kind, orders, name, giver(name));
    } else {
        addOrder(menu, kind, orders, name, giver(name), tr("Cut All %1 Cables").arg(links),
                 tr("all %1 cables are cut").arg(links));
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
    const auto orders = ordersOf(target);
    const bool isCable =
        target.kind == FabricTarget::Kind::Link || target.kind == FabricTarget::Kind::Bundles;
    const auto kindOfPart = isCable ? engine::OrderTarget::Cables : engine::OrderTarget::Switches;
    for (const engine::OrderKind& kind : engine::orderKinds()) {
        if (!kind.appliesTo(kindOfPart) || kind.instead) {
            continue;
        }
        auto parts = orders;
        if (kind.action == DrillAction::Cut) {
            addCuts(menu, kind, target, name);
            continue;
        }
        if (kind.action == DrillAction::Flap && target.kind == FabricTarget::Kind::Bundles &&
            parts.size() == 1) {
            parts.front().count = 1;  // cables flap one by one
        }
        addOrder(menu, kind, parts, name, giver(name));
    }
    menu.addSeparator();
    auto loss = orders;
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
