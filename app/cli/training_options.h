// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/estimate.h"
#include "engine/estimate/search.h"

#include <optional>
#include <string>
#include <vector>

/// Options of `headroom-cli estimate training`, and the plan that they state.
namespace headroom::app {

struct EstimateTrainingOptions {
    EstimateOptions common;
    std::optional<int> accelerators;
    int tensor = 0, pipeline = 0, interleave = 0, context = 0, expert = 0, shardGroup = 0;
    int expertTensor = 0, adapterRank = 0;
    double frozenBits = 16.0;
    double gradientCompression = 1.0;
    int localSteps = 0;
    std::string optimiser = "usual", offload = "none";
    double microBatch = 0.0;
    std::optional<double> batch;
    int sequence = 0;
    std::string sharding, recompute;
    std::string precision = "bf16";
    std::string profile = "llm-pretraining";
    std::string software;
    std::optional<double> tokens;
    std::optional<double> failures;
    std::string spot;
    double restartMin = 10.0;
    double checkpointMin = 0.0;
    std::string objective = "time";
    std::string vary;
    bool wholeSequences = false;  ///< norms and residuals are whole on each tensor rank
    bool unsupported = false;
    std::string log;           ///< of a run that took this plan
    std::string launch;        ///< file that states the plan
    std::string printLaunch;   ///< form in which the plan is printed
    double batchOfCopy = 0.0;  ///< of the launch file, which states no batch of all copies
    std::vector<std::string> launchNotes;
};

void addTrainingOptions(Subcommand command, EstimateTrainingOptions& options);

/// Takes the plan of the launch file into options that are not stated. Fine without a launch file. Errors of readLaunch().
engine::Result<void> takeLaunch(EstimateTrainingOptions& options);

/// Degrees that are not stated are 1; a batch that is not stated is what runs of this size take.
models::TrainingPlan planOf(const EstimateTrainingOptions& options, const EstimateCase& estimate);

/// Degrees that are stated are held. Attributes that --vary names are searched too.
engine::PlanSearchOptions searchOptions(const EstimateTrainingOptions& options,
                                        const engine::TrainingQuestion& question,
                                        const engine::Catalogue& catalogue);

}  // namespace headroom::app
