// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "engine/store/recording.h"

#include <cstdio>
#include <memory>

namespace headroom::app {

namespace {

struct Options {
    std::string recording;
    std::string folder;
};

int exportRecording(const Options& options) {
    const auto recording = engine::Recording::open(options.recording);
    if (!recording) {
        return fail(recording.error());
    }
    const auto files = engine::exportCsv(**recording, options.folder);
    if (!files) {
        return fail(files.error());
    }
    for (const auto& file : *files) {
        std::printf("%s\n", file.c_str());
    }
    return kFine;
}

}  // namespace

void addExport(CLI::App& app, int& code) {
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("export", "Write a recording as CSV files with units in the headers");
    command->add_option("RUN.db", options->recording, "recording of a run, finished or not")
        ->required()
        ->type_name("");
    command->add_option("--out", options->folder, "folder for the files; made where it is missing")
        ->required()
        ->type_name("DIR");
    command->callback([options, &code] { code = exportRecording(*options); });
}

}  // namespace headroom::app
