// SPDX-License-Identifier: Apache-2.0
#include "ui/events/event_model.h"

#include "engine/run/causes/story.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"

#include <algorithm>
#include <vector>

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

/// The newest kMost at most. The list of a frame is short: much can happen between two of them.
std::vector<engine::Event> newerThan(std::int64_t id, const engine::Frame& frame) {
    std::vector<engine::Event> fresh;
    const auto add = [&](const std::vector<engine::Event>& events) {
        for (auto event = events.rbegin(); event != events.rend(); ++event) {
            if (event->id <= id || fresh.size() >= EventModel::kMost) {
                return false;
            }
            fresh.push_back(*event);
        }
        return true;
    };
    if (frame.story) {
        const auto& blocks = frame.story->blocks;
        for (auto block = blocks.rbegin(); block != blocks.rend() && add(**block); ++block) {
        }
    } else {
        add(frame.events);
    }
    std::reverse(fresh.begin(), fresh.end());
    return fresh;
}

}  // namespace

void EventModel::clear() {
    beginResetModel();
    events_.clear();
    left_ = 0;
    endResetModel();
}

void EventModel::addEvents(const engine::Frame& frame) {
    const std::int64_t last = events_.empty() ? -1 : events_.back().id;
    const std::vector<engine::Event> fresh = newerThan(last, frame);
    if (fresh.empty()) {
        return;
    }
    left_ += fresh.front().id - last - 1;
    const int row = rowCount();
    beginInsertRows({}, row, row + static_cast<int>(fresh.size()) - 1);
    events_.insert(events_.end(), fresh.begin(), fresh.end());
    endInsertRows();
    if (events_.size() > kMost) {
        const auto surplus = events_.size() - kMost;
        left_ += static_cast<std::int64_t>(surplus);
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
