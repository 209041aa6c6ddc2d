// SPDX-License-Identifier: Apache-2.0
#include "app/cli/answer.h"
#include "app/cli/interrupt.h"
#include "app/cli/other_program.h"
#include "app/cli/progress.h"
#include "app/cli/slurm_job.h"
#include "app/cli/study_command.h"
#include "engine/files/input_file.h"
#include "engine/files/output_file.h"
#include "engine/study/search.h"
#include "engine/study/shares.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <optional>
#include <system_error>
#include <thread>
#include <unordered_set>

namespace headroom::app {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kJobFile = "job";

// How long a task waits for the lock of its database: where its machine died, the server of the files gives it up after
// a while (NFS: 90 s).
constexpr int kLockTries = 36;
constexpr auto kLockWait = std::chrono::seconds(5);

engine::Error slurmError(const char* code, std::string message, std::string remedy) {
    return {code, std::move(message), std::move(remedy), {}, {}, 0};
}

SlurmJob jobOfStudy(const StudyOptions& options, const fs::path& folder, int tasks) {
    std::error_code ignored;
    SlurmJob job;
    job.name = "headroom-study";
    job.command = {"study",
                   "run",
                   fs::absolute(options.study, ignored).string(),
                   "--out",
                   fs::absolute(databaseOf(options), ignored).string(),
                   "--threads",
                   std::to_string(std::max(1, options.threads)),
                   "--quiet",
                   "--yes"};
    if (options.allowOutside) {
        job.command.emplace_back("--allow-outside");
    }
    job.folder = fs::absolute(folder, ignored);
    job.tasks = tasks;
    job.threads = options.threads;
    job.partition = options.partition;
    job.sbatch = options.sbatch;
    return job;
}

/// Tasks of a job that Slurm still knows, by state ("RUNNING"). Nothing if it cannot be asked.
std::optional<std::map<int, std::string>> queueOf(const std::string& job) {
    const auto said = runProgram({"squeue", "-h", "-r", "-j", job, "-o", "%K %T"});
    if (!said) {
        return std::nullopt;
    }
    if (said->code != 0) {  // a job that ended a while ago is not a job any more
        const bool isOver = said->err.find("Invalid job id") != std::string::npos;
        return isOver ? std::optional(std::map<int, std::string>()) : std::nullopt;
    }
    std::map<int, std::string> states;
    std::size_t at = 0;
    while (at < said->out.size()) {
        const std::size_t end = std::min(said->out.find('\n', at), said->out.size());
        const std::string row = said->out.substr(at, end - at);
        const std::size_t space = row.find(' ');
        if (space != std::string::npos && row.find_first_not_of("0123456789") == space) {
            states.emplace(std::stoi(row), row.substr(space + 1));
        }
        at = end + 1;
    }
    return states;
}

std::string jobOf(const fs::path& folder) {
    const auto text = engine::readInput(folder / kJobFile);
    std::string job = text ? *text : "";
    while (!job.empty() && job.back() == '\n') {
        job.pop_back();
    }
    return job;
}

/// Results of the study's own database and of those of tasks, each run once.
struct AllRows {
    std::vector<engine::StudyRow> rows;
    std::size_t unmerged = 0;
    engine::Errors unread;
};

engine::Result<AllRows> allRows(const StudyOptions& options, const engine::StudyPlan& plan) {
    AllRows all;
    const fs::path path = databaseOf(options);
    const std::vector<fs::path> parts = engine::taskDatabases(engine::tasksFolder(path));
    std::error_code ignored;
    if (parts.empty() || fs::exists(path, ignored)) {
        const auto whole = engine::StudyDatabase::read(path, plan.study().name);
        auto rows = whole ? whole->rows() : tl::unexpected(whole.error());
        if (!rows) {
            return tl::unexpected(rows.error());
        }
        all.rows = std::move(*rows);
    }
    std::unordered_set<std::string> known;
    for (const engine::StudyRow& row : all.rows) {
        known.insert(row.key);
    }
    for (const fs::path& each : parts) {
        const auto part = engine::StudyDatabase::read(each, plan.study().name);
        auto rows = part ? part->rows() : tl::unexpected(part.error());
        if (!rows) {
            all.unread.push_back(rows.error());
            continue;
        }
        for (engine::StudyRow& row : *rows) {
            if (known.insert(row.key).second) {
                ++all.unmerged;
                all.rows.push_back(std::move(row));
            }
        }
    }
    return all;
}

/// How far the tasks are.
struct TaskCounts {
    int complete = 0, running = 0, waiting = 0;
    std::vector<int> ended;  ///< without all of their runs, and not in the queue
    bool asked = false;      ///< the queue could be
};

engine::Result<TaskCounts> countTasks(const fs::path& folder,
                                      const std::vector<engine::StudyRow>& rows) {
    std::unordered_set<std::string> keys;
    for (const engine::StudyRow& row : rows) {
        keys.insert(row.key);
    }
    const auto dealt = engine::readDealt(folder);
    const auto done = engine::doneOfTasks(folder, keys);
    if (!done) {
        return tl::unexpected(done.error());
    }
    TaskCounts counts;
    const std::string job = jobOf(folder);
    const auto queue = job.empty() ? std::nullopt : queueOf(job);
    counts.asked = queue.has_value();
    for (int task = 0; task < dealt->tasks; ++task) {
        const bool isComplete =
            (*done)[static_cast<std::size_t>(task)] == dealt->begin(task + 1) - dealt->begin(task);
        const auto state = queue ? queue->find(task) : std::map<int, std::string>::const_iterator();
        const bool isThere = queue && state != queue->end();
        if (isComplete) {
            ++counts.complete;
        } else if (isThere && (state->second == "RUNNING" || state->second == "COMPLETING")) {
            ++counts.running;
        } else if (isThere) {
            ++counts.waiting;
        } else {
            counts.ended.push_back(task);
        }
    }
    return counts;
}

engine::Result<engine::StudyDatabase> ownDatabase(const fs::path& path,
                                                  const engine::Study& study) {
    for (int i = 0;; ++i) {
        auto database = engine::StudyDatabase::write(
            path, study.name, study.text, engine::StudyDatabase::Readers::OnOtherMachines);
        if (database || database.error().code != "STO-006" || i >= kLockTries) {
            return database;
        }
        std::this_thread::sleep_for(kLockWait);
    }
}

/// Databases of tasks whose results are in the study's own are not needed any more; those that cannot be read are kept
/// beside.
void clearTasks(const fs::path& folder, const engine::Errors& unread) {
    std::error_code ignored;
    for (const fs::path& part : engine::taskDatabases(folder)) {
        const bool isDamaged =
            std::any_of(unread.begin(), unread.end(),
                        [&](const engine::Error& e) { return e.file == part.string(); });
        if (isDamaged) {
            fs::rename(part, part.string() + ".unread", ignored);
        } else {
            fs::remove(part, ignored);
        }
        fs::remove(part.string() + "-journal", ignored);
    }
}

}  // namespace

int dealOutStudy(const StudyOptions& options) {
    auto plan = planOf(options, options.yes);
    if (!plan) {
        return fail(plan.error());
    }
    const fs::path path = databaseOf(options);
    const fs::path folder = engine::tasksFolder(path);
    const std::string before = jobOf(folder);
    const auto queue = before.empty() ? std::nullopt : queueOf(before);
    if (queue && !queue->empty()) {
        return fail(slurmError("STU-018",
                               fmt::format("{} tasks of the study are running or waiting as job {}",
                                           queue->size(), before),
                               "wait for them, or end them: scancel " + before));
    }
    auto database = engine::StudyDatabase::write(path, plan->study().name, plan->study().text);
    if (!database) {
        return fail(database.error());
    }
    const auto merged =
        engine::mergeInto(*database, engine::taskDatabases(folder), plan->study().name);
    if (!merged) {
        return fail(merged.error());
    }
    const auto rows = database->rows();
    if (!rows) {
        return fail(rows.error());
    }
    *plan = engine::searchPlan(*plan, *rows);
    const std::vector<std::size_t> missing = engine::missingTasks(*plan, *rows);
    if (missing.empty()) {
        printStatus(options, *plan, *rows, {{"database", path.string()}});
        return kFine;
    }
    const int tasks = static_cast<int>(
        std::min<std::size_t>(static_cast<std::size_t>(options.tasks), missing.size()));
    clearTasks(folder, merged->unread);
    std::error_code ignored;
    fs::remove(folder / kJobFile, ignored);
    if (auto dealt = engine::dealOut(folder, *plan, missing, tasks); !dealt) {
        return fail(dealt.error());
    }
    const auto script = writeScript(jobOfStudy(options, folder, tasks));
    if (!script) {
        return fail(script.error());
    }
    std::string job;
    if (options.on == "slurm") {
        auto submitted = submitScript(*script);
        if (!submitted) {
            return fail(submitted.error());
        }
        job = *submitted;
        if (auto noted = engine::writeFile(folder / kJobFile, job + '\n'); !noted) {
            return fail(noted.error());
        }
    }
    if (options.format == "json") {
        printJson(Json{{"study", plan->study().name},
                       {"runs", missing.size()},
                       {"tasks", tasks},
                       {"job", job},
                       {"script", script->string()},
                       {"database", path.string()}});
    } else {
        std::printf("%zu runs for %d tasks%s.\nScript: %s\n", missing.size(), tasks,
                    job.empty() ? "" : (", job " + job).c_str(), script->c_str());
    }
    return kFine;
}

int runTaskOfStudy(const StudyOptions& options) {
    auto plan = planOf(options, true);
    if (!plan) {
        return fail(plan.error());
    }
    if (plan->study().design == engine::DesignKind::Search) {
        // Its generation follows from what was merged before it was dealt out.
        const auto whole = engine::StudyDatabase::read(databaseOf(options), plan->study().name);
        const auto rows = whole ? whole->rows() : tl::unexpected(whole.error());
        if (!rows) {
            return fail(rows.error());
        }
        *plan = engine::searchPlan(*plan, *rows);
    }
    const fs::path folder = engine::tasksFolder(databaseOf(options));
    const auto share = engine::shareOfTask(folder, options.task, *plan);
    if (!share) {
        return fail(share.error());
    }
    const fs::path path = engine::taskDatabase(folder, options.task);
    auto database = ownDatabase(path, plan->study());
    if (!database) {
        return fail(database.error());
    }
    if (const int code = runHere(options, *plan, *database, *share);
        code != kFine && code != kCancelled) {
        return code;
    }
    const auto rows = database->rows();
    if (!rows) {
        return fail(rows.error());
    }
    std::unordered_set<std::string> keys;
    for (const engine::StudyRow& row : *rows) {
        keys.insert(row.key);
    }
    const auto done =
        static_cast<std::size_t>(std::count_if(share->begin(), share->end(), [&](std::size_t i) {
            return keys.count(plan->tasks()[i].key) > 0;
        }));
    if (options.format == "json") {
        printJson(Json{{"study", plan->study().name},
                       {"task", options.task},
                       {"runs", share->size()},
                       {"done", done},
                       {"database", path.string()}});
    } else {
        std::printf("Task %d: %zu of its %zu runs done.\n", options.task, done, share->size());
    }
    return done == share->size() ? kFine : kCancelled;
}

int statusOfStudy(const StudyOptions& options) {
    auto plan = planOf(options, true);
    if (!plan) {
        return fail(plan.error());
    }
    const auto all = allRows(options, *plan);
    if (!all) {
        return fail(all.error());
    }
    *plan = engine::searchPlan(*plan, all->rows);
    const fs::path folder = engine::tasksFolder(databaseOf(options));
    const auto dealt = engine::readDealt(folder);
    if (!dealt) {
        printStatus(options, *plan, all->rows, Json::object());
        return kFine;
    }
    const auto counts = countTasks(folder, all->rows);
    if (!counts) {
        return fail(counts.error());
    }
    const std::string job = jobOf(folder);
    printStatus(options, *plan, all->rows,
                {{"unmerged", all->unmerged},
                 {"job", job},
                 {"tasks",
                  {{"dealt", dealt->tasks},
                   {"complete", counts->complete},
                   {"running", counts->running},
                   {"waiting", counts->waiting},
                   {"ended", counts->ended}}}});
    if (options.format != "json") {
        std::printf(
            "%zu results of tasks are not merged yet.\n%d tasks%s: %d complete, %d running, %d "
            "waiting, %zu neither.\n",
            all->unmerged, dealt->tasks, job.empty() ? "" : (" of job " + job).c_str(),
            counts->complete, counts->running, counts->waiting, counts->ended.size());
        if (!counts->asked && !job.empty()) {
            std::printf("Slurm cannot be asked here which of them run.\n");
        } else if (!counts->ended.empty()) {
            std::printf("The first that ended without all of its runs: %s\n",
                        (folder / fmt::format("task-{:05}.log", counts->ended.front())).c_str());
        }
    }
    for (const engine::Error& error : all->unread) {
        fail(error);
    }
    return kFine;
}

int mergeStudy(const StudyOptions& options) {
    auto plan = planOf(options, true);
    if (!plan) {
        return fail(plan.error());
    }
    const fs::path path = databaseOf(options);
    const fs::path folder = engine::tasksFolder(path);
    std::vector<fs::path> parts(options.parts.begin(), options.parts.end());
    if (parts.empty()) {
        if (const auto dealt = engine::readDealt(folder); !dealt) {
            return fail(dealt.error());
        }
        parts = engine::taskDatabases(folder);
    }
    auto database = engine::StudyDatabase::write(path, plan->study().name, plan->study().text);
    if (!database) {
        return fail(database.error());
    }
    Progress bar(plan->study().name, !options.quiet);
    const std::atomic<bool>& interrupted = catchInterrupts();
    const auto merged = engine::mergeInto(
        *database, parts, plan->study().name,
        [&](std::size_t done) {
            bar.update(static_cast<double>(done) / static_cast<double>(parts.size()),
                       fmt::format("{} of {} databases", done, parts.size()));
        },
        &interrupted);
    bar.finish();
    if (!merged) {
        return fail(merged.error());
    }
    const auto rows = database->rows();
    if (!rows) {
        return fail(rows.error());
    }
    *plan = engine::searchPlan(*plan, *rows);
    printStatus(options, *plan, *rows,
                {{"database", path.string()},
                 {"databases", merged->databases},
                 {"new_results", merged->results}});
    if (options.format != "json") {
        std::printf("%zu new results of %zu databases: %s\n", merged->results, merged->databases,
                    path.c_str());
    }
    for (const engine::Error& error : merged->unread) {
        fail(error);
    }
    return interrupted ? kCancelled : merged->unread.empty() ? kFine : kFindings;
}

}  // namespace headroom::app
