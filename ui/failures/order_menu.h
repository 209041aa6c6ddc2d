// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant_order.h"
#include "ui/workspace/drill_desk.h"

#include <functional>
#include <string>
#include <vector>

class QAction;
class QMenu;

namespace headroom::ui {

class Workspace;

/// Gives orders that somebody chose in a menu. `done`: the effect in words, "fails".
using OrderGiver = std::function<void(std::vector<engine::PlantOrder> orders, const QString& done,
                                      const DrillTiming& timing)>;

/// Menu entries of the table of orders (engine/kinds/order_kind.h). Orders state their parts; action, machine and amount come
/// from the row. An order that puts something right is given at once. For others a submenu asks for its amount, if it has one,
/// when it begins and how long it lasts. `title`: in place of that of the row. The entry has the word of its action as property
/// "order".
QAction* addOrder(QMenu& menu, const engine::OrderKind& kind,
                  const std::vector<engine::PlantOrder>& parts, const QString& name,
                  const OrderGiver& give, const QString& title = {}, const QString& done = {});

/// The same for every order that menus offer for parts of a kind.
void addOrders(QMenu& menu, engine::OrderTarget target,
               const std::vector<engine::PlantOrder>& parts, const QString& name,
               const OrderGiver& give);

/// Marks an entry that gives an order in another way.
void markOrder(QAction* entry, models::DrillAction action);

/// Orders for an object of the project that no other menu offers orders for: a storage group, or a WAN link.
void addObjectOrders(QMenu& menu, Workspace* workspace, const std::string& object);

}  // namespace headroom::ui
