// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/state/event.h"
#include "engine/run/state/job_mark.h"

#include <cstdint>
#include <vector>

/// Silent corruption in a run: a part of State.
namespace headroom::engine {

/// Events of silent corruption.
enum class CorruptionEvent : std::int16_t {
    Check  ///< a: fault, b: what is due, c: version
};

constexpr Owner ownerOf(CorruptionEvent /*kind*/) {
    return Owner::Corruption;
}

/// A part that computes wrongly, and nobody knows.
struct CorruptPart {
    std::int32_t fault = -1;  ///< Fault::number
    ServerIndex server;
    std::int32_t slot = -1;   ///< accelerator; -1 means the whole server
    std::int32_t checks = 0;  ///< that it has passed
    std::int32_t localising =
        0;                     ///< 1 if the job is known to be wrong, the part is being looked for
    std::int32_t version = 0;  ///< events of an older version are void
    std::int32_t spikes = 0;   ///< of the loss that were due, and met no job
    std::int32_t padding = 0;  ///< none left to chance: the State is hashed by its bytes
    double meanS = 0.0;        ///< from job to loss spike
    double atS = 0.0;
    std::int64_t event = -1;  ///< that told of its beginning (to the reader, not to the operator)
};

/// A job whose work since a moment is worthless.
struct Taint {
    JobIndex job;
    std::int32_t fault = -1;
    double sinceS = 0.0;
    JobMark begun;  ///< where it stood then
    JobMark clean;  ///< newest checkpoint that is older
};

struct CorruptionState {
    std::vector<CorruptPart> parts;
    std::vector<Taint> taints;
    // Since the start.
    std::int64_t began = 0, foundByCheck = 0, foundByLoss = 0;
    std::int64_t jobsRolledBack = 0;
    std::int64_t jobsEndedTainted = 0;  ///< completed with worthless results before anyone knew
    double taintedS = 0.0;              ///< from beginning to discovery, summed
    double lostS = 0.0;                 ///< accelerator seconds of work thrown away for it
};

class StateTable;

/// Its columns.
void declareCorruption(StateTable& table);

}  // namespace headroom::engine
