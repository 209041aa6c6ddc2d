// SPDX-License-Identifier: Apache-2.0
#include "app/cli/estimate.h"

#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/option_checks.h"
#include "app/cli/table.h"
#include "engine/estimate/model_choice.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>

namespace headroom::app {

void addEstimateOptions(Subcommand command, EstimateOptions& options) {
    command
        .option("--model", options.model,
                "language model: an id of the catalogue, a public name (openai/gpt-oss-120b), a "
                "config.json, or its shape (layers=80,hidden=8192,heads=64,kv_heads=8,ffn=28672,"
                "vocab=128256)")
        .required()
        .type("ID");
    command
        .option("--cluster", options.cluster,
                "what it runs on: h100-sxm:16384, dgx-h100:16384 (with hosts), "
                "h100-sxm:512@roce-400g (with another network), or a project")
        .required()
        .type("CLUSTER");
    command.option("--accelerator", options.accelerator, "which kind, where a project has several")
        .type("ID");
    command
        .option("--parts", options.parts,
                "folder with own parts (language_model.json, accelerator.json …), as the catalog "
                "folder of a project")
        .type("FOLDER");
    command.option("--price-usd-per-hour", options.usdPerHour, "rent of one accelerator-hour")
        .type("USD")
        .check(aPrice());
    command.option("--energy-usd-per-kwh", options.usdPerKwh, "price of energy")
        .type("USD")
        .check(aPrice());
    command.option("--pue", options.pue, "energy of the facility over that of the servers")
        .type("RATIO")
        .check(within(1.0, 5.0))
        .showDefault();
    addFormat(command, options.format, {"text", "json"}, "of the result: ");
    addWide(command);
}

namespace {

/// Prints the layers and sizes of a model that the catalogue does not have on standard error. Standard output holds the
/// result for other programs.
void reportModel(const engine::ChosenModel& model) {
    const models::LanguageModelSpec& m = *model.spec;
    std::fprintf(stderr, "config of %s: %.4g billion parameters, %.4g active, %d layers of %d\n",
                 model.config.c_str(), m.parameters / 1e9, m.activeParameters / 1e9, m.layers,
                 m.hidden);
    if (!model.weights.empty()) {
        std::fprintf(stderr, "its weights are quantised (%s): state --weight-bits\n",
                     model.weights.c_str());
    }
}

}  // namespace

engine::ResultAll<EstimateCase> openEstimate(const EstimateOptions& options) {
    EstimateCase result;
    std::error_code ignored;
    if (std::filesystem::exists(options.cluster, ignored)) {
        if (!options.parts.empty()) {
            throw UsageFault(
                "--parts goes with clusters of the catalogue: a project has parts of its own in "
                "its catalog folder");
        }
        auto opened = openProject(options.cluster);
        if (!opened) {
            return tl::unexpected(opened.error());
        }
        result.catalogue = std::move(opened->catalogue);
        result.project = std::move(opened->project);
    } else {
        if (!options.parts.empty() && !std::filesystem::is_directory(options.parts, ignored)) {
            throw UsageFault("--parts: there is no folder \"" + options.parts + "\"");
        }
        auto catalogue = openCatalogue(options.parts);
        if (!catalogue) {
            return tl::unexpected(catalogue.error());
        }
        result.catalogue = std::move(*catalogue);
    }
    const auto cluster =
        result.project ? engine::clusterOf(*result.project, options.accelerator, result.catalogue)
                       : engine::clusterOf(options.cluster, result.catalogue);
    if (!cluster) {
        return tl::unexpected(engine::Errors{cluster.error()});
    }
    result.cluster = *cluster;
    const auto model = engine::chooseModel(options.model, result.catalogue);
    if (!model) {
        return tl::unexpected(engine::Errors{model.error()});
    }
    if (model->own != nullptr) {
        reportModel(*model);
    }
    result.model = model->spec;
    result.ownModel = model->own;
    result.terms.usdPerAcceleratorHour = options.usdPerHour.value_or(models::kNotStated);
    result.terms.usdPerKwh = options.usdPerKwh.value_or(models::kNotStated);
    result.terms.pue = options.pue;
    return result;
}

void addEstimate(Subcommand app, int& code) {
    Subcommand estimate =
        app.subcommand("estimate", "Estimate time, cost and bottleneck of one job on one cluster");
    estimate.needsSubcommand();
    addTrainingEstimate(estimate, code);
    addInferenceEstimate(estimate, code);
}

}  // namespace headroom::app
