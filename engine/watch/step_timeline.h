// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/watch/run_question.h"

#include <string>

/// "step-timeline": how a training job spends one step, phase by phase.
///
/// Start and length of a phase follow from models/workload/step_timeline.h at the clock, the network shares and the
/// training data that the job has now. The power of a phase is the rack input of its accelerators, linear in activity
/// around the present (waveform.h).
///   P(a) = P + S (a - A)      P mean input, S span from activity 0 to 1, A mean activity of the timeline.
/// Thus the time-weighted mean of the phases is the present draw of the racks.
/// The slowest rank is the accelerator of the job with the least clock: its rack's clock, less what faults leave of its
/// speed. Ranks are numbered in the order in which the job holds accelerators: tensor first, then context, replicas,
/// stages. Phases that wait for other ranks name it.
namespace headroom::engine {

struct StepTimelineSpec {
    std::string job;  ///< name or number; empty means the largest training job that runs
};

/// ASK-006: no training job of that name runs here, or the job has no steps.
const RunQuestion& stepTimelineQuestion();

}  // namespace headroom::engine
