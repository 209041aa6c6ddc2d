// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/filtered_table.h"

class QMenu;

namespace headroom::ui {

class DrillModel;
class Workspace;

/// The timeline of what is broken on purpose: by the project and by hand, done and still to come.
class DrillPane : public FilteredTable {
    Q_OBJECT

  public:
    explicit DrillPane(Workspace* workspace, QWidget* parent = nullptr);

    void fillMenu(QMenu& menu, int row);

  private:
    DrillPane(Workspace* workspace, DrillModel* model, QWidget* parent);
    bool event(QEvent* event) override;

    Workspace* workspace_;
};

}  // namespace headroom::ui
