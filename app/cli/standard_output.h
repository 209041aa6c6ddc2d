// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/files/file_kind.h"

#include <string>
#include <string_view>

namespace headroom::engine {
class OutputGuard;
struct Project;
}  // namespace headroom::engine

/// "-" as the file of an option is standard output, for outputs that are text. The other words of the command then go to
/// standard error, so that a pipe gets the file alone.
namespace headroom::app {

/// Lists the output in the guard, or keeps standard output for it. Call it before anything is printed. OUT-007: a second "-".
void addTextOutput(engine::OutputGuard& guard, const std::string& option, const std::string& file,
                   engine::FileKind kind = engine::FileKind::Other);

/// Errors of engine::writeFile(); none for "-", which finishOutput() judges.
engine::Result<void> writeTextOutput(const std::string& file, std::string_view text);

/// The same of a project (engine::saveProject()).
engine::Result<void> saveProjectOutput(const engine::Project& project, const std::string& file);

}  // namespace headroom::app
