// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/open.h"
#include "app/cli/subcommand.h"
#include "engine/estimate/cluster.h"
#include "engine/estimate/training.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Shared parts of both estimates of headroom-cli: place, price and printing of a job.
namespace headroom::app {

struct EstimateOptions {
    std::string model;
    std::string cluster;
    std::string parts;  ///< folder of own parts; empty means those of the project, or none
    std::string accelerator;
    std::optional<int> accelerators;
    std::optional<double> usdPerHour;
    std::optional<double> usdPerKwh;
    double pue = 1.0;
    bool optimize = false;
    std::string format = "text";
};

void addEstimateOptions(Subcommand command, EstimateOptions& options);

/// The catalogue, the cluster that --cluster names, and the model.
struct EstimateCase {
    engine::Catalogue catalogue;
    std::optional<engine::Project> project;
    engine::EstimateCluster cluster;
    const models::LanguageModelSpec* model = nullptr;
    std::shared_ptr<const models::LanguageModelSpec> ownModel;  ///< of a config.json or a shape
    engine::EstimateTerms terms;
};

/// EST-006: no such model; errors of opening catalogue, project and cluster.
engine::ResultAll<EstimateCase> openEstimate(const EstimateOptions& options);

/// A part of the catalogue by its id. EST-006: no such part, with the nearest id.
template <class Spec>
engine::Result<const Spec*> partOf(const engine::Catalogue& catalogue, const std::string& id) {
    const Spec* spec = catalogue.spec<Spec>(id);
    if (spec != nullptr) {
        return spec;
    }
    std::vector<std::string> ids;
    for (const engine::CatalogueEntry* entry : catalogue.entriesOf(Spec::type().id)) {
        ids.push_back(entry->id);
    }
    const std::string near = engine::nearest(id, ids);
    engine::Error error;
    error.code = "EST-006";
    error.message = "\"" + id + "\" is no " + std::string(Spec::type().id) + " of the catalogue";
    error.remedy = (near.empty() ? "" : "Did you mean " + near + "? ") + "headroom-cli catalog " +
                   std::string(Spec::type().id) + " lists them.";
    return tl::unexpected(error);
}

void addTrainingEstimate(Subcommand estimate, int& code);
void addInferenceEstimate(Subcommand estimate, int& code);

/// The object that `--format json` prints, for arguments as on the command line ("--tp", "8"), without their "--format". Arguments
/// that are wrong throw UsageFault. EST-017, EST-020, EST-023: there is no such plan or fleet.
engine::ResultAll<nlohmann::json> trainingAnswer(const std::vector<std::string>& arguments);
engine::ResultAll<nlohmann::json> inferenceAnswer(const std::vector<std::string>& arguments);

}  // namespace headroom::app
