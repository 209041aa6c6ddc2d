// SPDX-License-Identifier: Apache-2.0
#include "ui/table/event_model.h"

#include "ui/quantity_text.h"
#include "ui/shell/theme.h"
#include "ui/units/unit_words.h"

namespace headroom::ui {

namespace {

struct Look {
    const char* icon;
    QColor colour;
};

/// Severity by shape as well as by colour: octagon, triangle, circle.
Look lookOf(engine::EventKind kind) {
    const ThemeColours& c = Theme::instance().colours();
    switch (kind) {
        case engine::EventKind::Failure:
        case engine::EventKind::Trip:
            return {"error", c.bad};
        case engine::EventKind::Throttle:
        case engine::EventKind::Limit:
        case engine::EventKind::JobInterrupted:
            return {"warning", c.caution};
        case engine::EventKind::Repair:
        case engine::EventKind::Recovery:
        case engine::EventKind::JobCompleted:
            return {"ok", c.good};
        default:
            return {"about", c.muted};
    }
}

}  // namespace

void EventModel::clear() {
    beginResetModel();
    events_.clear();
    endResetModel();
}

void EventModel::addEvents(const engine::Frame& frame) {
    std::size_t first = frame.events.size();
    const std::int64_t last = events_.empty() ? -1 : events_.back().id;
    while (first > 0 && frame.events[first - 1].id > last) {
        --first;
    }
    const std::size_t count = frame.events.size() - first;
    if (count == 0) {
        return;
    }
    const int row = rowCount();
    beginInsertRows({}, row, row + static_cast<int>(count) - 1);
    events_.insert(events_.end(), frame.events.begin() + static_cast<std::ptrdiff_t>(first),
                   frame.events.end());
    endInsertRows();
    if (events_.size() > kMost) {
        const auto surplus = events_.size() - kMost;
        beginRemoveRows({}, 0, static_cast<int>(surplus) - 1);
        events_.erase(events_.begin(), events_.begin() + static_cast<std::ptrdiff_t>(surplus));
        endRemoveRows();
    }
}

int EventModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(events_.size());
}

int EventModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int{ColumnCount};
}

QVariant EventModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const engine::Event& event = events_[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole) {
        switch (index.column()) {
            case Time:
                return durationText(event.timeS);
            case Kind:
                return QString::fromUtf8(engine::eventKindName(event.kind));
            case Subject:
                return QString::fromStdString(event.subject);
            case Text:
                return inShownUnits(QString::fromStdString(event.text));
            default:
                return {};
        }
    }
    if (role == Qt::UserRole) {
        return index.column() == Time ? QVariant::fromValue(static_cast<qlonglong>(event.id))
                                      : data(index, Qt::DisplayRole);
    }
    if (index.column() == Kind && role == Qt::DecorationRole) {
        const Look look = lookOf(event.kind);
        return Theme::pixmap(look.icon, 16, look.colour, 2.0);
    }
    return {};
}

QVariant EventModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return role == Qt::TextAlignmentRole ? QVariant(Qt::AlignLeft | Qt::AlignVCenter)
                                             : QVariant();
    }
    switch (section) {
        case Time:
            return tr("Time");
        case Kind:
            return tr("Kind");
        case Subject:
            return tr("Subject");
        default:
            return tr("What happened");
    }
}

}  // namespace headroom::ui
