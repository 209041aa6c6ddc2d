// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/json_text.h"
#include "models/core/attribute.h"

#include <string_view>

/// The published JSON schemas (draft 7), made from the attribute tables.
namespace headroom::engine {

enum class Schema { Project, Catalogue };

/// What the published schema says against a text; PREFIX-030. The schema knows structure, kinds,
/// ranges and words, but neither references nor ids that stand twice nor the order of a curve's x.
Errors schemaErrors(Schema schema, const JsonText& text, std::string_view codePrefix);

/// A section that a project must have: a single one with an attribute that must be stated.
bool isRequiredSection(const models::ComponentType& type);

}  // namespace headroom::engine
