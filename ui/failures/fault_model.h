// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"
#include "ui/kit/record_table.h"

#include <QAbstractTableModel>
#include <QCoreApplication>

#include <vector>

namespace headroom::ui {

class SubjectNames;

/// A fault with the time of the frame that told of it.
struct FaultRow {
    engine::FaultNow fault;
    double nowS;
};

/// The open faults of the newest frame. Rows stay where they are while the faults do.
class FaultModel : public RecordTable<FaultRow> {
    Q_DECLARE_TR_FUNCTIONS(FaultModel)

  public:
    /// In the order of its columns.
    enum Column { Phase, Kind, Part, Mode, Since, Noticed, Waits, Expected };

    /// Parts are shown by these names; null means by id. It must outlive the model.
    explicit FaultModel(const SubjectNames* names = nullptr, QObject* parent = nullptr);

    void setFaults(const std::vector<engine::FaultNow>& faults, double nowS);

    const engine::FaultNow& fault(int index) const { return row(index).fault; }
};

QString faultKindWord(engine::FaultKind kind);
QString faultPhaseWord(engine::FaultPhase phase);

/// "3 faults: 1 unnoticed, 2 wait"; empty where there is none.
QString faultSummary(const std::vector<engine::FaultNow>& faults);

}  // namespace headroom::ui
