// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/estimate/training.h"

#include <cstdint>
#include <vector>

namespace headroom::engine {

enum class PlanObjective : std::uint8_t { Time, Cost, Energy };

struct PlanSearchOptions {
    PlanObjective objective = PlanObjective::Time;
    std::size_t best = 10;
    // Degrees that are held; 0: searched.
    int tensor = 0, pipeline = 0, interleave = 0, context = 0, expert = 0;
    double microBatch = 0.0;
    bool anySharding = true, anyRecompute = true;  ///< else as the question's plan has them
};

struct RankedPlan {
    models::TrainingPlan plan;
    models::TrainingStep step;
    double score = 0.0;  ///< of the objective: seconds, accelerator-seconds or joules of a step
};

struct PlanSearch {
    std::vector<RankedPlan> best;   ///< the best first; empty: nothing fits
    std::uint64_t plans = 0;        ///< that the model, the batch and the machine admit
    std::uint64_t outOfMemory = 0;  ///< of these, pruned before their step was computed
    std::uint64_t estimated = 0;
    double leastMissingBytes = 0.0;  ///< where nothing fits: by how much the nearest does not
    models::TrainingPlan nearest;
};

/// Tries every plan of the question's accelerators (for cost and energy: of half of them, a quarter
/// ... too) with its batch, sequence, precision: tensor ranks in powers of two up to the scale-up
/// domain, stages that divide the layers, interleaving, context ranks from 8,192 tokens on, experts
/// over powers of two, ZeRO 1 and 3, micro-batches in powers of two, recomputation. Plans that do
/// not fit the memory are dropped before their step is computed. Deterministic.
PlanSearch searchPlans(const TrainingQuestion& question, const PlanSearchOptions& options);

/// Why the first of two plans is better, in words: the terms in which they differ most.
std::string whyBetter(const RankedPlan& best, const RankedPlan& other);

}  // namespace headroom::engine
