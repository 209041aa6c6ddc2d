// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/open.h"
#include "app/cli/subcommand.h"
#include "engine/telemetry/live/live_source.h"
#include "engine/telemetry/telemetry_store.h"
#include "engine/twin/twin_report.h"

#include <filesystem>
#include <string>
#include <vector>

/// Input of `twin` and `calibrate`.
namespace headroom::app {

/// The project, with the values of an overlay where one is named.
engine::ResultAll<Opened> openTwinProject(const std::filesystem::path& project,
                                          const std::filesystem::path& overlay);

/// The map that was named, or telemetry.json next to the project. TEL-074: the latter is a link out of the project's folder.
engine::ResultAll<std::filesystem::path> telemetryMapOf(const engine::Project& project,
                                                        const std::string& named);

/// Takes all readings of a source, a file or an address, into a store. An empty path makes a store that nobody keeps.
/// Returns the series of all sensors for `followS` after the first driving reading. One more day shows gaps and lags.
/// Reading a file shows its progress unless `quiet`; an interrupt cancels it (TEL-022).
engine::ResultAll<std::vector<engine::TelemetrySeries>> takeIn(
    const std::string& place, const std::filesystem::path& store, const engine::TelemetryMap& map,
    engine::TwinIntake& intake, const engine::LiveSpec& live, double followS, bool quiet);

/// How --skip-gaps is written where nobody states it: engine::kLongestSilenceS.
inline constexpr const char* kUsualSilence = "3d";

/// The option --skip-gaps of everything that follows telemetry.
void addSkipGaps(const Subcommand& command, std::string& text);

/// Reads its value in seconds. Returns the usage fault, empty if it is fine.
std::string readSilence(const std::string& text, double& silenceS);

}  // namespace headroom::app
