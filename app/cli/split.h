// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/open.h"
#include "app/cli/subcommand.h"
#include "engine/study/kept_members.h"

#include <memory>
#include <string>
#include <vector>

/// A question (sweep, campaign, certainty) whose runs are kept in a file, and may be shared out among tasks on other machines.
namespace headroom::app {

struct SplitOptions {
    std::string keep;  ///< database of the runs; empty: nothing is kept
    std::string on, partition;
    std::vector<std::string> sbatch;
    int tasks = 0, task = -1;

    bool isTask() const { return task >= 0; }
};

void addSplit(Subcommand command, SplitOptions& options);

/// --on: writes the script of the tasks, each of which is this very command with its number, and submits it. The exit code.
int dealOut(const SplitOptions& options, int threads);

/// The members of a question: of all that decides the results, `kind` and `options` as texts. Null if nothing is kept.
engine::Result<std::unique_ptr<engine::KeptMembers>> openMembers(const SplitOptions& options,
                                                                 const Opened& opened,
                                                                 const std::string& kind,
                                                                 const std::string& optionText);

/// How a task ended, or a question that waits for other tasks: text, and the exit code. `complete`: no run was cut short.
int toldTask(const SplitOptions& options, const engine::KeptMembers& members, bool complete);

}  // namespace headroom::app
