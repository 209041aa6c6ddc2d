// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant_order.h"
#include "ui/cooling/cooling_text.h"

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
    struct Order {
        CoolingTarget target;
        QString name;
        models::DrillAction action = models::DrillAction::Fail;
        int count = 0;
        double amount = models::kNotStated;
    };

    void give(const Order& order, const DrillTiming& timing, const QString& what);
    void addFor(QMenu* menu, const Order& order, const QString& what);
    void addFailures(QMenu& menu, const Order& base, int units);

    Workspace* workspace_;
};

}  // namespace headroom::ui
