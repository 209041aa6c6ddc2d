// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/check/check.h"

#include <QAbstractTableModel>

#include <vector>

namespace headroom::ui {

class Workspace;

/// Findings about the design as rows: errors first, what was accepted last.
class ProblemModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { Severity, Where, What, Measured, Allowed, Rule, ColumnCount };

    explicit ProblemModel(Workspace* workspace, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    const engine::Finding& finding(int row) const {
        return findings_[static_cast<std::size_t>(row)];
    }

    /// Not accepted.
    int errors() const { return errors_; }

    int warnings() const { return warnings_; }

  private:
    void take();

    Workspace* workspace_;
    std::vector<engine::Finding> findings_;
    int errors_ = 0, warnings_ = 0;
};

}  // namespace headroom::ui
