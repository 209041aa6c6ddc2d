// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/validate.h"

#include "app/cli/commands.h"
#include "app/cli/data_folder.h"
#include "app/cli/exit_code.h"
#include "app/cli/open.h"
#include "engine/files/input_file.h"

#include <cstdio>
#include <filesystem>
#include <memory>

namespace headroom::app {

namespace {

struct ValidateOptions {
    std::vector<std::string> paths;
    std::string kind;
    std::string format = "text";
};

int validate(const ValidateOptions& options) {
    std::vector<std::filesystem::path> paths(options.paths.begin(), options.paths.end());
    if (paths.empty()) {
        paths.push_back(dataFolder() / "tests" / "validation" / "cases");
        if (!engine::isFolder(paths.front())) {
            return failUsage("validate", "PATH is required: no cases ship with this installation");
        }
    }
    const auto catalogue = openCatalogue();
    if (!catalogue) {
        return fail(catalogue.error());
    }
    const auto report = engine::validate(paths, options.kind, &*catalogue);
    if (!report) {
        return fail(report.error());
    }
    const std::string text = options.format == "json" ? engine::validationJson(*report) + "\n"
                                                      : engine::validationText(*report);
    std::fputs(text.c_str(), stdout);
    return report->failed() ? kFindings : kFine;
}

}  // namespace

void addValidate(CLI::App& app, int& code) {
    auto options = std::make_shared<ValidateOptions>();
    CLI::App* command = app.add_subcommand(
        "validate", "Run published cases against the models; exit 1 if a case misses its limit");
    command
        ->add_option(
            "PATH", options->paths,
            "case files, or folders searched for them; without it the cases of the source tree")
        ->type_name("...");
    command->add_option("--kind", options->kind, "only cases of this kind, as psychrometrics")
        ->type_name("K")
        ->check(CLI::IsMember(engine::validationKinds()));
    command->add_option("--format", options->format, "text or json")
        ->type_name("FORMAT")
        ->check(CLI::IsMember({"text", "json"}))
        ->capture_default_str();
    command->callback([options, &code] { code = validate(*options); });
}

}  // namespace headroom::app
