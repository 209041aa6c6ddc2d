// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "models/core/attribute.h"

#include <string>
#include <string_view>

namespace headroom::engine {

/// Sets attributes of a spec by words: KEY=VALUE, several by commas, a value with a comma in double quotes; or a JSON
/// object with the same keys. The keys are those of the type's attribute table, so that a command line, a project and a file
/// of a map share them. TRC-010 a word without '=', a key that the table has not, a value of another kind.
Result<void> applyTraceMap(std::string_view map, const models::ComponentType& type, void* spec);

/// "submit_column, start_column, …": the keys of a type, for messages and help.
std::string traceMapKeys(const models::ComponentType& type);

}  // namespace headroom::engine
