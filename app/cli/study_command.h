// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/exit_code.h"
#include "engine/study/run_study.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

/// Parts that the commands of `study` share.
namespace headroom::app {

struct StudyOptions {
    std::string study, out;
    int threads = 0, top = 20;
    bool yes = false, quiet = false, allowOutside = false;
    std::string format = "text";
    // Beyond one machine.
    std::string on, partition;
    std::vector<std::string> sbatch;
    int tasks = 0, task = -1;
    std::vector<std::string> parts;
    int point = 0;  ///< of `study design`
    std::string folder;
};

/// STUDY.db of --out, else next to the study.
std::filesystem::path databaseOf(const StudyOptions& options);

/// The study read and made ready; `many`: more than 100,000 runs are fine.
engine::ResultAll<engine::StudyPlan> planOf(const StudyOptions& options, bool many);

/// "12 of 256 runs done, …".
std::string statusText(const engine::StudyStatus& status);

/// Prints how far a study is, as the format asks, and `more` next to it.
void printStatus(const StudyOptions& options, const engine::StudyPlan& plan,
                 const std::vector<engine::StudyRow>& rows, const nlohmann::ordered_json& more);

/// Runs tasks of the plan into a database, with a bar; the exit code.
int runHere(const StudyOptions& options, const engine::StudyPlan& plan,
            engine::StudyDatabase& database, const std::vector<std::size_t>& tasks);

/// `study run --on …`: deals what is missing out to tasks, and submits them.
int dealOutStudy(const StudyOptions& options);

/// `study run --task I`: the share of one task, into its own database.
int runTaskOfStudy(const StudyOptions& options);

/// `study status`, tasks on other machines included.
int statusOfStudy(const StudyOptions& options);

/// `study merge`: what tasks have done by now, into the study's database.
int mergeStudy(const StudyOptions& options);

}  // namespace headroom::app
