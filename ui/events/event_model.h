// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame.h"

#include <QAbstractTableModel>

#include <deque>

namespace headroom::ui {

/// What happened, gathered from frames: the newest kMost, more than a frame lists.
class EventModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { Time, Kind, Subject, Text, ColumnCount };

    static constexpr std::size_t kMost = 5000;

    using QAbstractTableModel::QAbstractTableModel;

    void addEvents(const engine::Frame& frame);
    void clear();

    const engine::Event& event(int row) const { return events_[static_cast<std::size_t>(row)]; }

    /// Events of the run that are not in the list: older than the newest kMost.
    std::int64_t left() const { return left_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    std::deque<engine::Event> events_;
    std::int64_t left_ = 0;
};

}  // namespace headroom::ui
