// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_table.h"
#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
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
    std::string date;
};

void pagesOf(const CLI::App& program, const CLI::App& command, const ManualFacts& facts,
             const std::filesystem::path& folder,
             std::vector<std::pair<std::filesystem::path, std::string>>& files) {
    files.emplace_back(folder / (manualName(program, command) + ".1"),
                       manualPage(program, command, facts));
    for (const CLI::App* one : command.get_subcommands([](const CLI::App*) { return true; })) {
        if (!one->get_group().empty()) {
            pagesOf(program, *one, facts, folder, files);
        }
    }
}

int manual(const CLI::App& program, const ManualOptions& options) {
    std::vector<std::pair<std::filesystem::path, std::string>> files;
    if (!options.man.empty()) {
        pagesOf(program, program, {HEADROOM_VERSION, options.date}, options.man, files);
    }
    if (!options.completion.empty()) {
        files.emplace_back(options.completion, bashCompletion(program));
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

void addManual(CLI::App& app, int& code) {
    auto options = std::make_shared<ManualOptions>();
    CLI::App* command =
        app.add_subcommand("manual", "Write manual pages and shell completion, made of the commands");
    command->add_option("--man", options->man, "write a page of each command into this folder")
        ->type_name("DIR");
    command->add_option("--completion", options->completion, "write the completion for bash")
        ->type_name("FILE");
    command->add_option("--date", options->date, "date on the pages, as 2026-11-23")
        ->type_name("DATE");
    command->callback([options, &app, &code] { code = manual(app, *options); });
}

}  // namespace headroom::app
