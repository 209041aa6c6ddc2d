// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/project.h"

/// The order that a facility is numbered in. Numbers decide ties: which rack is filled first, which
/// of two jobs of one moment is placed first, which random stream a unit draws from. A list in a
/// file has an order too, and ids have one, but nobody means anything by them: so numbers follow
/// from what the objects are.
namespace headroom::engine {

/// The same objects in an order that neither their order in the file, nor ids, nor display names
/// decide, type by type in the order of documentTypes(). Objects of a type are placed by the first of
/// these that they have and in which they differ: time (submit_h, start_h, at_min, from_h), hall, y,
/// x, higher priority, more accelerators, more arrivals; then their other attributes in the order
/// of the table, with defaults filled in; then the places in this order of what they name and of
/// what names them. Objects that are equal in all of that may change places without any difference, and stay in the order
/// of the file.
///
/// Lexicographic, so that a change of one attribute moves one object past few others.
Project inOrder(const Project& project);

/// First step of everything that numbers racks, units or jobs: checks, fabrics, wiring, floor, simulation. Uses of blocks
/// are written out (blocks.h), objects are in order.
Project asBuilt(const Project& project);

}  // namespace headroom::engine
