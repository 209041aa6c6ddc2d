// SPDX-License-Identifier: Apache-2.0
#include "app/cli/telemetry_input.h"

#include "engine/calibrate/overlay.h"
#include "engine/telemetry/csv_source.h"
#include "engine/telemetry/ingest.h"

#include <chrono>
#include <utility>

namespace headroom::app {

engine::ResultAll<Opened> openTwinProject(const std::filesystem::path& project, const std::filesystem::path& overlay) {
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

std::filesystem::path telemetryMapOf(const engine::Project& project, const std::string& named) {
    return named.empty() ? project.folder() / "telemetry.json" : std::filesystem::path(named);
}

engine::ResultAll<std::vector<engine::TelemetrySeries>> takeIn(const std::filesystem::path& file,
                                                               const std::filesystem::path& store,
                                                               const engine::TelemetryMap& map,
                                                               engine::TwinIntake& intake) {
    const auto start = std::chrono::steady_clock::now();
    auto source = engine::CsvSource::open(file, map);
    if (!source) {
        return tl::unexpected(source.error());
    }
    auto kept = engine::TelemetryStore::open(store, map);
    if (!kept) {
        return tl::unexpected(engine::Errors{kept.error()});
    }
    engine::Ingest ingest(map, **kept);
    if (auto taken = ingest.takeAll(**source); !taken) {
        return tl::unexpected(engine::Errors{taken.error()});
    }
    std::vector<engine::TelemetrySeries> all;
    for (std::size_t s = 0; s < map.sensors.size(); ++s) {
        auto series = (*kept)->series(static_cast<int>(s));
        if (!series) {
            return tl::unexpected(engine::Errors{series.error()});
        }
        all.push_back(std::move(*series));
    }
    intake.source = (*source)->name();
    intake.taken = ingest.taken();
    intake.findings = ingest.findings();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    intake.wallS = wall.count();
    return all;
}

}  // namespace headroom::app
