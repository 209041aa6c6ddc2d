// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <filesystem>
#include <string>
#include <vector>

namespace headroom::app {

/// A job array of Slurm: the same command for each task, with --task and its number.
struct SlurmJob {
    std::string name;                     ///< "headroom-study"
    std::vector<std::string> command;     ///< of headroom-cli, without the program
    std::filesystem::path folder;         ///< of the script and the logs of tasks
    std::filesystem::path workingFolder;  ///< in which tasks run; empty: that of Slurm
    int tasks = 1, threads = 1;
    std::string partition;
    std::vector<std::string> sbatch;  ///< further options
};

/// The script, "job.sh" in the job's folder, which is there. Errors of writeFile().
engine::Result<std::filesystem::path> writeScript(const SlurmJob& job);

/// Submits a script, and returns the number of the job. STU-016: sbatch is not there. STU-017: Slurm refuses.
engine::Result<std::string> submitScript(const std::filesystem::path& script);

}  // namespace headroom::app
