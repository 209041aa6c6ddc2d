// SPDX-License-Identifier: Apache-2.0
#include "app/cli/standard_output.h"

#include "app/cli/safe_output.h"
#include "engine/document/project.h"
#include "engine/files/output_file.h"
#include "engine/files/output_guard.h"

namespace headroom::app {

void addTextOutput(engine::OutputGuard& guard, const std::string& option, const std::string& file,
                   engine::FileKind kind) {
    // The guard refuses the second of two.
    if (file != engine::kStandardOutput || !keepOutputForData()) {
        guard.writes(option, file, kind);
    }
}

engine::Result<void> writeTextOutput(const std::string& file, std::string_view text) {
    if (file != engine::kStandardOutput) {
        return engine::writeFile(file, text);
    }
    writeToKeptOutput(text);
    return {};
}

engine::Result<void> saveProjectOutput(const engine::Project& project, const std::string& file) {
    if (file != engine::kStandardOutput) {
        return engine::saveProject(project, file);
    }
    writeToKeptOutput(engine::projectText(project));
    return {};
}

}  // namespace headroom::app
