// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/validate/case_file.h"
#include "models/workload/training_certainty.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom::engine {

/// Unit of the table's figure of a row.
enum class FlopBasis { Model, Causal, MegatronHardware, MaxText };

/// A measured training run as the model is asked for it: one row of a table of runs.
struct TrainingCase {
    std::string id;
    std::string family;
    std::string metric;  ///< "step_time_s", "tokens_per_s_per_accel", "tflops_per_accel", …
    bool core = true;    ///< counts in the means
    double expected = 0.0;
    std::optional<double> limitShare;  ///< of the expected value, where the table has one

    models::LanguageModelSpec model;
    models::AcceleratorSpec accelerator;  ///< of the catalogue, with the row's adapter rate
    std::string acceleratorId, softwareId, scaleUpId, scaleOutId;
    const models::SoftwareStackSpec* software = nullptr;
    const models::InterconnectSpec* scaleUp = nullptr;
    const models::InterconnectSpec* scaleOut = nullptr;
    std::vector<models::TrainingPlan> plans;  ///< one; or those that the row leaves open
    double memoryShare = 1.0;   ///< of an accelerator's, that a plan may fill: training_plans.h
    bool byThroughput = false;  ///< the batch is open: of its plans the one of most tokens a second
    bool inferred = false;      ///< part of the plan is not the row's
    bool otherSoftware = false;  ///< no rule knows the row's: another is in
    bool basisStated = true;     ///< the row says how its FLOP are counted, or has none
    int scaleUpDomain = 8;
    FlopBasis basis = FlopBasis::Model;
    double trainedTokens = 0.0;    ///< of an end-to-end time
    double evaluationShare = 0.0;  ///< of its training time
    std::string assumed;           ///< what the row does not state, and what is in
    std::string whyNot;            ///< it cannot be expressed; empty if it can

    models::TrainingStepInput input(const models::TrainingPlan& plan) const;
};

/// Result of the model for a run: the fastest of its open plans.
struct TrainingAnswer {
    models::TrainingPlan plan;
    models::TrainingStep step;
    double value = 0.0;   ///< in the row's metric
    double spread = 0.0;  ///< standard deviation of its logarithm
};

TrainingAnswer answer(const TrainingCase& run);

/// The spread of an answer where so much is known of the run's parts.
double spreadOf(const TrainingCase& run, const TrainingAnswer& answer,
                models::TrainingKnowledge knowledge);

/// The rows of a table. Accelerators, links and software are parts of the catalogue; the names of
/// the row decide which (training_rules.h). Errors VAL-003: a number that is none.
Result<std::vector<TrainingCase>> trainingCases(const CaseFile& file, const Catalogue& catalogue);

}  // namespace headroom::engine
