// SPDX-License-Identifier: Apache-2.0
#include "engine/live/recorded_run.h"

#include "engine/alarms/alarm_watch.h"
#include "engine/plant/run_options.h"
#include "engine/run/simulator.h"
#include "engine/store/recorder.h"

namespace headroom::engine {

ResultAll<RunEnd> recordRun(const Project& project, const Catalogue& catalogue,
                            const std::filesystem::path& file, double untilS,
                            const std::function<void(double)>& progress,
                            const std::atomic<bool>& cancel) {
    auto simulator = Simulator::create(project, catalogue, {});
    if (!simulator) {
        return tl::unexpected(simulator.error());
    }
    auto recorder = Recorder::create(file, runInfo(**simulator, project, catalogue),
                                     (*simulator)->channels(), true);
    if (!recorder) {
        return tl::unexpected(Errors{recorder.error()});
    }
    AlarmWatch alarms;
    auto end = run(**simulator, recorder->get(), untilS, {}, progress, cancel, &alarms);
    if (!end) {
        return tl::unexpected(Errors{end.error()});
    }
    if (*end == RunEnd::Finished) {
        const std::string summary = summaryJson((*simulator)->summary(), 0.0, alarms.list().get());
        if (auto done = (*recorder)->finish(summary); !done) {
            return tl::unexpected(Errors{done.error()});
        }
    }
    return *end;
}

}  // namespace headroom::engine
