// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kinds/order_kind.h"

namespace headroom::engine {

using models::PlantOrder;

/// Meant for the servers of a rack block, not for its coolant: actions that apply to rows are of the coolant of whole rows.
inline bool actsOnServers(const PlantOrder& order) {
    return order.level != models::BlockPart::Row ||
           orderKind(order.action, OrderTarget::RackRow) == nullptr;
}

}  // namespace headroom::engine
