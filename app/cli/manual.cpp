// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_table.h"
#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "app/cli/option_checks.h"
#include "app/cli/shell_completion.h"
#include "engine/files/output_file.h"
#include "engine/files/output_guard.h"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

namespace headroom::app {

namespace {

struct ManualOptions {
    std::string man;
    std::string completion;
    std::string shell = "bash";
    std::string date;
};

int manual(const CLI::App& program, const ManualOptions& options) {
    std::vector<std::pair<std::filesystem::path, std::string>> files;
    if (!options.man.empty()) {
        for (ManualPage& page : manualPages(program, {HEADROOM_VERSION, options.date})) {
            files.emplace_back(std::filesystem::path(options.man) / (page.name + ".1"),
                               std::move(page.text));
        }
    }
    if (!options.completion.empty()) {
        files.emplace_back(options.completion,
                           shellCompletion("headroom-cli", commandWords(program), options.shell));
    }
    if (files.empty()) {
        std::fputs(manualPage(program, program, {HEADROOM_VERSION, options.date}).c_str(), stdout);
        return kFine;
    }
    engine::OutputGuard guard;
    for (const auto& [path, text] : files) {
        guard.writes(path == options.completion ? "--completion" : "--man", path);
    }
    if (const auto fine = guard.check(); !fine) {
        return fail(fine.error());
    }
    for (const auto& [path, text] : files) {
        if (const auto written = engine::writeFile(path, text); !written) {
            return fail(written.error());
        }
        std::printf("%s\n", path.c_str());
    }
    return kFine;
}

}  // namespace

void addManual(Subcommand app, int& code) {
    auto options = std::make_shared<ManualOptions>();
    Subcommand command =
        app.subcommand("manual", "Write manual pages and shell completion, made of the commands");
    command.option("--man", options->man, "write a page of each command into this folder")
        .type("DIR");
    command.option("--completion", options->completion, "write the completion of a shell")
        .type("FILE");
    command
        .option("--shell", options->shell,
                "whose completion --completion writes: bash, zsh or fish")
        .type("SHELL")
        .check(oneOf(completionShells()))
        .showDefault();
    command.option("--date", options->date, "date on the pages, as 2026-11-23").type("DATE");
    command.action([options, app, &code] { code = manual(app.app(), *options); });
}

}  // namespace headroom::app
