// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/estimate/cluster.h"
#include "models/economics/spot_capacity.h"
#include "models/workload/training_certainty.h"
#include "models/workload/training_step.h"

#include <optional>
#include <string>

namespace headroom::engine {

/// How spot servers are taken back: as the offer states it, and at the ends of its ranges.
struct SpotRange {
    models::SpotCapacity asStated, seldom, often;
};

/// Payments and losses of people; values that are not stated are left out.
struct EstimateTerms {
    double usdPerAcceleratorHour = models::kNotStated;
    double usdPerKwh = models::kNotStated;
    double pue = 1.0;
    double failuresPer1000NodeDays = models::kNotStated;  ///< that end a job
    double restartS = 600.0;                              ///< from failure to training again
    double checkpointS = 0.0;       ///< interval; 0 means the best one (Young/Daly)
    std::optional<SpotRange> spot;  ///< the accelerators are spot servers
};

/// Network rates of a job: shares of the adapters' rate while it sends, and the line between the sites of its replicas
/// (models::TrainingStepInput).
struct EstimateNetwork {
    double dataShare = 1.0, tensorShare = 1.0, pipelineShare = 1.0;
    int sites = 1;
    double wanBytesPerS = 0.0, wanRoundTripS = 0.0;
    double cost = 0.0;  ///< share of the step that waits for the network, 0..1
};

/// One training job on one cluster; no pointer may be null but `software`.
struct TrainingQuestion {
    const EstimateCluster* cluster = nullptr;
    const models::LanguageModelSpec* model = nullptr;
    const models::JobProfileSpec* profile = nullptr;
    const models::SoftwareStackSpec* software = nullptr;
    std::string softwareName;  ///< for people; empty if not named
    models::TrainingPlan plan;
    double gradientCompression = 1.0;  ///< of what copies exchange, or sites
    int localSteps = 1;                ///< steps between two exchanges
    /// Network rates of the project (live/lone_job.h). Adapters have their full rate by default.
    EstimateNetwork network;
    double totalTokens = models::kNotStated;
    EstimateTerms terms;
};

struct TrainingEstimate {
    models::TrainingPlan plan;
    models::TrainingStep step;
    models::CertainRange stepRange;  ///< 90 % interval of its time: models::trainingSpread()
    std::string why;
    double batchTokens = 0.0;
    double powerW = 0.0;       ///< of all accelerators with their share of racks, no cooling
    double chipW = 0.0;        ///< of one accelerator alone, mean over the step
    double peakChipW = 0.0;    ///< the same in the hardest phase
    double clock = 1.0;        ///< that its power limit leaves it there
    double stepEnergyJ = 0.0;  ///< PUE counted

    // With failures, or a checkpoint interval: models::expectedEttr().
    double interruptionsPerDay = models::kNotStated;
    double checkpointS = models::kNotStated;  ///< interval taken
    double goodput = 1.0;                     ///< share of time that trains
    // On spot servers, at the ends of the range of losses; else equal to the goodput.
    double goodputLow = 1.0, goodputHigh = 1.0;
    double spotLossesPerDay = models::kNotStated;  ///< of the interruptions
    bool holds = true;  ///< on average it lives through a start and one checkpoint interval

    // For all tokens; NaN where they, or a price, are not stated.
    double durationS = models::kNotStated;
    double energyJ = models::kNotStated;
    double rentUsd = models::kNotStated;
    double energyUsd = models::kNotStated;
};

/// The software of a question, models::usualStack() where none is named.
const models::SoftwareStackSpec& softwareOf(const TrainingQuestion& question);

models::TrainingStepInput stepInput(const TrainingQuestion& question);

/// Whether the accelerator has matrices of that precision (EST-018).
Result<void> checkPrecision(const TrainingQuestion& question);

/// Whether the plan can be: degrees and batch divide what they must. Empty if it can.
/// EST-010 accelerators, EST-011 batch, EST-012 chunks of layers (embedding
/// and head may count as one each), EST-013 heads, EST-014 experts, EST-015
/// more accelerators than the cluster has, EST-018 a precision that the accelerator has not, EST-019 copies in no
/// whole shard groups.
Result<void> checkPlan(const TrainingQuestion& question);

TrainingEstimate estimateTraining(const TrainingQuestion& question);

}  // namespace headroom::engine
