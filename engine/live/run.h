// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/alarms/alarm_watch.h"
#include "engine/base/error.h"
#include "engine/experiment/run_until.h"
#include "engine/live/step_check.h"
#include "engine/run/simulator.h"
#include "engine/store/recorder.h"

#include <atomic>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace headroom::engine {

/// How often things are recorded, in simulated seconds.
struct RecordingPlan {
    double sampleS = 0.0;       ///< channels; 0 if every step
    double rackFieldS = 300.0;  ///< per-rack snapshots
    // The whole state, so that any moment is reached by running on from the one before it. A large
    // plant takes longer for a step and has a larger state, so steps times bytes say how long that
    // takes: after `keyframeWork` of them a new one is due (about one CPU second), or after
    // `mostKeyframeS`. But not before `keyframeS`, nor before other samples of `keyframeShare`
    // times its bytes were taken: so keyframes are a bounded share of a recording.
    double keyframeS = 3600.0;
    double mostKeyframeS = 86400.0;
    double keyframeWork = 5e9;
    double keyframeShare = 2.0;
    /// False: no state, at the start neither, where what drives the run is not in its project, so that it could not be made
    /// again from there.
    bool keepsStates = true;
};

/// Hands to a recorder what each step yields, by a plan. The recorder must outlive it.
class RunRecording {
  public:
    /// Hands over the present state: what is recorded can be made again from here.
    RunRecording(const Simulator& simulator, Recorder& recorder, const RecordingPlan& plan);

    /// Once after each step; returns its events, valid until the next one.
    std::span<const Event> take(Simulator& simulator);

    /// Events and orders since, without a sample: where a run ends between two steps. Returns the events.
    std::span<const Event> tell(Simulator& simulator);

    /// Once at the end: the jobs that continue then.
    void close(const Simulator& simulator);

  private:
    bool keyframeIsDue(double timeS) const;
    void keyframe(const Simulator& simulator);

    Recorder& recorder_;
    RecordingPlan plan_;
    std::vector<double> values_;
    double nextSampleS_, nextFieldS_;
    std::size_t before_ = 0;  ///< commands that the first state knows already
    // Of the last keyframe, and what came since.
    double keyframeS_ = 0.0, keyframeBytes_ = -1.0, steps_ = 0.0, sampledBytes_ = 0.0;
};

/// Project and layout of a run for a recorder: with the files that it was made from, which are read here; unreadable files
/// are left out (then the run would not have begun).
RunInfo runInfo(const Simulator& simulator, const Project& project, const Catalogue& catalogue,
                const RunOptions& options = {});

/// Runs `simulator` to `untilS` (runUntil), handing everything to `recorder` (may be null).
/// `progress` is called about ten times a second of real time with the simulated time; `cancel` is
/// looked at in every step. A failing recorder ends the run with its error, a step that gives what
/// cannot be with SIM-045: that step is not recorded, those before are. `alarms` (may be null) looks
/// at every step.
/// `beforeStep` may act on the simulator before each step, and put another in its place: an edit of
/// the design makes one, with the same channels. False: the run ends there.
/// `steps` (may be null) compares steps that grow with even ones.
using BeforeStep = std::function<bool(Simulator*&)>;
Result<RunEnd> run(Simulator& simulator, Recorder* recorder, double untilS,
                   const RecordingPlan& plan, const std::function<void(double)>& progress,
                   const std::atomic<bool>& cancel, AlarmWatch* alarms = nullptr,
                   const BeforeStep& beforeStep = {}, StepCheck* steps = nullptr);

/// The summary as the JSON object of `headroom-cli run --format json` (keys: DESIGN section 5), and
/// as a table for people. With alarms: key "alarms", and a line for each that is active.
std::string summaryJson(const RunSummary& summary, double wallS, const AlarmList* alarms = nullptr);
std::string summaryText(const RunSummary& summary, double wallS, const AlarmList* alarms = nullptr);

}  // namespace headroom::engine
