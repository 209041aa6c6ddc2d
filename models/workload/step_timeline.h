// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/workload/training_step.h"

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

/// The order in which a rank of a synchronous training job spends a step, and the mean checkpoint that follows.
///
///   Pipeline fill    b / 3           its stage has no micro-batch yet.
///   Layers           compute by kind, tensor, context and expert collectives, exchanges layer by layer.
///   Pipeline drain   2 b / 3         its stage has no micro-batch left; backward takes twice as long as forward.
///   Exchange         gradients and weights once a step, sends between stages, waiting for the slowest rank.
///   Wait             lines between sites, the host, training data.
///   Beyond the step  tests for silent corruption, the mean share of a checkpoint.
/// b is the bubble. Lengths are the terms of TrainingStep, and their sum is the time that one step costs the job.
/// T = stepS / (m (1 - c)). Here m is the share of time without checkpoints and c the share that tests take.
///
/// Within the layers, kernels and collectives alternate each few milliseconds. Each kind is one piece of its whole
/// length. Stages fill and drain one after the other; a rank waits for both as the mean of all stages does.
/// Activity a of a piece is its own where no power limit acts. A limit x acts on the mean A of a phase (swing.h), so it
/// lowers the pieces of a phase alike, to a min(A, x) / A. The time-weighted mean of all pieces is therefore
/// ChipPhases::capped(x) of what racks draw by (withStalls(phases, m)).
/// Validity: steps with an end. Source of the terms: models/workload/README.md.
/// Assumption: tests for silent corruption draw what the step draws, as racks have them.
namespace headroom::models {

enum class StepPart : std::uint8_t {
    Fill,
    Matrix,
    Attention,
    Vector,
    Recompute,
    Optimiser,
    Launch,
    Tensor,
    Context,
    Expert,
    LayerData,
    Drain,
    Data,
    Sends,
    Straggler,
    Wan,
    Host,
    Reading,
    Checking,
    Checkpoint,
    Count
};

struct StepPartInfo {
    std::string_view key;    ///< "tensor_collectives"
    std::string_view label;  ///< "Tensor collectives"
    std::string_view kind;  ///< "compute", "collective", "data-parallel wait", "pipeline wait", …
    std::string_view why;   ///< one sentence
};

const StepPartInfo& stepPartInfo(StepPart part);

struct StepPiece {
    StepPart part = StepPart::Fill;
    double startS = 0.0;
    double lengthS = 0.0;
    double activity = 0.0;  ///< switching activity of the accelerator, 0..1
};

/// Pieces of positive length in order. Empty for a step without an end. `most`: activity at which the chip meets its
/// power limit. `moving`: m, in (0, 1]. `checking`: c, in [0, 1).
std::vector<StepPiece> stepTimeline(const TrainingStep& step, double moving = 1.0,
                                    double checking = 0.0,
                                    double most = std::numeric_limits<double>::infinity());

}  // namespace headroom::models
