// SPDX-License-Identifier: Apache-2.0
#include "engine/kinds/power_kind.h"

namespace headroom::engine {

const PowerKindInfo* powerKindOf(const Catalogue& catalogue, const std::string& part) {
    for (const PowerKindInfo& row : kPowerKinds) {
        if (catalogue.find(row.type, part) != nullptr) {
            return &row;
        }
    }
    return nullptr;
}

const PowerKindInfo* powerKindOfType(std::string_view type) {
    for (const PowerKindInfo& row : kPowerKinds) {
        if (row.type == type) {
            return &row;
        }
    }
    return nullptr;
}

}  // namespace headroom::engine
