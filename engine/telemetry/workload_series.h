// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/telemetry/telemetry_map.h"
#include "engine/telemetry/telemetry_store.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// Utilisation of hosts over time, from what ran on them.
struct WorkloadSeries {
    TelemetrySeries
        series;  ///< share of the processors that is used, 0..1, at the middle of each step
    std::vector<std::string> notes;  ///< tasks and fragments read and left out, for people
};

/// Adds up the fragments of tasks in the form of OpenDC and OpenDT:
///
///   u(t) = sum of cpu_usage [MHz] of the fragments that run at t / (hosts cores MHz)
///
/// tasks      id, submission_time (dates, or milliseconds since 1970); a task runs from its submission
/// fragments  id (or task_id), duration [ms], cpu_usage [MHz]; those of a task follow one another in the order of the file
///
/// Both are tables (engine/border/table_text.h); fragments are read once, row by row. Fragments of unknown tasks and rows that cannot
/// be read are left out with a note. Source: OpenDC documentation, Workload (2025). Assumption: tasks wait for nothing.
/// Errors: those of the files; TEL-090 a column is missing; TEL-091 nothing can be used, or the span is more than 10^7 steps; TEL-092 a
/// topology without hosts.
Result<WorkloadSeries> workloadSeries(const WorkloadSpec& spec, const TelemetryMap& map);

/// Fills the series of the sensors whose column is "workload"; appends notes.
Result<void> fillWorkload(const TelemetryMap& map, std::vector<TelemetrySeries>& series,
                          std::vector<std::string>& notes);

}  // namespace headroom::engine
