// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/check/check.h"
#include "ui/kit/record_table.h"

namespace headroom::ui {

class Workspace;

/// Findings about the design as rows: errors first, what was accepted last.
class ProblemModel : public RecordTable<engine::Finding> {
    Q_DECLARE_TR_FUNCTIONS(ProblemModel)

  public:
    /// In the order of its columns.
    enum Column { Severity, Where, What, Measured, Allowed, Rule };

    explicit ProblemModel(Workspace* workspace, QObject* parent = nullptr);

    const engine::Finding& finding(int index) const { return row(index); }

    /// Not accepted.
    int errors() const { return errors_; }

    int warnings() const { return warnings_; }

  private:
    void take();

    Workspace* workspace_;
    int errors_ = 0, warnings_ = 0;
};

}  // namespace headroom::ui
