// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/workload/training_plan.h"

namespace headroom::models {

struct LanguageModelSpec;
struct SoftwareStackSpec;

/// Memory of the fullest accelerator of a run [bytes].
struct TrainingMemory {
    double weights = 0.0;      ///< 16-bit; frozen ones next to adapters by their bits
    double gradients = 0.0;    ///< main gradients
    double optimiser = 0.0;    ///< 32-bit weights and two moments
    double activations = 0.0;  ///< kept for the backward pass, first stage of the pipeline
    double logits = 0.0;
    double buffers = 0.0;  ///< gathered layers, messages, contexts
    double fragmentation = 0.0;

    double total() const {
        return weights + gradients + optimiser + activations + logits + buffers + fragmentation;
    }

    double spareBytes = 0.0;  ///< capacity - total; negative: out of memory by so much

    bool fits() const { return spareBytes >= 0.0; }
};

/// Activations by Korthikanti et al. 2022 (s b h (34 + 5 a s/h) a layer in 16 bits with unfused
/// attention, less what sequence parallelism, fused attention and recomputation save); states by
/// Rajbhandari et al. 2020, by optimiser (optimiser_state.h); with adapters gradients and states are of the adapters
/// alone (trainedParameters()). Offloaded states take none, offloaded weights the layers that are fetched.
TrainingMemory trainingMemory(const TrainingPlan& plan, const LanguageModelSpec& model,
                              const SoftwareStackSpec& software, double capacityBytes);

}  // namespace headroom::models
