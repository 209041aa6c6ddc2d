// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"
#include "ui/kit/record_table.h"

#include <QAbstractTableModel>

#include <deque>

namespace headroom::ui {

class SubjectNames;

/// Events, gathered from frames: the newest kMost, more than a frame lists.
class EventModel : public RecordTable<engine::Event> {
    Q_DECLARE_TR_FUNCTIONS(EventModel)

  public:
    /// In the order of its columns.
    enum Column { Time, Kind, Subject, Text };

    static constexpr std::size_t kMost = 5000;

    /// Subjects are shown by these names; null means by id. It must outlive the model.
    explicit EventModel(const SubjectNames* names = nullptr, QObject* parent = nullptr);

    void addEvents(const engine::Frame& frame);
    void clear();

    const engine::Event& eventAt(int index) const { return row(index); }

    /// Events of the run that are not in the list: older than the newest kMost.
    std::int64_t left() const { return left_; }

  private:
    void dropTakenBack(const engine::Frame& frame);

    std::int64_t left_ = 0;
};

}  // namespace headroom::ui
