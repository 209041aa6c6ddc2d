// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/facility/structure.h"

#include <QString>

#include <optional>
#include <string>

class QMimeData;

namespace headroom::ui {

/// Item dragged out of the catalogue: a part ("rack", "nvl72"), a kind of structure ("structure",
/// "column"), a hall ("hall", ""), a block of the project ("block", id).
struct PartKey {
    std::string type;
    std::string id;

    bool operator==(const PartKey&) const = default;
};

inline constexpr const char* kPartMime = "application/x-headroom-part";

/// Made for a drag; its starter owns it.
QMimeData* mimeOf(const PartKey& key);
std::optional<PartKey> partKeyOf(const QMimeData* mime);

/// Word for a kind of structure: "Wall", "Keep clear".
QString structureWord(models::StructureKind kind);

}  // namespace headroom::ui
