// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/failures/order_menu.h"

#include <QObject>

class QMenu;

namespace headroom::ui {

class Workspace;

/// Commands on a rack, its servers and their accelerators, from 3-D, plan and tables.
class RackActions : public QObject {
    Q_OBJECT

  public:
    explicit RackActions(Workspace* workspace, QObject* parent = nullptr);

    /// Entries for a rack of the layout, with a submenu for each of its servers.
    void fillMenu(QMenu& menu, int rack);

    /// The entry "Repair" alone.
    void addRepair(QMenu& menu, int rack);

    /// The order that takes the rack away; its unit is empty where there is no such rack.
    engine::PlantOrder rackOrder(int rack) const;

  signals:
    void said(const QString& what);

  private:
    /// How many servers its rack holds, and accelerators each; 0 where nothing says.
    struct Contents {
        int servers = 0, accelerators = 0;
    };

    Contents contentsOf(int block) const;
    QString nameOf(int rack) const;
    OrderGiver giver(const QString& name);
    void addLevel(QMenu& menu, const engine::PlantOrder& base, const QString& name);
    void addServers(QMenu& menu, const engine::PlantOrder& rack, const QString& name,
                    const Contents& contents);

    Workspace* workspace_;
};

}  // namespace headroom::ui
