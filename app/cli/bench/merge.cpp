// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/bench.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress.h"
#include "engine/files/temporary_folder.h"
#include "engine/study/shares.h"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace headroom::app {

namespace fs = std::filesystem;

namespace {

constexpr int kTasks = 10'000;
constexpr int kRunsOfTask = 100;
constexpr const char* kStudy = "bench merge";

/// Possible results of a task: ten figures a run.
engine::StudyRow rowOf(int task, int run) {
    engine::StudyRow row;
    row.key = fmt::format("{:08x}{:08x}", task, run);
    row.point = static_cast<std::int64_t>(task) * kRunsOfTask + run;
    row.seed = 1;
    row.values = R"({"water":"18","air":"24"})";
    row.version = HEADROOM_VERSION;
    row.base = "0000000000000000";
    row.stateHash = row.key;
    row.wallS = 60.0;
    for (int f = 0; f < 10; ++f) {
        row.figures.emplace_back(fmt::format("figure_{}", f), 1.0 / (1.0 + task + run + f));
    }
    return row;
}

engine::Result<void> makeDatabase(const fs::path& folder, int task) {
    auto database = engine::StudyDatabase::write(engine::taskDatabase(folder, task), kStudy, "{}");
    if (!database) {
        return tl::unexpected(database.error());
    }
    std::vector<engine::StudyRow> rows;
    for (int run = 0; run < kRunsOfTask; ++run) {
        rows.push_back(rowOf(task, run));
    }
    const auto done = database->takeOver(rows, folder);
    return done ? engine::Result<void>() : tl::unexpected(done.error());
}

double megabytes(const fs::path& file) {
    std::error_code ignored;
    return static_cast<double>(fs::file_size(file, ignored)) / 1e6;
}

}  // namespace

BenchResult benchMerge(bool showProgress) {
    const auto folder = engine::TemporaryFolder::make("merge");
    if (!folder) {
        return tl::unexpected(engine::Errors{folder.error()});
    }
    Progress progress("bench merge", showProgress);
    const std::atomic<bool>& cancel = catchInterrupts();
    for (int task = 0; task < kTasks && !cancel; ++task) {
        if (auto made = makeDatabase(folder->path(), task); !made) {
            return tl::unexpected(engine::Errors{made.error()});
        }
        progress.update(0.5 * (task + 1) / kTasks,
                        fmt::format("{} of {} databases made", task + 1, kTasks));
    }
    const std::vector<fs::path> parts = engine::taskDatabases(folder->path());
    const fs::path path = folder->path() / "whole.db";
    auto whole = engine::StudyDatabase::write(path, kStudy, "{}");
    if (!whole) {
        return tl::unexpected(engine::Errors{whole.error()});
    }
    const auto mergeAll = [&](double from) {
        return engine::mergeInto(
            *whole, parts, kStudy,
            [&](std::size_t done) {
                progress.update(
                    from + 0.25 * static_cast<double>(done) / static_cast<double>(parts.size()),
                    fmt::format("{} of {} databases merged", done, parts.size()));
            },
            &cancel);
    };
    const Stopwatch first;
    const auto merged = mergeAll(0.5);
    if (!merged) {
        return tl::unexpected(engine::Errors{merged.error()});
    }
    const double wallS = first.wallS(), cpuS = first.cpuS();
    const Stopwatch second;
    const auto again = mergeAll(0.75);
    if (!again) {
        return tl::unexpected(engine::Errors{again.error()});
    }
    const double againS = second.wallS();
    progress.finish();
    nlohmann::ordered_json result = headOf("merge", wallS, cpuS);
    result["databases"] = merged->databases;
    result["results"] = merged->results;
    result["again_wall_s"] = againS;
    result["again_results"] = again->results;
    result["mb_of_a_task"] = parts.empty() ? 0.0 : megabytes(parts.front());
    result["mb_of_all"] = megabytes(path);
    result["cancelled"] = cancel.load();
    return result;
}

}  // namespace headroom::app
