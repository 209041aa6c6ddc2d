// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/table/filtered_table.h"

namespace headroom::ui {

class EventModel;
class Workspace;

/// What happened; a row chosen selects the place where it did.
class EventTable : public FilteredTable {
    Q_OBJECT

  public:
    explicit EventTable(Workspace* workspace, QWidget* parent = nullptr);

  signals:
    void placeRequested();

  private:
    EventTable(Workspace* workspace, EventModel* model, QWidget* parent);
};

}  // namespace headroom::ui
