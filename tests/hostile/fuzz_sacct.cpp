// SPDX-License-Identifier: Apache-2.0
#include "tests/hostile/job_trace_invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

namespace headroom::hostile {

void sacct(std::string_view bytes) {
    requireJobs(scratchFile("sacct.txt", bytes), {});
}

}  // namespace headroom::hostile
