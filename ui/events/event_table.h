// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/filtered_table.h"

class QMenu;

namespace headroom::ui {

class EventModel;
class Workspace;

/// What happened; a row chosen selects the place where it did.
class EventTable : public FilteredTable {
    Q_OBJECT

  public:
    explicit EventTable(Workspace* workspace, QWidget* parent = nullptr);

    /// "Why?", "Go To" and what else can be done about an event.
    void fillMenu(QMenu& menu, int row);

  signals:
    void placeRequested();

  private:
    EventTable(Workspace* workspace, EventModel* model, QWidget* parent);
    void select(int row);

    Workspace* workspace_;
    EventModel* model_;
};

}  // namespace headroom::ui
