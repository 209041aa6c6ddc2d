// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/live/run.h"
#include "engine/live/run_start.h"
#include "engine/replay/replay.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// A run that leaves another at one of its instants and continues by itself: with an edit, other orders, or without
/// something that happened. Everything else is kept, also the later orders of people; so a branch
/// without a change reaches the same bytes.
namespace headroom::engine {

/// Something that is done in a branch and not in the run.
struct BranchOrder {
    Command command;    ///< at or after the branch
    std::string words;  ///< as given: "fail ups at 45min"
};

struct BranchWish {
    double atS = 0.0;
    std::vector<std::string> settings;  ///< settingOf(): of the design from then on
    std::vector<BranchOrder> orders;    ///< in any order
    std::vector<std::int64_t> without;  ///< events of the run, after `atS`, that do not happen
    std::string name;                   ///< empty means from the changes
    std::string colour = "#d55e00";     ///< "#rrggbb"
};

using Branch = RunStart;

/// The run at that instant, with the changes made. Errors of Replay::at, of settings, of designs that
/// cannot run. RPL-010: no such event, or it was before. RPL-011: an event that follows from others,
/// with the number of the first of them. RPL-012: nothing in the plant takes an
/// order, its number is beyond what there is, or there is no such job by then.
/// `there`: the run at that instant, where the caller has it; null if it is made again first.
ResultAll<Branch> branchOff(const Replay& replay, const BranchWish& wish,
                            const std::atomic<bool>* cancel = nullptr,
                            const Simulator* there = nullptr);

/// Runs it until `untilS` like run(), and records it. `alarms` (may be null) continues with those of the run.
/// Errors of run() and of designs that were edited in later.
ResultAll<RunEnd> runBranch(const Replay& replay, Branch& branch, Recorder* recorder, double untilS,
                            const RecordingPlan& plan, const std::function<void(double)>& progress,
                            const std::atomic<bool>& cancel, AlarmWatch* alarms = nullptr);

}  // namespace headroom::engine
