// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

/// The published JSON schemas (draft 7), made from the attribute tables. They are for editors and other programs: our
/// reader knows more (references, ids that occur twice, the order of a curve's x), and tst_schema holds the two together.
namespace headroom::engine {

/// A section that a project must have: a single one with an attribute that must be stated.
bool isRequiredSection(const models::ComponentType& type);

}  // namespace headroom::engine
