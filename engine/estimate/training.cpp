// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/training.h"

#include "engine/base/scale.h"
#include "models/workload/checkpoint.h"
#include "models/workload/training_work.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace headroom::engine {

namespace {

Error planError(const char* code, std::string message, std::string remedy) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    return error;
}

std::string numberShort(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", value);
    return text;
}

bool divides(int part, double whole) {
    return part > 0 && std::fmod(whole, part) == 0.0;
}

/// Checkpoints, failures and losses of spot servers of a synchronous job of N nodes of rate r:
/// models::expectedEttr() at their sum, a restart being their mean, at the stated interval or
/// models::youngIntervalS() with M = 1 / (sum of rates). Spot: models::spotLossesPerS().
void addFailures(const TrainingQuestion& question, TrainingEstimate& estimate) {
    const EstimateTerms& terms = question.terms;
    const bool fails = terms.failuresPer1000NodeDays > 0.0;
    if (!fails && !(terms.checkpointS > 0.0) && !terms.spot) {
        return;
    }
    const int perNode = question.cluster->server != nullptr
                            ? question.cluster->server->accelerators
                            : std::min(8, question.cluster->accelerator->scaleUpDomain);
    const double nodes = std::ceil(static_cast<double>(estimate.plan.accelerators) / perNode);
    const double failuresPerS =
        fails ? nodes * terms.failuresPer1000NodeDays / 1000.0 / kDayS : 0.0;
    const double stallS = question.profile->checkpointStallS;

    struct Stops {
        double perS = 0.0, restartS = 0.0;
    };

    const auto stopsOf = [&](const models::SpotCapacity* spot) {
        const double lossesPerS =
            spot == nullptr ? 0.0 : spot->lossesPerS(estimate.plan.accelerators);
        const double perS = failuresPerS + lossesPerS;
        const double spotStartS = spot == nullptr ? 0.0 : spot->startS;
        return Stops{perS, perS > 0.0
                               ? (failuresPerS * terms.restartS + lossesPerS * spotStartS) / perS
                               : terms.restartS};
    };
    const Stops stops = stopsOf(terms.spot ? &terms.spot->asStated : nullptr);
    if (stops.perS > 0.0) {
        estimate.interruptionsPerDay = stops.perS * kDayS;
    }
    estimate.checkpointS = terms.checkpointS > 0.0
                               ? terms.checkpointS
                               : std::max(models::youngIntervalS(stallS, 1.0 / stops.perS), stallS);
    const auto goodput = [&](const Stops& s) {
        return models::expectedEttr(s.perS, s.restartS, estimate.checkpointS, stallS);
    };
    estimate.goodput = estimate.goodputLow = estimate.goodputHigh = goodput(stops);
    if (terms.spot) {
        estimate.spotLossesPerDay =
            terms.spot->asStated.lossesPerS(estimate.plan.accelerators) * kDayS;
        estimate.goodputLow = goodput(stopsOf(&terms.spot->often));
        estimate.goodputHigh = goodput(stopsOf(&terms.spot->seldom));
        estimate.holds = models::keepsAnInterval(stops.perS, stops.restartS, estimate.checkpointS);
    }
}

/// The largest of what the step waits for next to computing, and what would help.
std::string whyOf(const models::TrainingStep& step) {
    struct Wait {
        double seconds;
        const char* text;
    };

    const std::array terms = {
        Wait{step.bubbleS,
             "the pipeline fills and drains: more micro-batches or chunks shorten it"},
        Wait{step.tensorS,
             "tensor ranks exchange activations: fewer of them, or faster links, help"},
        Wait{step.contextS, "context ranks exchange keys and values: fewer of them help"},
        Wait{step.expertS,
             "tokens travel to their experts: fewer expert ranks, in one domain, help"},
        Wait{step.pipelineS, "stages send activations: fewer stages help"},
        Wait{step.dataS,
             "copies exchange gradients and weights: a larger batch or fewer copies help"},
        Wait{step.recomputeS,
             "activations are computed again: more memory, or more ranks, save it"},
        Wait{step.launchS, "accelerators wait for launches: larger micro-batches help"},
        Wait{step.vectorS + step.optimiserS, "vectors and the optimiser move memory"},
        Wait{step.stragglerS, "all wait for the slowest device"},
    };
    const auto largest =
        std::max_element(terms.begin(), terms.end(),
                         [](const Wait& a, const Wait& b) { return a.seconds < b.seconds; });
    if (!(step.stepS > 0.0) || !std::isfinite(step.stepS) || !(largest->seconds > 0.0)) {
        return {};
    }
    char text[192];
    std::snprintf(text, sizeof text,
                  "Beside matrices and attention, %.3g %% of the step goes where %s.",
                  100.0 * largest->seconds / step.stepS, largest->text);
    return text;
}

}  // namespace

const models::SoftwareStackSpec& softwareOf(const TrainingQuestion& question) {
    return question.software != nullptr ? *question.software : models::usualStack();
}

models::TrainingStepInput stepInput(const TrainingQuestion& question) {
    const EstimateCluster& cluster = *question.cluster;
    models::TrainingStepInput in;
    in.model = question.model;
    in.accelerator = cluster.accelerator;
    in.profile = question.profile;
    in.software = question.software;
    in.scaleUp = cluster.scaleUp;
    in.scaleOut = cluster.scaleOut;
    in.plan = question.plan;
    in.speedSpread = cluster.accelerator->speedSpread;
    in.scaleUpDomain = std::max(1, cluster.accelerator->scaleUpDomain);
    in.adaptersPerRank = cluster.adaptersPerRank;
    in.networkReduces = cluster.networkReduces;
    in.hostStaging = cluster.hostStaging;
    in.gradientCompression = question.gradientCompression;
    in.localSteps = question.localSteps;
    in.dataShare = question.network.dataShare;
    in.tensorShare = question.network.tensorShare;
    in.pipelineShare = question.network.pipelineShare;
    in.sites = question.network.sites;
    in.wanBytesPerS = question.network.wanBytesPerS;
    in.wanRoundTripS = question.network.wanRoundTripS;
    return in;
}

Result<void> checkPrecision(const TrainingQuestion& question) {
    const models::Precision precision = question.plan.precision;
    if (!models::multiplies(*question.cluster->accelerator, precision)) {
        return tl::unexpected(planError(
            "EST-018",
            std::string("the accelerator does not multiply in ") + models::precisionName(precision),
            "Take a --precision that it has, or another accelerator."));
    }
    return {};
}

namespace {

/// Expert ranks divide the experts, expert tensor ranks their width, and both the accelerators of a stage.
Result<void> checkExperts(const TrainingQuestion& question, const models::ModelShape& shape) {
    const models::TrainingPlan& plan = question.plan;
    const int split = models::expertTensorRanks(plan, softwareOf(question));
    const int stage = plan.accelerators / plan.pipeline;
    const bool mixture = shape.experts > 0.0;
    const bool spread = plan.expert == 1 || (mixture && divides(plan.expert, shape.experts) &&
                                             stage % plan.expert == 0);
    if (!spread) {
        return tl::unexpected(planError(
            "EST-014",
            "the experts cannot be spread over " + std::to_string(plan.expert) + " ranks",
            mixture ? "Take an --ep that divides the experts and the accelerators of a stage."
                    : "Leave --ep out: the model is dense."));
    }
    if (plan.expertTensor > 1 && !mixture) {
        return tl::unexpected(
            planError("EST-014", "a dense model has no experts to split", "Leave --etp out."));
    }
    if (mixture &&
        (stage % (plan.expert * split) != 0 || !divides(split, shape.expertFeedForward))) {
        return tl::unexpected(planError("EST-014",
                                        std::to_string(stage) +
                                            " accelerators of a stage cannot split experts over " +
                                            std::to_string(plan.expert) + " expert x " +
                                            std::to_string(split) + " expert tensor ranks",
                                        "Take an --etp that divides the width of an expert, and "
                                        "with --ep the accelerators of a stage."));
    }
    return {};
}

}  // namespace

Result<void> checkPlan(const TrainingQuestion& question) {
    const models::TrainingPlan& plan = question.plan;
    const models::ModelShape shape = models::shapeOf(*question.model);
    if (plan.accelerators > question.cluster->accelerators) {
        return tl::unexpected(planError("EST-015",
                                        std::to_string(plan.accelerators) +
                                            " accelerators are asked for, and there are " +
                                            std::to_string(question.cluster->accelerators),
                                        "Ask for fewer."));
    }
    if (auto joined = question.cluster->joins(plan.accelerators); !joined) {
        return joined;
    }
    if (auto possible = checkPrecision(question); !possible) {
        return possible;
    }
    const double each = static_cast<double>(plan.tensor) * plan.pipeline * plan.context;
    if (std::fmod(plan.accelerators, each) != 0.0) {
        return tl::unexpected(
            planError("EST-010",
                      std::to_string(plan.accelerators) +
                          " accelerators are not a multiple of tensor x pipeline x context = " +
                          numberShort(each),
                      "Change one of the four."));
    }
    if (plan.microBatch != std::floor(plan.microBatch) ||
        plan.batchSequences != std::floor(plan.batchSequences)) {
        return tl::unexpected(planError("EST-011",
                                        "a micro-batch of " + numberShort(plan.microBatch) +
                                            " and a batch of " + numberShort(plan.batchSequences) +
                                            " are not whole numbers of sequences",
                                        "State whole sequences in --micro-batch and --batch."));
    }
    if (plan.shardGroup > 1 &&
        (plan.shardGroup > plan.copies() || plan.copies() % plan.shardGroup != 0)) {
        return tl::unexpected(planError("EST-019",
                                        std::to_string(plan.copies()) +
                                            " copies are not a multiple of a shard group of " +
                                            std::to_string(plan.shardGroup),
                                        "Take a --shard-group that divides the copies."));
    }
    if (plan.interleave > 1 && plan.pipeline == 1) {
        return tl::unexpected(planError(
            "EST-012", std::to_string(plan.interleave) + " chunks of layers of a stage need stages",
            "Raise --pp, or leave --vp out."));
    }
    const double share = plan.copies() * plan.microBatch;
    if (plan.batchSequences < share || std::fabs(std::fmod(plan.batchSequences, share)) > 1e-9) {
        return tl::unexpected(
            planError("EST-011",
                      "a batch of " + std::to_string(static_cast<long long>(plan.batchSequences)) +
                          " sequences is not a multiple of copies x micro-batch = " +
                          std::to_string(static_cast<long long>(share)),
                      "Change --batch or --micro-batch, or split the model further."));
    }
    // Embedding and head may stand for a layer each: 126 layers are 128 in the plan of Llama 3.
    const long long chunks = static_cast<long long>(plan.pipeline) * plan.interleave;
    const int layers = static_cast<int>(shape.layers);
    if (chunks > layers && (plan.pipeline == 1 || chunks != layers + 2)) {
        return tl::unexpected(
            planError("EST-012",
                      std::to_string(chunks) + " chunks of layers are more than the " +
                          std::to_string(layers) + " layers of the model, embedding and head apart",
                      "Lower --pp or --vp."));
    }
    if (plan.tensor > 1 && !divides(plan.tensor, shape.heads)) {
        return tl::unexpected(planError("EST-013",
                                        "the attention heads cannot be shared by " +
                                            std::to_string(plan.tensor) + " tensor ranks",
                                        "Take a --tp that divides the heads of the model."));
    }
    return checkExperts(question, shape);
}

TrainingEstimate estimateTraining(const TrainingQuestion& question) {
    TrainingEstimate estimate;
    models::TrainingStepInput input = stepInput(question);
    estimate.plan = question.plan;
    input.clock = settledClock(*question.cluster, [&](double clock) {
        input.clock = clock;
        estimate.step = models::trainingStep(input);
        return estimate.step.phases;
    });
    estimate.stepRange = models::rangeOf(
        estimate.step.stepS,
        models::trainingSpread(input, estimate.step, models::trainingKnowledge(input)));
    estimate.why = whyOf(estimate.step);
    const int sequence =
        question.plan.sequence > 0 ? question.plan.sequence : question.model->sequence;
    estimate.batchTokens = question.plan.batchSequences * sequence;
    estimate.powerW = question.cluster->powerW(estimate.step.phases) * question.plan.accelerators;
    estimate.clock = input.clock;
    estimate.chipW = question.cluster->chipW(estimate.step.phases);
    estimate.peakChipW = question.cluster->peakChipW(estimate.step.phases);
    estimate.stepEnergyJ = estimate.powerW * estimate.step.stepS * question.terms.pue;
    addFailures(question, estimate);
    if (question.totalTokens > 0.0 && estimate.step.tokensPerS > 0.0 && estimate.goodput > 0.0) {
        estimate.durationS = question.totalTokens / estimate.step.tokensPerS / estimate.goodput;
        estimate.energyJ = estimate.powerW * estimate.durationS * question.terms.pue;
        const double hours = estimate.durationS / 3600.0 * question.plan.accelerators;
        estimate.rentUsd = hours * question.terms.usdPerAcceleratorHour;
        estimate.energyUsd = estimate.energyJ / kJoulesPerKwh * question.terms.usdPerKwh;
    }
    return estimate;
}

}  // namespace headroom::engine
