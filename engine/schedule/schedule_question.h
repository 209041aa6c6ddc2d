// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/planning/planning_question.h"
#include "engine/schedule/schedule_study.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// "Which scheduler for my cluster?" as window and Python ask it.
struct ScheduleAsked {
    std::string trace, traceMap;
    models::TraceFormat format = models::TraceFormat::Auto;
    models::TraceTime time = models::TraceTime::Auto;
    double processorsPerAccelerator = 1.0, sizeScale = 1.0;
    int accelerators = 0;
    std::vector<std::string> policies, pools;
    double checkpointS = 1800.0, restartS = 300.0;
    double estimate = models::kNotStated;
    double usdPerHour = models::kNotStated, usdPerWaitingHour = models::kNotStated;
    double busyW = models::kNotStated, idleW = models::kNotStated, pue = 1.0;
};

/// The question `schedule`; the command line has its own command of that name. Errors of answerSchedule(); SCH-001: no such
/// policy; PLN-012: a pool that is not a number of accelerators; TRC-010 of the map.
const PlanningQuestion& scheduleQuestion();

/// A pool of --pools. PLN-012: it is not a whole number from 1 to 10,000,000.
Result<std::int32_t> poolOf(const std::string& text);

}  // namespace headroom::engine
