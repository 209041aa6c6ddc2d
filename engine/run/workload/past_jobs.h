// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/state/event_queue.h"
#include "engine/run/state/past_state.h"
#include "engine/run/state/past_sums.h"
#include "engine/run/state/state.h"

#include <cstdint>
#include <vector>

/// Jobs leave the State some time after their end, so that a run is as large after a year as after
/// a day: what a summary needs of them goes into sums (PastState), what they went through is with
/// the recorder and the viewer (JobLog).
///
/// They leave many at a time, when those that may go are as many as those that stay, so the cost of
/// a job is constant. Remaining jobs close up in the order of submission: State::jobs is sorted by Job::id at any time, and
/// ties that are broken by index are broken by submission.
namespace headroom::engine {

/// The newest of the ended jobs stay, for tables of what ended last.
inline constexpr std::size_t kEndedKept = 200;

/// Whether it is time to let jobs go. Cheap.
bool manyEnded(const State& state);

/// Where each job goes, by its index; -1 if it leaves. Parts that a fault still refers to stay.
std::vector<std::int32_t> stayingJobs(const State& state);

/// Takes an ended job into the sums. The times of all of them are put in order by sortPast.
void addPast(const Plant& plant, State& state, const Job& job);

/// Removes jobs and gives the others their new indices, everywhere in the State. Events of jobs
/// that are void leave the queue.
void renumberJobs(State& state, EventQueue& queue, const std::vector<std::int32_t>& now);

}  // namespace headroom::engine
