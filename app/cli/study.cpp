// SPDX-License-Identifier: Apache-2.0
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_checks.h"
#include "app/cli/progress.h"
#include "app/cli/study_command.h"
#include "app/cli/table.h"
#include "engine/study/answers.h"
#include "engine/study/design.h"
#include "engine/study/search.h"
#include "engine/study/shares.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace headroom::app {

namespace {

namespace fs = std::filesystem;

void printAnswers(const engine::StudyPlan& plan, const engine::StudyAnswers& answers, int top) {
    std::printf("%s: %s, %zu points; %s.\n\n", plan.study().name.c_str(),
                engine::designName(plan.study().design), plan.points().size(),
                statusText(answers.status).c_str());
    std::printf("Over all points\n%s\n", tableText(engine::studyFigureSheet(answers)).c_str());
    for (const engine::FigureAnswer& f : answers.figures) {
        const engine::Sheet axes = engine::axisSheet(plan, f);
        std::printf("%s\n%s\n", axes.title.c_str(), tableText(axes).c_str());
    }
    std::vector<std::size_t> front = answers.front;
    const std::size_t most = top > 0 ? static_cast<std::size_t>(top) : front.size();
    if (front.size() > most) {
        front.resize(most);
    }
    std::printf("Points that no other beats in every figure: %zu of those that are feasible%s\n%s",
                answers.front.size(),
                front.size() < answers.front.size() ? ", the first of them" : "",
                tableText(engine::answersSheet(plan, answers, front)).c_str());
    for (std::size_t p = 0; p < answers.faults.size(); ++p) {
        if (!answers.faults[p].empty()) {
            std::printf("Point %zu does not run: %s\n", p, answers.faults[p].c_str());
            break;
        }
    }
}

/// How a search went.
void printSteps(const engine::StudyPlan& plan, const std::vector<engine::StudyRow>& rows) {
    if (plan.study().design != engine::DesignKind::Search) {
        return;
    }
    const engine::Sheet steps = engine::searchSheet(plan, rows);
    std::printf("%s\n%s", steps.title.c_str(), tableText(steps).c_str());
}

int runIt(const StudyOptions& options) {
    const auto plan = planOf(options, options.yes);
    if (!plan) {
        return fail(plan.error());
    }
    const fs::path path = databaseOf(options);
    auto database = engine::StudyDatabase::write(path, plan->study().name, plan->study().text);
    if (!database) {
        return fail(database.error());
    }
    const auto before = database->rows();
    if (!before) {
        return fail(before.error());
    }
    if (!options.quiet) {
        std::fprintf(stderr, "%s\n", statusText(engine::statusOf(*plan, *before)).c_str());
    }
    Progress bar(plan->study().name, !options.quiet);
    const std::atomic<bool>& interrupted = catchInterrupts();
    const auto now =
        engine::runToEnd(*plan, *database, options.threads,
                         [&](const engine::StudyPlan&, std::size_t done, std::size_t due) {
                             bar.update(static_cast<double>(done) / static_cast<double>(due),
                                        fmt::format("{} of {} runs", done, due));
                         },
                         {&interrupted, nullptr});
    bar.finish();
    if (!now) {
        return fail(now.error());
    }
    const auto rows = database->rows();
    if (!rows) {
        return fail(rows.error());
    }
    printStatus(options, *now, *rows, {{"database", path.string()}});
    if (options.format != "json") {
        std::printf("Results: %s\n", path.c_str());
    }
    if (interrupted) {
        std::fprintf(stderr, "Cancelled; the same command continues from here.\n");
    }
    return interrupted ? kCancelled : kFine;
}

/// The design of one point as a project.
int design(const StudyOptions& options) {
    const auto plan = planOf(options, true);
    if (!plan) {
        return fail(plan.error());
    }
    engine::StudyPlan now = *plan;
    if (plan->study().design ==
        engine::DesignKind::Search) {  // whose points follow from its results
        const auto database = engine::StudyDatabase::read(databaseOf(options), plan->study().name);
        const auto rows = database ? database->rows() : tl::unexpected(database.error());
        if (!rows) {
            return fail(rows.error());
        }
        now = engine::searchPlan(*plan, *rows);
    }
    const auto point = static_cast<std::size_t>(options.point);
    if (point >= now.points().size()) {
        return fail(
            engine::Error{"STU-020", fmt::format("the study has no point {}", options.point),
                          fmt::format("Points are numbered from 0 to {}", now.points().size() - 1),
                          options.study, "", 0});
    }
    const fs::path folder =
        options.folder.empty()
            ? databaseOf(options).parent_path() / engine::designFolderName(now.study(), point)
            : fs::path(options.folder);
    const auto file = engine::writeDesign(now, point, folder);
    if (!file) {
        return fail(file.error());
    }
    std::printf("%s\n", file->c_str());
    return kFine;
}

int results(const StudyOptions& options) {
    const auto plan = planOf(options, true);
    if (!plan) {
        return fail(plan.error());
    }
    const auto database = engine::StudyDatabase::read(databaseOf(options), plan->study().name);
    if (!database) {
        return fail(database.error());
    }
    const auto rows = database->rows();
    if (!rows) {
        return fail(rows.error());
    }
    const engine::StudyPlan now = engine::searchPlan(*plan, *rows);
    const engine::StudyAnswers answers = engine::answersOf(now, *rows);
    if (options.format == "json") {
        std::printf("%s\n", engine::answersJson(now, answers).c_str());
    } else if (options.format == "csv") {
        printSheet(engine::answersSheet(now, answers), "csv");
    } else {
        printAnswers(now, answers, options.top);
        printSteps(now, *rows);
    }
    return kFine;
}

Subcommand part(Subcommand study, const char* name, const char* help, StudyOptions& options,
                const std::vector<std::string>& formats) {
    Subcommand command = study.subcommand(name, help);
    command.option("STUDY", options.study, "study file (JSON)").required().type("");
    command
        .option("--out", options.out,
                "database of its results; without it STUDY.db next to the study")
        .type("STUDY.db");
    command.flag("--allow-outside", options.allowOutside,
                 "let the study name files outside its folder; only if you trust its author");
    if (!formats.empty()) {
        addFormat(command, options.format, formats);
    }
    return command;
}

}  // namespace

void addStudy(Subcommand app, int& code) {
    auto options = std::make_shared<StudyOptions>();
    Subcommand study = app.subcommand(
        "study", "Run a project many times over axes of a study file; rank what matters");
    study.needsSubcommand();
    Subcommand run = part(study, "run", "Run the missing runs; continue where it ended", *options,
                          {"text", "json"});
    addThreads(run, options->threads, "runs at a time; 0 takes all cores");
    run.flag("--yes", options->yes, "begin more than 100,000 runs too");
    addQuiet(run, options->quiet);
    Option on = run.option("--on", options->on,
                           "deal it out to tasks on other machines: slurm submits them; "
                           "script only writes what to submit")
                    .type("slurm|script")
                    .check(oneOf({"slurm", "script"}));
    Option tasks = run.option("--tasks", options->tasks, "how many tasks; each takes its share")
                       .type("N")
                       .check(within(1, engine::kMostStudyTasks));
    tasks.needs(on);
    on.needs(tasks);
    run.option("--partition", options->partition, "of Slurm").type("NAME").needs(on);
    run.option("--sbatch", options->sbatch,
               "a further option of sbatch, as in --sbatch=--time=2:00:00; any number")
        .type("OPTION")
        .needs(on);
    run.option("--task", options->task,
               "run the share of one task, as its job does; the first is 0")
        .type("I")
        .check(within(0, engine::kMostStudyTasks - 1))
        .excludes(on);
    run.action([options, &code] {
        code = !options->on.empty() ? dealOutStudy(*options)
               : options->task >= 0 ? runTaskOfStudy(*options)
                                    : runIt(*options);
    });
    part(study, "status", "How far it is, with its tasks on other machines, and what is stale",
         *options, {"text", "json"})
        .action([options, &code] { code = statusOfStudy(*options); });
    Subcommand merge =
        part(study, "merge", "Take over what tasks on other machines have done by now", *options,
             {"text", "json"});
    merge
        .option("PART", options->parts,
                "databases to take over; without any those of the study's tasks")
        .type("PART.db");
    addQuiet(merge, options->quiet);
    merge.action([options, &code] { code = mergeStudy(*options); });
    Subcommand show = part(study, "results", "Print its results from the runs that are done",
                           *options, {"text", "json", "csv"});
    show.option("--top", options->top, "rows of the front; 0: all")
        .type("N")
        .check(within(0, 1'000'000))
        .showDefault();
    addWide(show);
    show.action([options, &code] { code = results(*options); });
    Subcommand of =
        part(study, "design", "Write the design of one point as a project", *options, {});
    of.option("--point", options->point, "its number, as results says it; the first is 0")
        .type("N")
        .required()
        .check(within(0, 1'000'000'000));
    of.option("--into", options->folder,
              "folder to make; without it STUDY-point-N next to the database")
        .type("FOLDER");
    of.action([options, &code] { code = design(*options); });
}

}  // namespace headroom::app
