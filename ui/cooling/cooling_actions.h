// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant_order.h"
#include "ui/cooling/cooling_text.h"
#include "ui/failures/order_menu.h"

#include <QObject>

class QMenu;

namespace headroom::ui {

class Workspace;
struct DrillTiming;

/// Actions of a person on the coolant plant, from the diagram, the tables, the plan and 3-D: fails and repairs machines,
/// holds valves, fouls exchangers, opens leaks, shuts off. Nothing asks back,
/// since it is a simulation; said() tells what was done.
class CoolingActions : public QObject {
    Q_OBJECT

  public:
    explicit CoolingActions(Workspace* workspace, QObject* parent = nullptr);

    /// Entries for a link of CoolingNetwork; none for what nothing can be done to.
    void fillMenu(QMenu& menu, int link);

  signals:
    void said(const QString& what);

  private:
    OrderGiver giver(const QString& name);
    void addFailures(QMenu& menu, const engine::OrderKind& kind, engine::PlantOrder part,
                     const QString& name, int units);
    void addRepairsOfParts(QMenu& menu, const engine::CoolingLink& link,
                           const engine::OrderKind& kind, engine::PlantOrder part,
                           const QString& name);

    Workspace* workspace_;
};

}  // namespace headroom::ui
