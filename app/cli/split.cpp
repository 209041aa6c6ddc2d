// SPDX-License-Identifier: Apache-2.0
#include "app/cli/split.h"

#include "app/cli/exit_code.h"
#include "app/cli/option_checks.h"
#include "app/cli/slurm_job.h"
#include "engine/document/project.h"
#include "engine/files/input_file.h"
#include "engine/study/key_hash.h"
#include "engine/study/shares.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace headroom::app {

namespace fs = std::filesystem;

namespace {

/// The words of this command without the program, and without those that deal it out.
std::vector<std::string> ownWords() {
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    std::vector<std::string> words;
    for (std::string word; std::getline(file, word, '\0');) {
        words.push_back(std::move(word));
    }
    std::vector<std::string> kept;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string name = words[i].substr(0, words[i].find('='));
        if (name == "--on" || name == "--partition" || name == "--sbatch") {
            i += name == words[i] ? 1 : 0;
        } else {
            kept.push_back(words[i]);
        }
    }
    return kept;
}

}  // namespace

void addSplit(Subcommand command, SplitOptions& options) {
    Option keep = command
                      .option("--keep", options.keep,
                              "keep the result of each run in this database, and compute only "
                              "those that it lacks")
                      .type("FILE");
    Option tasks =
        command.option("--tasks", options.tasks, "how many tasks share the runs").type("N");
    tasks.check(within(1, engine::kMostStudyTasks)).needs(keep);
    Option on = command
                    .option("--on", options.on,
                            "deal the runs out to tasks on other machines: slurm submits them; "
                            "script only writes what to submit")
                    .type("slurm|script")
                    .check(oneOf({"slurm", "script"}))
                    .needs(tasks);
    command.option("--partition", options.partition, "of Slurm").type("NAME").needs(on);
    command
        .option("--sbatch", options.sbatch,
                "a further option of sbatch, as in --sbatch=--time=2:00:00; any number")
        .type("OPTION")
        .needs(on);
    command
        .option("--task", options.task,
                "compute the share of one task, as its job does; the first is 0")
        .type("I")
        .check(within(0, engine::kMostStudyTasks - 1))
        .needs(tasks)
        .excludes(on);
}

int dealOut(const SplitOptions& options, int threads) {
    const fs::path folder = engine::tasksFolder(options.keep);
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed) {
        return fail(engine::Error{"STO-005",
                                  "The folder cannot be made (" + failed.message() + ").",
                                  "Check that the one above it can be written to, or choose "
                                  "another with --keep.",
                                  folder.string(),
                                  {},
                                  0});
    }
    SlurmJob job;
    job.name = "headroom";
    job.command = ownWords();
    job.workingFolder = fs::current_path(failed);
    job.folder = fs::absolute(folder, failed);
    job.tasks = options.tasks;
    job.threads = std::max(1, threads);
    job.partition = options.partition;
    job.sbatch = options.sbatch;
    const auto script = writeScript(job);
    if (!script) {
        return fail(script.error());
    }
    std::string number;
    if (options.on == "slurm") {
        auto submitted = submitScript(*script);
        if (!submitted) {
            return fail(submitted.error());
        }
        number = ", job " + *submitted;
    }
    std::printf("%d tasks%s.\nScript: %s\n", options.tasks, number.c_str(), script->c_str());
    return kFine;
}

engine::Result<std::unique_ptr<engine::KeptMembers>> openMembers(const SplitOptions& options,
                                                                 const Opened& opened,
                                                                 const std::string& kind,
                                                                 const std::string& optionText) {
    if (options.keep.empty()) {
        return nullptr;
    }
    const std::string question = engine::KeyHash()
                                     .add(kind)
                                     .add(HEADROOM_VERSION)
                                     .add(engine::projectText(opened.project))
                                     .add(opened.catalogue.fingerprint())
                                     .add(optionText)
                                     .text();
    return engine::KeptMembers::open(
        options.keep, question,
        options.isTask() ? engine::TaskShare{options.task, options.tasks} : engine::TaskShare{});
}

int toldTask(const SplitOptions& options, const engine::KeptMembers& members, bool complete) {
    if (const auto fault = members.fault()) {
        return fail(*fault);
    }
    const auto counts = members.counts();
    std::printf("Task %d of %d: %zu runs kept, %zu known before.\n", options.task, options.tasks,
                counts.kept, counts.found);
    return complete ? kFine : kCancelled;
}

}  // namespace headroom::app
