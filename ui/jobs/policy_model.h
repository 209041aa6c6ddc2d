// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/jobs/policy_run.h"

#include <QAbstractTableModel>

#include <vector>

namespace headroom::ui {

/// Policies on one trace, a row each; in every column the best is marked.
class PolicyModel : public QAbstractTableModel {
    Q_OBJECT

  public:
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

    using QAbstractTableModel::QAbstractTableModel;

    void clear();
    void add(const PolicyOutcome& outcome);

    const std::vector<PolicyOutcome>& outcomes() const { return outcomes_; }

    /// Whether nobody is better there; false where all are equal.
    bool isBest(int row, int column) const;

    /// With units in the names of the columns.
    QString csv() const;

    static QString policyName(const std::string& policy);
    static QString policyTip(const std::string& policy);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    std::vector<PolicyOutcome> outcomes_;
};

}  // namespace headroom::ui
