// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/validate.h"

#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/data_folder.h"
#include "app/cli/exit_code.h"
#include "app/cli/open.h"
#include "app/cli/option_checks.h"
#include "engine/files/input_file.h"
#include "engine/validate/training_fit.h"

#include <cstdio>
#include <filesystem>
#include <memory>

namespace headroom::app {

namespace {

struct ValidateOptions {
    std::vector<std::string> paths;
    std::string kind;
    std::string format = "text";
    bool leaveOut = false;
};

std::filesystem::path figuresFile() {
    return dataFolder() / "resources" / "validation" / "training_figures.json";
}

/// Errors of the training step on what it never saw.
int leaveOut(const std::vector<std::filesystem::path>& paths, const std::string& format,
             const engine::Catalogue& catalogue) {
    auto figures = engine::freeFigures(figuresFile(), catalogue);
    if (!figures) {
        return fail(figures.error());
    }
    auto cases = engine::allTrainingCases(paths, catalogue);
    if (!cases) {
        return fail(cases.error());
    }
    engine::TrainingFit fit(std::move(*cases), catalogue, std::move(*figures));
    const engine::LeaveOutReport report = engine::leaveOut(fit);
    const std::string text =
        format == "json" ? engine::leaveOutJson(report) + "\n" : engine::leaveOutText(report);
    std::fputs(text.c_str(), stdout);
    return kFine;
}

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
    if (options.leaveOut) {
        return leaveOut(paths, options.format, *catalogue);
    }
    auto report = engine::validate(paths, options.kind, &*catalogue);
    if (!report) {
        return fail(report.error());
    }
    for (engine::ValidationKind& kind : report->kinds) {
        if (kind.kind == "training") {
            if (const auto figures = engine::freeFigures(figuresFile(), *catalogue)) {
                kind.freeFigures = static_cast<int>(figures->size());
            }
        }
    }
    const std::string text = options.format == "json" ? engine::validationJson(*report) + "\n"
                                                      : engine::validationText(*report);
    std::fputs(text.c_str(), stdout);
    return report->failed() ? kFindings : kFine;
}

}  // namespace

void addValidate(Subcommand app, int& code) {
    auto options = std::make_shared<ValidateOptions>();
    Subcommand command = app.subcommand(
        "validate", "Run published cases against the models; exit 1 if a case misses its limit");
    command
        .option("PATH", options->paths,
                "case files, or folders searched for them; without it the cases of the source tree")
        .type("...");
    command.option("--kind", options->kind, "only cases of this kind, as psychrometrics")
        .type("K")
        .check(oneOf(engine::validationKinds()));
    addFormat(command, options->format, {"text", "json"});
    command.flag("--leave-out", options->leaveOut,
                 "find the free figures of the training step anew without each family, "
                 "accelerator and framework in turn, and print the errors on these");
    command.action([options, &code] { code = validate(*options); });
}

}  // namespace headroom::app
