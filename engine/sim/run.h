// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/sim/simulator.h"
#include "engine/store/recorder.h"

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace headroom::engine {

/// How often things are recorded, in simulated seconds.
struct RecordingPlan {
    double sampleS = 0.0;       ///< channels; 0: every step
    double rackFieldS = 300.0;  ///< per-rack snapshots
    double keyframeS = 3600.0;  ///< whole state
};

/// Hands to a recorder what each step yields, by a plan. The recorder must outlive it.
class RunRecording {
  public:
    RunRecording(const Simulator& simulator, Recorder& recorder, const RecordingPlan& plan);

    /// Once after each step.
    void take(Simulator& simulator);

    /// Once at the end: the jobs that go on then.
    void close(const Simulator& simulator);

  private:
    Recorder& recorder_;
    RecordingPlan plan_;
    std::vector<double> values_;
    double nextSampleS_, nextFieldS_, nextKeyframeS_;
};

enum class RunEnd { Finished, Cancelled };

/// What a run's project and layout say to a recorder.
RunInfo runInfo(const Simulator& simulator, const Project& project, std::uint64_t seed);

/// Steps `simulator` until `untilS`, handing everything to `recorder` (may be null).
/// `progress` is called about ten times a second of real time with the simulated time; `cancel` is
/// looked at in every step. A failing recorder ends the run with its error, a step that gives what
/// cannot be with SIM-045: that step is not recorded, those before are.
Result<RunEnd> run(Simulator& simulator, Recorder* recorder, double untilS,
                   const RecordingPlan& plan, const std::function<void(double)>& progress,
                   const std::atomic<bool>& cancel);

/// The summary as the JSON object of `headroom-cli run --format json` (keys: DESIGN section 5), and
/// as a table for people.
std::string summaryJson(const RunSummary& summary, double wallS);
std::string summaryText(const RunSummary& summary, double wallS);

}  // namespace headroom::engine
