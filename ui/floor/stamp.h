// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/edit.h"

#include <QPointF>
#include <QRectF>
#include <QString>

#include <functional>
#include <string>
#include <vector>

namespace headroom::ui {

class Workspace;

/// Result of placing an object, or the reason why it cannot be placed there.
struct Placing {
    std::vector<engine::Edit> edits;
    std::vector<std::string> made;  ///< ids of what is selected afterwards
    QString words;                  ///< of the undo step
    QString refusal;                ///< not empty: it may not be there
    /// Boxes on the site if it joins an array, wherever it is put down. Empty otherwise.
    std::vector<QRectF> joined;
    QString note;  ///< says that it joins one
};

/// Something that follows the pointer until it is put down: a part of the catalogue, what was
/// copied, a block.
struct Stamp {
    QString title;              ///< next to the pointer: "10 racks"
    std::vector<QRectF> boxes;  ///< drawn, from its south-west corner, y northward
    /// Edits that put its south-west corner there, in metres of the site.
    std::function<Placing(Workspace&, QPointF)> place;
    /// The same a quarter turn clockwise; none if it does not turn.
    std::function<Stamp()> turned;
    bool once = false;  ///< put down once, not until Esc
    /// Not empty: it is drawn in no plan, and this says where it is to be seen instead. It has no
    /// boxes then.
    QString elsewhere;
    const char* view = nullptr;  ///< command of the view that shows it then

    QRectF area() const {
        QRectF all;
        for (const QRectF& box : boxes) {
            all = all.isNull() ? box : all.united(box);
        }
        return all;
    }
};

}  // namespace headroom::ui
