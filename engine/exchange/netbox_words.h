// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exchange/foreign_records.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>

/// Cells of inventories as NetBox and openDCIM write them: "48U", "1500.00 kg", status, role.
namespace headroom::engine {

/// A height in rack units: "48", "48U", "48 RU". Empty for other units and text.
std::optional<double> rackUnitsOf(std::string_view cell);

/// A number without unit: "9.0", "U9".
std::optional<double> positionOf(std::string_view cell);

/// Kilograms: of the cell's own unit, else of `unit` ("kg", "Pounds", "lb", …; empty means kilograms).
std::optional<double> kilogramsOf(std::string_view cell, std::string_view unit);

/// The status of a record in lower case; empty if none is stated.
std::string statusOf(const ForeignRecord& record);

/// Statuses of objects that are not installed: planned, inventory, decommissioning; of racks deprecated; of
/// openDCIM reserved and disposed.
bool saysNotBuilt(const std::string& status);

/// The role of a device that is not a server by its words ("Leaf switch", "PDU", "Patch Panel"); empty for servers and
/// unknown roles.
std::string otherRole(const ForeignRecord& record);

}  // namespace headroom::engine
