// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMetaType>
#include <QObject>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace headroom::ui {

/// One thing that a person can point at.
struct Selected {
    enum class Kind { None, Facility, Object, Rack, Equipment, Job };

    Kind kind = Kind::None;
    int index = -1;        ///< into Layout::racks or Layout::equipment
    std::string objectId;  ///< of the project object; of a Rack its block, of Equipment its group
    std::int64_t job = -1;

    bool operator==(const Selected&) const = default;

    bool isNone() const { return kind == Kind::None; }

    int rack() const { return kind == Kind::Rack ? index : -1; }

    int equipment() const { return kind == Kind::Equipment ? index : -1; }
};

/// The one selection, and what lies under the pointer, shared by tree, plan, 3-D and inspector. It
/// may hold several things; the current one is the last that was added.
class Selection : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    const Selected& current() const { return current_; }

    const Selected& hovered() const { return hovered_; }

    /// In the order in which they were added; empty where nothing is selected.
    const std::vector<Selected>& all() const { return all_; }

    bool contains(const Selected& what) const {
        return std::find(all_.begin(), all_.end(), what) != all_.end();
    }

    /// Ids of the project objects selected, each once: of a rack its block, of a machine its group.
    std::vector<std::string> objectIds() const {
        std::vector<std::string> ids;
        for (const Selected& what : all_) {
            if (!what.objectId.empty() &&
                std::find(ids.begin(), ids.end(), what.objectId) == ids.end()) {
                ids.push_back(what.objectId);
            }
        }
        return ids;
    }

    /// This alone.
    void select(const Selected& what) {
        selectAll(what.isNone() ? std::vector<Selected>{} : std::vector<Selected>{what});
    }

    void selectAll(std::vector<Selected> what) {
        if (what != all_) {
            all_ = std::move(what);
            current_ = all_.empty() ? Selected{} : all_.back();
            emit changed();
        }
    }

    /// Adds it, or takes it away.
    void toggle(const Selected& what) {
        std::vector<Selected> next = all_;
        if (std::erase(next, what) == 0) {
            next.push_back(what);
        }
        selectAll(std::move(next));
    }

    void hover(const Selected& what) {
        if (what != hovered_) {
            hovered_ = what;
            emit hoverChanged();
        }
    }

    void clear() {
        hover({});
        select({});
    }

  signals:
    void changed();
    void hoverChanged();

  private:
    std::vector<Selected> all_;
    Selected current_;
    Selected hovered_;
};

}  // namespace headroom::ui
