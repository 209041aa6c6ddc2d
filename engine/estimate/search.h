// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/estimate/training.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

namespace headroom::engine {

enum class PlanObjective : std::uint8_t { Time, Cost, Energy };

struct PlanSearchOptions {
    PlanObjective objective = PlanObjective::Time;
    std::size_t best = 10;
    // Degrees that are held; 0 means searched.
    int tensor = 0, pipeline = 0, interleave = 0, context = 0, expert = 0;
    double microBatch = 0.0;
    bool anySharding = true, anyRecompute = true;  ///< else as the question's plan has them
    // Further settings that may differ; an empty list keeps that of the question.
    std::vector<models::Precision> precisions;
    std::vector<double> batches;  ///< sequences of a step

    struct Software {
        std::string name;
        const models::SoftwareStackSpec* spec = nullptr;
    };

    std::vector<Software> software;
    bool unsupported = false;  ///< plans that the software does not combine too
    bool everyStep = false;  ///< computes the step of every plan that fits: for tests of the bound
    /// Searches the front of score and memory left in place of the `best` plans. Memory counts in whole grains of this
    /// size [bytes]; 0 searches the best plans.
    double frontGrainBytes = 0.0;
};

struct RankedPlan {
    models::TrainingPlan plan;
    models::TrainingStep step;
    double score =
        0.0;  ///< of the objective: seconds, accelerator-seconds or joules of the question's batch
    PlanSearchOptions::Software software;
    std::uint64_t number =
        0;  ///< in the order of the enumeration: of equal scores the first one leads
};

struct PlanSearch {
    /// The best first, one of each idea: plans that differ in context ranks, chunks or micro-batches alone are one.
    /// A front holds all plans that no other one beats in both score and memory left. Empty if nothing fits.
    std::vector<RankedPlan> best;
    std::uint64_t plans = 0;        ///< that the model, the batch and the machine admit
    std::uint64_t notCombined = 0;  ///< that the software does not combine, next to these
    std::uint64_t outOfMemory = 0;  ///< of these, pruned before their step was computed
    std::uint64_t estimated = 0;    ///< plans that fit, and were compared
    std::uint64_t ruledOut =
        0;  ///< of these, by a bound of their step: they are slower than the best ones
    bool complete = true;            ///< false: cancelled
    double leastMissingBytes = 0.0;  ///< where nothing fits: by how much the nearest does not
    models::TrainingPlan nearest;
};

/// Receives the share of the combinations that are done, 0 to 1.
using PlanSearchProgress = std::function<void(double)>;

/// Tries every plan of the question's accelerators (for cost and energy: of half of them, a quarter
/// ... too) with its batch, sequence, precision: tensor ranks in powers of two up to the scale-up
/// domain, stages that divide the layers, interleaving, context ranks from 8,192 tokens on, experts
/// over powers of two, ZeRO 1 and 3, micro-batches in powers of two, recomputation. Plans that the software does not
/// combine (models::planGap()), and plans that do not fit the memory, are dropped before their step is computed.
/// Where batches vary, plans are compared by the time of as many sequences. Deterministic.
///
/// The step of a plan is computed only where models::leastStepS() leaves it a chance to be among the best: branch and
/// bound, whose answer is that of computing them all. Axes that vary are taken together, those combinations first in
/// which one promising plan does best. Equal scores are in the order of the enumeration.
///
/// A front (frontGrainBytes) holds each plan p for which no plan q has score(q) <= score(p) and grains(q) >= grains(p), where
/// grains = floor(memory left / grain). MFU and tokens per second follow the score for one number of accelerators and one
/// batch. They need no axis of their own. A plan is dropped before its step is computed if a plan that leaves as much
/// memory beats its least score.
PlanSearch searchPlans(const TrainingQuestion& question, const PlanSearchOptions& options,
                       const PlanSearchProgress& progress = {},
                       const std::atomic<bool>* cancel = nullptr);

/// Precisions that the accelerator multiplies in, batches from half to eight times the question's, and the software of
/// the catalogue that was written for accelerators of that kind since they shipped: what --vary searches.
std::vector<models::Precision> precisionsOf(const TrainingQuestion& question);
std::vector<double> batchesAround(double batch);
std::vector<PlanSearchOptions::Software> softwareFor(const models::AcceleratorSpec& accelerator,
                                                     const Catalogue& catalogue);

/// Sequences of a step if no batch is stated [sequences]: the next power of two of
///   max(4e6 / sequence, accelerators / 8).
/// Assumption: 4 million tokens a step, as in Llama 3 (arXiv 2407.21783, table 4: 4 to 16 million), and a sequence for
/// each 8 accelerators, so that data parallelism has work.
double usualBatchSequences(int accelerators, int sequence);

/// Why the first of two plans is better, in words: the terms in which they differ most.
std::string whyBetter(const RankedPlan& best, const RankedPlan& other);

}  // namespace headroom::engine
