// SPDX-License-Identifier: Apache-2.0
#include "app/cli/slurm_job.h"

#include "app/cli/other_program.h"
#include "engine/files/output_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

namespace headroom::app {

namespace fs = std::filesystem;

namespace {

/// A word for a shell, whatever is in it.
std::string quoted(const std::string& word) {
    std::string text = "'";
    for (const char c : word) {
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return text + "'";
}

/// A folder in an #SBATCH line, and a pattern in it: percent signs of the folder would begin one.
std::string inSbatch(const fs::path& folder, const std::string& pattern) {
    std::string text = "\"";
    for (const char c : folder.string()) {
        text += c == '%' ? "%%" : c == '"' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
    }
    return text + '/' + pattern + '"';
}

std::string scriptText(const SlurmJob& job) {
    std::string text = "#!/bin/sh\n";
    const auto line = [&](const std::string& option) { text += "#SBATCH " + option + '\n'; };
    line("--job-name=" + job.name);
    line(fmt::format("--array=0-{}", job.tasks - 1));
    line(fmt::format("--cpus-per-task={}", std::max(1, job.threads)));
    line("--requeue");
    line("--open-mode=append");
    line("--output=" + inSbatch(job.folder, "task-%5a.log"));
    if (!job.partition.empty()) {
        line("--partition=" + job.partition);
    }
    for (const std::string& option : job.sbatch) {
        line(option);
    }
    std::error_code ignored;
    text +=
        "# Each task runs its share into a database of its own, and continues there when it is "
        "requeued.\n";
    if (!job.workingFolder.empty()) {
        text += "cd " + quoted(job.workingFolder.string()) + " || exit 3\n";
    }
    text += "exec " + quoted(fs::read_symlink("/proc/self/exe", ignored).string());
    for (const std::string& word : job.command) {
        const bool isPlain = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
            return c == '-' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        });
        text += ' ' + (isPlain ? word : quoted(word));
    }
    return text + " --task \"$SLURM_ARRAY_TASK_ID\"\n";
}

engine::Error slurmError(const char* code, std::string message, std::string remedy) {
    return {code, std::move(message), std::move(remedy), {}, {}, 0};
}

}  // namespace

engine::Result<fs::path> writeScript(const SlurmJob& job) {
    const fs::path script = job.folder / "job.sh";
    if (auto written = engine::writeFile(script, scriptText(job)); !written) {
        return tl::unexpected(written.error());
    }
    return script;
}

engine::Result<std::string> submitScript(const fs::path& script) {
    const auto said = runProgram({"sbatch", "--parsable", script.string()});
    if (!said || said->code == 127) {
        return tl::unexpected(slurmError(
            "STU-016", "Slurm's sbatch is not on this machine",
            "submit from one that has it; or take --on script, and submit job.sh there"));
    }
    const std::string job = said->out.substr(0, said->out.find_first_of(";\n"));
    if (said->code != 0 || job.empty() ||
        job.find_first_not_of("0123456789") != std::string::npos) {
        return tl::unexpected(
            slurmError("STU-017", "Slurm takes no such job: " + said->err,
                       "change --tasks, --partition or --sbatch; what was dealt out is in " +
                           script.parent_path().string()));
    }
    return job;
}

}  // namespace headroom::app
