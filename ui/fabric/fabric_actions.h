// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/fabric_reading.h"
#include "ui/failures/order_menu.h"

#include <QObject>
#include <QString>

class QMenu;

namespace headroom::ui {

class FabricFocus;

/// Actions of a person on a fabric, from the diagram and the tables: cuts, degrades, flaps, pauses, fails and repairs. The
/// expected loss is in the menu before. Nothing asks back,
/// since it is a simulation; said() tells what was done.
class FabricActions : public QObject {
    Q_OBJECT

  public:
    explicit FabricActions(FabricFocus* focus, QObject* parent = nullptr);

    /// Entries for a part of the fabric in focus; none for what nothing can be done to.
    void fillMenu(QMenu& menu, const engine::FabricTarget& target, const QString& name);
    /// A submenu for each switch of a tier and group, if they are few; else for the first of them.
    void fillSwitchMenus(QMenu& menu, int tier, int group);
    /// A submenu for each plane; nothing where there is one.
    void fillPlaneMenus(QMenu& menu);

  signals:
    void said(const QString& what);

  private:
    /// Orders that do one thing to a target: one for each of its bundles.
    std::vector<engine::PlantOrder> ordersOf(const engine::FabricTarget& target) const;
    OrderGiver giver(const QString& name);
    void addCuts(QMenu& menu, const engine::OrderKind& kind, const engine::FabricTarget& target,
                 const QString& name);

    FabricFocus* focus_;
};

}  // namespace headroom::ui
