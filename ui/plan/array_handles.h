// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/edit.h"
#include "models/compute/rack.h"
#include "models/facility/rack_block.h"

#include <QPointF>
#include <QRectF>
#include <QString>

#include <optional>
#include <string>
#include <vector>

class QPainter;

namespace headroom::ui {

class PlanView;
struct ThemeColours;

/// The handles of a rack block that is selected alone: drawn eastward and northward they give it
/// more or fewer racks and rows; with Ctrl they change the pitch.
class ArrayHandles {
  public:
    explicit ArrayHandles(PlanView* plan) : plan_(plan) {}

    /// Takes hold of the handle there, if there is one.
    bool grab(QPointF window);
    bool isOver(QPointF window) const;
    void drag(QPointF site, bool pitch);
    /// Drawn parts become the block's.
    void drop();
    void cancel();

    bool isHeld() const { return held_ != Handle::None; }

    void paint(QPainter& painter, const ThemeColours& colours) const;

  private:
    enum class Handle { None, East, North };

    struct Block {
        std::string id;
        models::RackBlockSpec spec;
        models::RackSpec rack;
        QRectF area;

        double rackPitchM() const;
        std::vector<QRectF> boxes() const;
    };

    std::optional<Block> selected() const;
    Handle handleAt(QPointF window) const;
    QRectF handle(const QRectF& area, Handle which) const;

    PlanView* plan_;
    Handle held_ = Handle::None;
    Block block_;  ///< being drawn
    models::RackBlockSpec before_;
};

}  // namespace headroom::ui
