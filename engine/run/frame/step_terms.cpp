// SPDX-License-Identifier: Apache-2.0
#include "engine/run/frame/step_terms.h"

#include <array>

namespace headroom::engine {

namespace {

constexpr auto kTerms = std::to_array<StepTermInfo>({
    {"compute_s", "Computing", &StepTerms::computeS,
     "Model FLOP over accelerators, measured matrix rate, kernel efficiency and clock."},
    {"bubble_s", "Pipeline bubble", &StepTerms::bubbleS,
     "(stages - 1) / (chunks x micro-batches) of the computing time."},
    {"tensor_s", "Tensor parallel", &StepTerms::tensorS,
     "4 all-reduces a layer and micro-batch of 2 s b h bytes; none hidden."},
    {"pipeline_s", "Pipeline sends", &StepTerms::pipelineS,
     "Stage to stage while the pipeline fills and drains; the rest is hidden."},
    {"context_s", "Context parallel", &StepTerms::contextS,
     "Keys and values round a ring, less what hides."},
    {"expert_s", "Expert parallel", &StepTerms::expertS,
     "Tokens to their experts and back, less what hides."},
    {"data_s", "Data parallel", &StepTerms::dataS,
     "Gradients and weights among copies, less what hides behind computing."},
    {"straggler_s", "Slowest device", &StepTerms::stragglerS,
     "The slowest of all devices, beyond the mean."},
    {"overhead_s", "Data, host", &StepTerms::overheadS, "Loading, logging, synchronisation."},
    {"wait_s", "Waiting for data", &StepTerms::waitS,
     "Wait for training data that storage delivers late."},
});

}  // namespace

std::span<const StepTermInfo> stepTerms() {
    return kTerms;
}

}  // namespace headroom::engine
