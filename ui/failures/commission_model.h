// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reliability/commission/commission.h"
#include "ui/kit/record_table.h"

#include <QCoreApplication>

#include <memory>

namespace headroom::ui {

/// Tests of a facility, in the order of its report: what is done, whether what is required was
/// kept, and the figure that decides it.
class CommissionModel : public RecordTable<const engine::CommissionRow*> {
    Q_DECLARE_TR_FUNCTIONS(CommissionModel)

  public:
    /// In the order of its columns.
    enum Column { Section, Test, Alike, Verdict, Figure, Limit, After, Recovered };

    explicit CommissionModel(QObject* parent = nullptr);

    void setResult(std::shared_ptr<const engine::Commission> result);

    const engine::CommissionRow& of(int index) const { return *row(index); }

  private:
    std::shared_ptr<const engine::Commission> result_;
};

/// Every figure of a test with its limit, and the first events that followed, a line each.
QString commissionStory(const engine::CommissionRow& row);

}  // namespace headroom::ui
