// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/alarms/alarm_list.h"
#include "engine/run/command.h"
#include "engine/run/frame/frame.h"
#include "engine/run/frame/job_history.h"
#include "engine/run/frame/loss.h"
#include "engine/run/simulator.h"
#include "engine/store/recorder.h"

#include <memory>
#include <vector>

namespace headroom::engine {

/// A run that begins in the middle of another, with what that one told up to there.
struct RunStart {
    std::unique_ptr<Simulator> simulator;
    std::vector<Command> ahead;  ///< what people do from then on, by time
    RunInfo info;                ///< for its recording
    std::vector<Event> events;   ///< of the run before, up to here
    std::vector<Loss> losses;
    std::vector<JobCard> jobs;
    std::vector<JobSpan> spans;
    std::shared_ptr<const AlarmList> alarms;  ///< of then; null means the run before did not tell
};

/// Hands the past to the recording of the run that continues.
void recordPast(const RunStart& start, Recorder& recorder);

}  // namespace headroom::engine
