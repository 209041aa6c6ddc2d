// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/jobs/policy_run.h"
#include "ui/kit/record_table.h"

#include <vector>

namespace headroom::ui {

/// Policies on one trace, a row each by its number; in every column the best is marked.
class PolicyModel : public RecordTable<int> {
  public:
    /// In the order of its columns.
    enum Column {
        Policy,
        MeanWait,
        TailWait,
        MeanJct,
        Slowdown,
        Utilisation,
        Goodput,
        Fairness,
        Attainment,
        Preemptions,
        Completed,
        ColumnCount
    };

    explicit PolicyModel(QObject* parent = nullptr);

    void clear();
    void add(const PolicyOutcome& outcome);

    const std::vector<PolicyOutcome>& outcomes() const { return outcomes_; }

    /// Whether nobody is better there; false where all are equal.
    bool isBest(int row, int column) const;

    /// With units in the names of the columns.
    QString csv() const;

    static QString policyName(const std::string& policy);
    static QString policyTip(const std::string& policy);

  private:
    std::vector<TableColumn<int>> columnsOf() const;

    std::vector<PolicyOutcome> outcomes_;
};

}  // namespace headroom::ui
