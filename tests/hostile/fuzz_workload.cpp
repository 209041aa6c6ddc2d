// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/telemetry_map.h"
#include "engine/telemetry/workload_series.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/sections.h"

namespace headroom::hostile {

/// Tasks of OpenDC and their fragments, with a break between.
void workload(std::string_view bytes) {
    const auto [tasks, fragments] = splitSection(bytes);
    scratchFile("tasks.csv", tasks);
    const auto folder = scratchFile("fragments.csv", fragments).parent_path();
    const auto map = engine::parseTelemetryMap(R"({"format": "headroom-telemetry/1",
        "workload": {"tasks": "tasks.csv", "fragments": "fragments.csv", "hosts": 4, "cores_per_host": 16, "core_mhz": 2100},
        "sensors": [{"id": "u", "column": "workload", "unit": "1", "drives": "utilization"}]})",
                                               folder / "map.json");
    if (!map) {
        throw BrokenInvariant("the map of the workload is not read: " + map.error().front().text());
    }
    const auto made = engine::workloadSeries(*map->workload, *map);
    if (!made) {
        require(!made.error().code.empty() && !made.error().remedy.empty(),
                "a refusal without code or remedy: " + made.error().text());
        return;
    }
    requireFinite(made->series.timeS, "time");
    requireFinite(made->series.value, "share");
    for (std::size_t i = 1; i < made->series.timeS.size(); ++i) {
        require(made->series.timeS[i] > made->series.timeS[i - 1], "times do not rise");
    }
}

}  // namespace headroom::hostile
