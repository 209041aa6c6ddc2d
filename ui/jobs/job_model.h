// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"
#include "ui/kit/record_table.h"

#include <QAbstractTableModel>
#include <QCoreApplication>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace headroom::ui {

/// The jobs of the newest frame, filtered and sorted here and not by a proxy: with thousands of
/// jobs a proxy asks for each cell as a variant whenever one of them moves on. Selection and
/// scrolling follow the job through each update.
class JobModel : public RecordTable<engine::JobRow> {
    Q_DECLARE_TR_FUNCTIONS(JobModel)

  public:
    /// In the order of its columns.
    enum Column {
        Id,
        Name,
        State,
        Tenant,
        Priority,
        Accelerator,
        Accelerators,
        Where,
        Submitted,
        Waited,
        Started,
        Progress,
        Throughput,
        StepTime,
        Mfu,
        Ettr,
        Restarts,
        Cost,
        Deadline,
        Why,
        ColumnCount
    };

    /// 0..1 of a bar, for Progress.
    static constexpr int kShareRole = Qt::UserRole + 1;

    /// Shown rows. All rows if no filter is set.
    struct Filter {
        QString text;    ///< in name, tenant, kind, number or reason
        int state = -1;  ///< engine::JobState; -1 means any; kHeld
        std::string tenant;
        bool anyTenant = true;

        static constexpr int kHeld = 100;

        bool operator==(const Filter&) const = default;
    };

    explicit JobModel(QObject* parent = nullptr);

    void setJobs(const std::vector<engine::JobRow>& jobs, double nowS = 0.0);
    void clear();
    void setFilter(const Filter& filter);

    const Filter& filter() const { return filter_; }

    /// Record of a row as shown.
    const engine::JobRow& job(int row) const {
        return jobs_[static_cast<std::size_t>(order_[static_cast<std::size_t>(row)])];
    }

    /// -1 if it is not shown.
    int rowOf(std::int64_t job) const;

    int total() const { return static_cast<int>(jobs_.size()); }

    /// Tenants of the jobs, in the order of the alphabet.
    std::vector<std::string> tenants() const;

    const engine::JobRow& row(int index) const override { return job(index); }

    void sort(int column, Qt::SortOrder order) override;

  private:
    int count() const override { return static_cast<int>(order_.size()); }

    bool passes(const engine::JobRow& job) const;
    /// Filters and sorts again. Views receive only the moved rows.
    void arrange();
    std::vector<int> arranged() const;
    void keepRows(const std::function<bool(int job)>& stays);

    std::vector<engine::JobRow> jobs_;
    std::vector<int> order_;  ///< shown rows, into jobs_
    Filter filter_;
    int sortColumn_ = -1;
    Qt::SortOrder sortOrder_ = Qt::AscendingOrder;
    double nowS_ = 0.0;
};

}  // namespace headroom::ui
