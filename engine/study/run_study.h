// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/store/study_database.h"
#include "engine/study/plan.h"

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

/// Runs what a study lacks, and says what it has.
namespace headroom::engine {

/// Where a study is.
struct StudyStatus {
    std::size_t tasks = 0;   ///< runs that it asks for
    std::size_t done = 0;    ///< of them: with a result
    std::size_t faulty = 0;  ///< of these: the design does not run
    std::size_t stale = 0;   ///< results in the file that it does not ask for (any more)
    std::size_t otherVersion = 0, otherProject = 0;  ///< of these
    double wallS = 0.0;  ///< of the runs that are done, each on one core
};

/// One hash over the results that the plan asks for, in any database and in any order:
/// equal for equal results, bit by bit.
std::string resultsHash(const StudyPlan& plan, const std::vector<StudyRow>& rows);

StudyStatus statusOf(const StudyPlan& plan, const std::vector<StudyRow>& rows);

/// By task of the plan: its row in `rows`; -1 if none yet.
std::vector<std::ptrdiff_t> rowsOf(const StudyPlan& plan, const std::vector<StudyRow>& rows);

/// Runs that are done and that are due, now and from before. One call at a time, from any thread.
using StudyProgress = std::function<void(std::size_t done, std::size_t due)>;

/// Tasks of the plan without a result, points that are alike once.
std::vector<std::size_t> missingTasks(const StudyPlan& plan, const std::vector<StudyRow>& rows);

/// How a study that runs is ended by others; null if not at all.
struct StudyEnd {
    const std::atomic<bool>* now = nullptr;  ///< runs under way are dropped
    const std::atomic<bool>* afterRuns =
        nullptr;  ///< runs under way end and are kept, no other begins
};

/// Runs these tasks, on `threads` threads (0: all cores), and adds each result as it
/// comes: those that have none yet. A worker takes the next task when it is free; tasks of one design share one plant, which lives no
/// longer than its tasks: memory is that of as many States and two plants a thread. Results do not depend on
/// the number of threads. Cancelled or interrupted, what has ended is kept, and the next call continues there.
/// Errors: those of the database, STO-004 where the disk is full; results until then are kept.
Result<void> runTasks(const StudyPlan& plan, StudyDatabase& database,
                      const std::vector<std::size_t>& tasks, int threads,
                      const StudyProgress& progress = {}, const StudyEnd& end = {});

/// All of them.
Result<void> runStudy(const StudyPlan& plan, StudyDatabase& database, int threads,
                      const StudyProgress& progress = {}, const StudyEnd& end = {});

}  // namespace headroom::engine
