// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/live/run.h"

#include <atomic>
#include <filesystem>
#include <functional>

namespace headroom::engine {

/// Simulates a project from its start until `untilS` and records it to `file`, which is replaced: `headroom-cli run` without
/// options. `progress` gets the simulated seconds about ten times a second. A cancelled run leaves what was recorded, without
/// a summary. Errors: of a design that does not run, of Recorder::create() and of run().
ResultAll<RunEnd> recordRun(const Project& project, const Catalogue& catalogue,
                            const std::filesystem::path& file, double untilS,
                            const std::function<void(double)>& progress,
                            const std::atomic<bool>& cancel);

}  // namespace headroom::engine
