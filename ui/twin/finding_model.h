// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/record_table.h"
#include "ui/workspace/twin_desk.h"

#include <QCoreApplication>

namespace headroom::ui {

struct FindingRow {
    engine::TelemetryFinding finding;
    QString place;        ///< of its sensor
    double firstS = 0.0;  ///< of the run that is shown; NaN: not known
};

/// Faults of the telemetry, with place and remedy.
class FindingModel : public RecordTable<FindingRow> {
    Q_DECLARE_TR_FUNCTIONS(FindingModel)

  public:
    explicit FindingModel(QObject* parent = nullptr);

    void take(const TwinDesk& desk);
};

}  // namespace headroom::ui
