// SPDX-License-Identifier: Apache-2.0
#include "app/cli/answer.h"
#include "app/cli/duration.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress.h"
#include "app/cli/study_command.h"
#include "app/cli/study_readers.h"
#include "engine/sheet/sheet_json.h"
#include "engine/study/answers.h"

#include <fmt/format.h>

#include <cstdio>

namespace headroom::app {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

}  // namespace

fs::path databaseOf(const StudyOptions& options) {
    return options.out.empty() ? studyDatabase(options.study) : fs::path(options.out);
}

engine::ResultAll<engine::StudyPlan> planOf(const StudyOptions& options, bool many) {
    auto study = engine::loadStudy(options.study);
    if (!study) {
        return tl::unexpected(study.error());
    }
    return engine::StudyPlan::make(std::move(*study), studyReaders(options.allowOutside), many);
}

std::string statusText(const engine::StudyStatus& s) {
    std::string text = fmt::format("{} of {} runs done", s.done, s.tasks);
    if (s.faulty > 0) {
        text += fmt::format(", {} of designs that do not run", s.faulty);
    }
    if (s.stale > 0) {
        text += fmt::format("; {} stale results", s.stale);
        const auto why = [&](std::size_t count, const char* of) {
            return count > 0 ? fmt::format(", {} of another {}", count, of) : std::string();
        };
        text += why(s.otherVersion, "version") + why(s.otherProject, "project");
    }
    if (s.done > 0 && s.done < s.tasks) {
        const double each = s.wallS / static_cast<double>(s.done);
        text += fmt::format("; about {} on one core to go",
                            durationText(each * static_cast<double>(s.tasks - s.done)));
    }
    return text;
}

void printStatus(const StudyOptions& options, const engine::StudyPlan& plan,
                 const std::vector<engine::StudyRow>& rows, const Json& more) {
    const engine::StudyStatus status = engine::statusOf(plan, rows);
    const std::string hash = engine::resultsHash(plan, rows);
    if (options.format == "json") {
        Json json = engine::rowJson(engine::statusFigures(plan, status));
        json["results_hash"] = hash;
        json.update(more);
        printJson(json);
    } else {
        std::printf("%s.\n", statusText(status).c_str());
        if (status.done == status.tasks) {
            std::printf("Hash of the results: %s\n", hash.c_str());
        }
    }
}

int runHere(const StudyOptions& options, const engine::StudyPlan& plan,
            engine::StudyDatabase& database, const std::vector<std::size_t>& tasks) {
    Progress bar(plan.study().name, !options.quiet);
    const std::atomic<bool>& interrupted = catchInterrupts();
    const auto done =
        engine::runTasks(plan, database, tasks, options.threads,
                         [&](std::size_t runs, std::size_t due) {
                             bar.update(static_cast<double>(runs) / static_cast<double>(due),
                                        fmt::format("{} of {} runs", runs, due));
                         },
                         {&interrupted, nullptr});
    bar.finish();
    return !done ? fail(done.error()) : interrupted ? kCancelled : kFine;
}

}  // namespace headroom::app
