// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/record_table.h"
#include "ui/study/study_desk.h"

#include <QStringList>
#include <QWidget>

#include <memory>

class QVBoxLayout;

namespace headroom::ui {

class FilteredTable;
class StudyFocus;

/// A point of a study, or a result that the study does not ask for any more.
struct PointRow {
    std::shared_ptr<const StudyAnswer> answer;
    std::size_t point = 0;
    std::ptrdiff_t stale = -1;  ///< in StudyAnswer::stale
};

/// Every point with what it sets and what it yields, and below them what is stale. Follows the brushes.
class PointTable : public QWidget {
    Q_OBJECT

  public:
    explicit PointTable(StudyFocus* focus, QWidget* parent = nullptr);

    void show(const std::shared_ptr<const StudyAnswer>& answer);

    const RecordTable<PointRow>* model() const { return model_.get(); }

    FilteredTable* table() const { return table_; }

  signals:
    /// A double click.
    void activated(int point);

  private:
    void build(const StudyAnswer& answer);

    StudyFocus* focus_;
    QVBoxLayout* layout_;
    std::unique_ptr<RecordTable<PointRow>> model_;
    FilteredTable* table_ = nullptr;
    QStringList heads_;
};

}  // namespace headroom::ui
