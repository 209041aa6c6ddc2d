// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/compute/kernel_law.h"
#include "models/workload/language_model.h"
#include "models/workload/software_stack.h"
#include "models/workload/training_plan.h"

/// Work of one accelerator for one micro-batch, layer by layer.
///
/// Matrices: query-key-value, projection, up, down (experts in one grouped launch), each once
/// forward and twice backward, at the rates of kernel_law.h times the software's matrix share.
/// Attention, fused: 2 x 2 s' a d FLOP a token and pass, halved by causality, three times that
/// backward (2.5 times the FLOP at five sixths of the rate: Dao 2023). Unfused: two batched
/// multiplications without that half, and 13 bytes a score forward, 19 backward (Assumption: each
/// of product, softmax, dropout reads and writes 16-bit scores, with a mask of one byte). Vectors,
/// elements moved for a token: norms and residuals 10 h, rotary 2 (a + kv) d, activation (gates +
/// 1) f; twice that backward. Assumption: each fused group reads and writes once. Logits: 12 bytes
/// forward, 12 backward for each. Conversions: 4 bytes for each element of an input or gradient
/// that an 8- or 4-bit multiplication reads.
namespace headroom::models {

/// Seconds of one pass.
struct PassS {
    double matrix = 0.0;
    double attention = 0.0;
    double vector = 0.0;

    double sum() const { return matrix + attention + vector; }

    PassS& operator+=(const PassS& other) {
        matrix += other.matrix;
        attention += other.attention;
        vector += other.vector;
        return *this;
    }

    PassS times(double n) const { return {n * matrix, n * attention, n * vector}; }
};

struct LayerWork {
    PassS forward;
    PassS backward;
    PassS again;  ///< what recomputation runs once more
};

struct MicroBatchWork {
    LayerWork dense;
    LayerWork expert;
    LayerWork head;             ///< logits and loss, on the last stage
    double tokens = 0.0;        ///< of one rank
    double castS = 0.0;         ///< weights of one dense layer to 8 or 4 bits
    double sortedTokens = 0.0;  ///< that a rank sends to experts, times experts each
};

/// Whether the accelerator multiplies in that format itself; else the next wider one is in.
bool multiplies(const AcceleratorSpec& accelerator, Precision precision);

struct WorkInput {
    const ModelShape* shape = nullptr;
    const AcceleratorSpec* accelerator = nullptr;
    const SoftwareStackSpec* software = nullptr;
    const TrainingPlan* plan = nullptr;
    double clock = 1.0;
};

MicroBatchWork microBatchWork(const WorkInput& input);

/// Seconds of the optimiser's update of a given number of parameters of one rank, by OptimiserBytes::traffic(): 30 bytes each
/// for Adam in 32 bits. Offloaded, gradients leave and weights come back in 16 bits, the host updates at its rate, and
/// states on drives are read and written; nothing of it is hidden. Assumption: the three follow each other, as ZeRO-Offload does without a delayed update.
double optimiserS(const AcceleratorSpec& accelerator, const SoftwareStackSpec& software,
                  const TrainingPlan& plan, double parameters);

/// Seconds in which the weights of one rank come from the host, each micro-batch twice; 0 where they stay.
double fetchS(const SoftwareStackSpec& software, const TrainingPlan& plan, double parameters);

}  // namespace headroom::models
