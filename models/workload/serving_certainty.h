// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/workload/inference_step.h"

/// How far predictions of serving may be off: a factor, so that 90 % of measurements lie between the
/// prediction over it and the prediction times it.
///   ln(factor) = a + b n,   n: how far the case is from what was validated
/// n counts an accelerator that the software was not calibrated on (twice), 8-bit weights of experts (their
/// kernels differ by how a checkpoint scales them), several copies of the attention (twice), a batch
/// beyond captured graphs, and what no row has: 4 bits of all weights, state-space layers (twice), several nodes (twice). a and b: from 226 steady states on H100 and B200, each predicted by a fit
/// that had not seen its model (models/workload/inference.md says how many lie inside).
namespace headroom::models {

struct ServingCertainty {
    double tokensFactor = 1.0;
    double latencyFactor = 1.0;
    double powerFactor = 1.0;
};

/// `requests` are under way in the replica; `accelerator` is the id of its part.
ServingCertainty servingCertainty(const InferenceInput& input, double requests,
                                  std::string_view accelerator);

}  // namespace headroom::models
