// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/floor/stamp.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom::ui {

/// Copied objects with their places. Halls bring what is in them.
struct CopiedObjects {
    std::vector<engine::Object> objects;
    std::vector<QRectF> areas;  ///< of each; empty where it draws nothing
    std::vector<QRectF> boxes;  ///< drawn while it is put down, in metres of the site
    QPointF corner;             ///< south-west, of all
};

/// Nothing where none of them states a place.
std::optional<CopiedObjects> copyObjects(const Workspace& workspace,
                                         const std::vector<std::string>& ids);

/// The copies so far from where the originals stood: names of each other are those of the copies,
/// what they name outside stays.
Placing placeCopies(Workspace& workspace, const CopiedObjects& copied, QPointF byM);

Stamp stampOfCopies(CopiedObjects copied);

/// Takes objects out of the project: what may do without them no longer names them. `refusal` names
/// who cannot.
Placing removeObjects(const Workspace& workspace, std::vector<std::string> ids);

/// A block of those of them that can be in one, and its name.
Placing makeBlock(Workspace& workspace, const std::vector<std::string>& ids);

}  // namespace headroom::ui
