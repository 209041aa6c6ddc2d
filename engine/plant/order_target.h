// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant_order.h"

#include <optional>

namespace headroom::engine {

struct Plant;

/// The kind of parts that an order means. Nothing if the plant has no object with the id of its unit. A crash of an unknown
/// unit means a job by its name.
std::optional<OrderTarget> orderTarget(const Plant& plant, const PlantOrder& order);

/// The row of the table of orders for it. Null if the plant has no such object, or the action does not apply to it.
const OrderKind* orderKind(const Plant& plant, const PlantOrder& order);

}  // namespace headroom::engine
