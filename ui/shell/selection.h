// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMetaType>
#include <QObject>

#include <cstdint>
#include <string>

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

/// The one selection, and what lies under the pointer, shared by tree, plan, 3-D and inspector.
class Selection : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    const Selected& current() const { return current_; }

    const Selected& hovered() const { return hovered_; }

    void select(const Selected& what) {
        if (what != current_) {
            current_ = what;
            emit changed();
        }
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
    Selected current_;
    Selected hovered_;
};

}  // namespace headroom::ui
