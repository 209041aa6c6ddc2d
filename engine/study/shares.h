// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/store/study_database.h"
#include "engine/study/plan.h"

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

/// A study dealt out to tasks that run next to each other on any machines, each with a database of its own,
/// and what they found put together again. All that tasks share is a folder:
///
///     STUDY.tasks/runs            what is to be run: a key a line, in the order of the plan
///     STUDY.tasks/task-00017.db   what task 17 has done by now
///
/// The list is written once and never changes. Task i of N owns the lines [i L / N, (i + 1) L / N): neighbours in the
/// plan, which share plants. No task reads what another writes.
namespace headroom::engine {

inline constexpr int kMostStudyTasks = 100'000;

/// STUDY.tasks next to STUDY.db.
std::filesystem::path tasksFolder(const std::filesystem::path& database);

/// The database of a task in that folder.
std::filesystem::path taskDatabase(const std::filesystem::path& folder, int task);

/// By task of the plan in `which`: its key, to the list in `folder`, which is made. Takes the place of an older one.
/// Errors of writeFile(); STO-005: the folder cannot be made.
Result<void> dealOut(const std::filesystem::path& folder, const StudyPlan& plan,
                     std::span<const std::size_t> which, int tasks);

/// Content of the list: number of runs, and number of tasks.
struct Dealt {
    std::size_t runs = 0;
    int tasks = 0;

    std::size_t begin(int task) const;  ///< the first line of a task; of task `tasks`: all
};

/// STU-013: nothing was dealt out there, or no list that can be read.
Result<Dealt> readDealt(const std::filesystem::path& folder);

/// Runs of one task, as tasks of the plan. STU-013 too: there is no such task. STU-014: the plan
/// has no such run; the study, a project, the catalogue or the program has changed since.
Result<std::vector<std::size_t>> shareOfTask(const std::filesystem::path& folder, int task,
                                             const StudyPlan& plan);

/// By task: how many of its runs are among those that are done, by key. Errors of readDealt().
Result<std::vector<std::size_t>> doneOfTasks(const std::filesystem::path& folder,
                                             const std::unordered_set<std::string>& done);

/// Databases of tasks that are there, by task.
std::vector<std::filesystem::path> taskDatabases(const std::filesystem::path& folder);

/// Result of putting together.
struct Merged {
    std::size_t databases = 0;  ///< that were read whole
    std::size_t results = 0;    ///< that were not there before
    Errors unread;  ///< of databases that are damaged or of another study; the rest was taken
};

/// Takes over what the databases hold and the study's own lacks: one transaction a database, so that it may be
/// killed and begun again at any time, and in any order. STU-015: two results of one run that differ.
/// STO-004: the disk is full; whole databases until then are kept.
Result<Merged> mergeInto(StudyDatabase& database, std::span<const std::filesystem::path> parts,
                         const std::string& study,
                         const std::function<void(std::size_t done)>& progress = {},
                         const std::atomic<bool>* cancel = nullptr);

}  // namespace headroom::engine
