// SPDX-License-Identifier: Apache-2.0
#include "engine/report/report.h"

#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "engine/files/output_file.h"
#include "engine/files/output_guard.h"
#include "engine/store/recording.h"

#include <cstdio>
#include <filesystem>
#include <memory>

namespace headroom::app {

namespace fs = std::filesystem;

namespace {

struct ReportOptions {
    std::string recording;
    std::string out;
    std::vector<std::string> images;
};

int report(const ReportOptions& options) {
    const auto recording = engine::Recording::open(options.recording);
    if (!recording) {
        return fail(recording.error());
    }
    const std::vector<fs::path> images(options.images.begin(), options.images.end());
    const fs::path out = options.out.empty() ? fs::path(options.recording).replace_extension("html")
                                             : fs::path(options.out);
    engine::OutputGuard guard;
    guard.reads(options.recording);
    for (const fs::path& image : images) {
        guard.reads(image);
    }
    guard.writes("--out", out);
    if (const auto fine = guard.check(); !fine) {
        return fail(fine.error());
    }
    const auto html = engine::htmlReport(**recording, images);
    if (!html) {
        return fail(html.error());
    }
    if (const auto written = engine::writeFile(out, *html); !written) {
        return fail(written.error());
    }
    std::printf("%s\n", out.c_str());
    return kFine;
}

}  // namespace

void addReport(CLI::App& app, int& code) {
    auto options = std::make_shared<ReportOptions>();
    CLI::App* command =
        app.add_subcommand("report", "Write a recording as one self-contained HTML page");
    command->add_option("RUN.db", options->recording, "recording of a run, finished or not")
        ->required()
        ->type_name("");
    command->add_option("--out", options->out, "page to write; without it RUN.html")
        ->type_name("FILE.html");
    command->add_option("--image", options->images, "PNG picture to embed; may be repeated")
        ->type_name("FILE.png");
    command->callback([options, &code] { code = report(*options); });
}

}  // namespace headroom::app
