// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/job_trace.h"
#include "engine/exchange/object_table.h"
#include "engine/exchange/trace_map.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/job_trace_invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/sections.h"

namespace headroom::hostile {

/// Words of --trace-map, and the table that they are for, with a break between.
void trace_map(std::string_view bytes) {
    const auto [words, table] = splitSection(bytes);
    models::JobTraceSpec spec;
    if (const auto done = engine::applyTraceMap(words, *engine::typeOfSection("job_traces"), &spec);
        !done) {
        require(!done.error().code.empty() && !done.error().remedy.empty(),
                "a refusal without code or remedy: " + done.error().text());
        return;
    }
    requireJobs(scratchFile("mapped.csv", table), spec);
}

}  // namespace headroom::hostile
