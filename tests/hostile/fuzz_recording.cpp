// SPDX-License-Identifier: Apache-2.0
#include "tests/hostile/damaged_database.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/sample_recording.h"

namespace headroom::hostile {

/// A damaged recording.
void recording(std::string_view bytes) {
    requireReads(scratchFile("input.db", withPatches(sampleRecording(), bytes)));
}

}  // namespace headroom::hostile
