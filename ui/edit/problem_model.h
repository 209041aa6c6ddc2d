// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/check/check.h"
#include "ui/kit/record_table.h"

namespace headroom::ui {

class Workspace;

/// A finding as a row. Earlier: of the last full check, by a rule that waits for the next one.
struct ShownFinding : engine::Finding {
    bool isEarlier = false;
};

/// Findings about the design as rows: errors first, what was accepted after them, findings of the last full check last.
class ProblemModel : public RecordTable<ShownFinding> {
    Q_DECLARE_TR_FUNCTIONS(ProblemModel)

  public:
    /// In the order of its columns.
    enum Column { Severity, Where, What, Measured, Allowed, Rule };

    explicit ProblemModel(Workspace* workspace, QObject* parent = nullptr);

    const ShownFinding& finding(int index) const { return row(index); }

    /// Not accepted.
    int errors() const { return errors_; }

    int warnings() const { return warnings_; }

    int earlier() const { return earlier_; }

  private:
    void take();

    Workspace* workspace_;
    int errors_ = 0, warnings_ = 0, earlier_ = 0;
};

}  // namespace headroom::ui
