// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/subcommand.h"
#include "engine/base/error.h"
#include "models/core/attribute.h"

#include <string>

namespace headroom::app {

/// The option --trace-map: columns and units of a trace, in the words of the project.
Option addTraceMap(Subcommand command, std::string& words);

/// The words themselves, or those of the JSON file that they name. FIL-001..008 of the file.
engine::Result<std::string> traceMapWords(const std::string& words);

/// Sets a spec by such an option. TRC-010: see engine/exchange/trace_map.h.
engine::Result<void> readTraceMap(const std::string& words, const models::ComponentType& type,
                                  void* spec);

}  // namespace headroom::app
