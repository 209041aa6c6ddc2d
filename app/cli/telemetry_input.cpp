// SPDX-License-Identifier: Apache-2.0
#include "app/cli/telemetry_input.h"

#include "app/cli/duration.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress.h"
#include "engine/calibrate/overlay.h"
#include "engine/files/inside_folder.h"
#include "engine/telemetry/document_source.h"
#include "engine/telemetry/ingest.h"
#include "engine/telemetry/workload_series.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

namespace headroom::app {

namespace {

engine::ResultAll<std::unique_ptr<engine::TelemetrySource>> sourceOf(
    const std::string& place, const engine::TelemetryMap& map, const engine::LiveSpec& live,
    const engine::ReadingProgress& progress) {
    if (!engine::isAddress(place)) {
        return engine::openReadings(place, map, progress);
    }
    auto source = engine::openLive(place, map, live);
    if (!source) {
        return tl::unexpected(engine::Errors{source.error()});
    }
    return std::move(*source);
}

constexpr double kSpareS = 86400.0;

/// Time of the first reading that drives the twin. Infinite if there is none.
engine::Result<double> firstDrivingS(const engine::TelemetryStore& store,
                                     const engine::TelemetryMap& map) {
    double firstS = std::numeric_limits<double>::infinity();
    for (std::size_t s = 0; s < map.sensors.size(); ++s) {
        if (map.sensors[s].drives == engine::Drive::Nothing) {
            continue;
        }
        auto of = store.firstS(static_cast<int>(s));
        if (!of) {
            return of;
        }
        firstS = std::fmin(firstS, *of);
    }
    return firstS;
}

}  // namespace

engine::ResultAll<Opened> openTwinProject(const std::filesystem::path& project,
                                          const std::filesystem::path& overlay) {
    auto opened = openProject(project);
    if (!opened || overlay.empty()) {
        return opened;
    }
    const auto read = engine::readOverlay(overlay);
    if (!read) {
        return tl::unexpected(read.error());
    }
    auto adjusted = engine::withOverlay(opened->project, opened->catalogue, *read);
    if (!adjusted) {
        return tl::unexpected(adjusted.error());
    }
    return Opened{std::move(adjusted->catalogue), std::move(adjusted->project)};
}

engine::ResultAll<std::filesystem::path> telemetryMapOf(const engine::Project& project,
                                                        const std::string& named) {
    if (!named.empty()) {
        return std::filesystem::path(named);
    }
    std::filesystem::path beside = project.folder() / "telemetry.json";
    if (!engine::staysInside(project.folder(), "telemetry.json")) {
        return tl::unexpected(
            engine::Errors{{"TEL-074",
                            "the map next to the project is a link out of its folder",
                            "Put the map itself there, or name it with --map",
                            beside.string(),
                            {},
                            0}});
    }
    return beside;
}

engine::ResultAll<std::vector<engine::TelemetrySeries>> takeIn(
    const std::string& place, const std::filesystem::path& store, const engine::TelemetryMap& map,
    engine::TwinIntake& intake, const engine::LiveSpec& live, double followS, bool quiet) {
    const bool isLive = engine::isAddress(place);
    Progress bar("read", !quiet && !isLive, 2.0);
    const engine::ReadingProgress progress = [&](double share) {
        bar.update(share, "readings");
        return isLive || !catchInterrupts();
    };
    const auto start = std::chrono::steady_clock::now();
    auto source = sourceOf(place, map, live, progress);
    if (!source) {
        return tl::unexpected(source.error());
    }
    auto kept = engine::TelemetryStore::open(store, map);
    if (!kept) {
        return tl::unexpected(engine::Errors{kept.error()});
    }
    engine::Ingest ingest(map, **kept);
    if (auto taken = ingest.takeAll(**source, isLive, progress); !taken) {
        return tl::unexpected(engine::Errors{taken.error()});
    }
    bar.finish();
    const auto firstS = firstDrivingS(**kept, map);
    const auto newestS = (*kept)->newestS();
    auto all = firstS && newestS ? (*kept)->allSeries(-std::numeric_limits<double>::infinity(),
                                                      *firstS + followS + kSpareS)
                                 : tl::unexpected(firstS ? newestS.error() : firstS.error());
    if (!all) {
        return tl::unexpected(engine::Errors{all.error()});
    }
    intake.newestS = std::isnan(*newestS) ? intake.newestS : *newestS;
    intake.source = (*source)->name();
    intake.notes = (*source)->notes();
    if (const auto filled = engine::fillWorkload(map, *all, intake.notes); !filled) {
        return tl::unexpected(engine::Errors{filled.error()});
    }
    intake.taken = ingest.taken();
    intake.findings = ingest.findings();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    intake.wallS = wall.count();
    return std::move(*all);
}

void addSkipGaps(const Subcommand& command, std::string& text) {
    command
        .option("--skip-gaps", text,
                "skip longer silences of all driving sensors; the twin resumes settled at the next "
                "reading and "
                "lists each gap")
        .type("TIME")
        .showDefault();
}

std::string readSilence(const std::string& text, double& silenceS) {
    const auto seconds = parseDuration(text);
    if (!seconds) {
        return durationFault("--skip-gaps", text);
    }
    if (*seconds < engine::kLeastSilenceS) {
        return fmt::format(
            "--skip-gaps: \"{}\" is shorter than 1h, the shortest silence that is a gap", text);
    }
    silenceS = *seconds;
    return {};
}

}  // namespace headroom::app
