// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/rows.h"

#include "engine/sheet/sheet_json.h"

#include <array>
#include <string_view>

namespace headroom::app {

namespace {

struct Row {
    std::string_view work;    ///< for which people wait
    std::string_view bench;   ///< that measures it; empty: a program apart from headroom-cli
    std::string_view figure;  ///< of its JSON
    double goal = 0.0;        ///< at most, or at least
    std::string_view unit;
    std::string_view better = "at most";
};

/// Seconds are of the wall clock, on two cores that do nothing else. Days are CPU seconds over those of `bench day`, which
/// is measured before and after, so that another machine or another hour gives the same figure.
constexpr auto kRows = std::to_array<Row>({
    {"N-1 sweep of a 150 MW design", "sweep", "wall_s", 10.0, "s"},
    {"Schedule of a job log on 512 accelerators, conservative backfill", "schedule", "wall_s", 20.0,
     "s"},
    {"Years of a 100 MW plant and of hyperscale-100k", "year", "days", 55.0, "days"},
    {"Years: largest difference from even steps", "year", "largest_error_pct", 0.1, "%"},
    {"Day of a million accelerators", "day-1m", "days", 11.0, "days"},
    {"Menu while hyperscale-100k plays at full speed", "ui", "fastest_menu_ms", 100.0, "ms"},
    {"Orbit while hyperscale-100k plays at full speed", "ui", "fastest_orbit_ms", 100.0, "ms"},
    {"Certainty of meta-24k", "certainty", "wall_s", 10.0, "s"},
    {"First command: compile time of programs over that of all", "",
     "packaging/tools/compile_share", 70.0, "%"},
    {"Air field of 800 racks with momentum", "air-field", "wall_s", 120.0, "s"},
    {"Import of 10^7 telemetry readings", "readings", "readings_per_s", 1e6, "1/s", "at least"},
    {"Import of 10^7 telemetry readings: memory", "readings", "peak_mb", 200.0, "MB"},
    {"Import of a job log of 500 MB: memory", "trace", "peak_mb", 200.0, "MB"},
    {"Opening the recording of a year", "open-year", "wall_s", 1.0, "s"},
    {"Comparing the recordings of two years", "compare-years", "wall_s", 2.0, "s"},
});

engine::SheetColumn column(std::string label) {
    return {.label = std::move(label), .digits = engine::significantDigits(4)};
}

}  // namespace

engine::Sheet benchRows(const nlohmann::ordered_json& results, const std::string& bench) {
    engine::Sheet sheet{"rows",
                        "Work for which people wait",
                        "",
                        {{.label = "work"},
                         {.label = "bench"},
                         {.label = "figure"},
                         column("measured"),
                         {.label = "goal"},
                         column("limit"),
                         {.label = "unit"}},
                        {}};
    for (const Row& row : kRows) {
        if (!bench.empty() && row.bench != bench) {
            continue;
        }
        engine::SheetCell measured;
        for (const auto& result : results) {
            const auto found = result.find(row.figure);
            if (result.value("name", "") == row.bench && found != result.end()) {
                measured = engine::jsonCell(*found);
            }
        }
        sheet.rows.push_back({std::string(row.work), std::string(row.bench),
                              std::string(row.figure), std::move(measured), std::string(row.better),
                              row.goal, std::string(row.unit)});
    }
    return sheet;
}

}  // namespace headroom::app
