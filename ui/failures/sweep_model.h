// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reliability/reach/sweep.h"
#include "ui/kit/record_table.h"

#include <memory>

namespace headroom::ui {

/// Rows of a sweep, the dearest first.
class SweepModel : public RecordTable<const engine::SweepRow*> {
    Q_DECLARE_TR_FUNCTIONS(SweepModel)

  public:
    /// In the order of its columns.
    enum Column {
        Part,
        Kind,
        Alike,
        LostHours,
        LostShare,
        Interruptions,
        RacksOff,
        Throttled,
        Hottest,
        DesignLost,
        DesignStrained,
        DesignExposed
    };

    explicit SweepModel(QObject* parent = nullptr);

    void setSweep(std::shared_ptr<const engine::Sweep> sweep);

    const engine::SweepRow& of(int index) const { return *row(index); }

    /// All of it, with the units in its first line.
    QString csv() const;

  private:
    std::shared_ptr<const engine::Sweep> sweep_;
};

/// "UPS ups-a/1", or "UPS ups-a/1, then UPS ups-b/1".
QString sweepName(const engine::SweepRow& row);

}  // namespace headroom::ui
