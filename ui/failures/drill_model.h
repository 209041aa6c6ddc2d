// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/record_table.h"
#include "ui/workspace/drill_desk.h"

#include <QCoreApplication>

namespace headroom::ui {

/// The drills of the desk, each a row that stays.
class DrillModel : public RecordTable<DrillDesk::Drill> {
    Q_DECLARE_TR_FUNCTIONS(DrillModel)

  public:
    enum Column { State, At, Part, What, Length, Source };

    DrillModel(Workspace* workspace, QObject* parent);
};

}  // namespace headroom::ui
