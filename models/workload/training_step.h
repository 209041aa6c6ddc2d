// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/compute/accelerator.h"
#include "models/network/interconnect.h"
#include "models/workload/job_profile.h"
#include "models/workload/language_model.h"

namespace headroom::models {

/// What a training step needs to know; no pointer may be null.
struct TrainingStepInput {
    const LanguageModelSpec* model = nullptr;
    const AcceleratorSpec* accelerator = nullptr;
    const JobProfileSpec* profile = nullptr;
    const InterconnectSpec* scaleUp = nullptr;
    const InterconnectSpec* scaleOut = nullptr;
    int accelerators = 8;
    int tensorParallel = 8;
    int pipelineParallel = 1;
    int microBatches = 32;  ///< per pipeline and step
    int interleave = 1;     ///< chunks of layers per stage (virtual pipeline)
    int scaleUpDomain = 8;  ///< accelerators joined by the scale-up link
    double batchTokens = 0.0;
    double clock = 1.0;  ///< of the slowest accelerator of the job, 0..1
    // What each phase gets of the scale-out rate while it sends, 0..1: the fabric says.
    double dataShare = 1.0;
    double tensorShare = 1.0;
    double pipelineShare = 1.0;
    bool networkReduces = false;  ///< the scale-out switches reduce
    bool hostStaging = false;     ///< messages to the fabric go by way of host memory

    double gradientCompression = 1.0;  ///< of what the copies (or sites) exchange, at least 1
    int localSteps = 1;                ///< steps between two synchronisations of these
    int sites = 1;                     ///< that the copies are spread over
    double wanBytesPerS = 0.0;         ///< of one accelerator between sites
    double wanRoundTripS = 0.0;
};

/// One synchronous step, every term shown.
struct TrainingStep {
    double flops = 0.0;     ///< model FLOP of the step: 6 N_active T + 6 L h s T
    double computeS = 0.0;  ///< flops / (n R_measured share clock)
    double bubbleS = 0.0;   ///< (p - 1) / (v m) of the computing time
    double tensorS = 0.0;  ///< tensor-parallel all-reduces: 4 (L/p) m of 2 s b h bytes, none hidden
    double pipelineS =
        0.0;             ///< stage to stage while the pipeline fills and drains: 2 (p - 1) sends
    double dataS = 0.0;  ///< gradients and weights: 2 N/(t p) bytes among copies, less overlap
    double compressionS = 0.0;  ///< of dataS: packing and unpacking, 2 S (1 + 1/r) / memory rate
    double stepS = 0.0;         ///< sum
    double tokensPerS = 0.0;
    double mfu = 0.0;       ///< flops / (n peak stepS)
    double activity = 0.0;  ///< mean switching activity over the step, 0..1
    double memoryBytes =
        0.0;  ///< weights, gradients, optimiser of one accelerator (no activations)

    // Traffic on the scale-out fabric: bytes that one accelerator sends through its adapter in a
    // step, and the seconds of the step in which the phase is under way, hidden ones included.
    double dataOutBytes = 0.0, dataBusyS = 0.0;
    double tensorOutBytes = 0.0, tensorBusyS = 0.0;
    double pipelineOutBytes = 0.0, pipelineBusyS = 0.0;
    double wanOutBytes = 0.0, wanBusyS = 0.0;  ///< between sites; no part of the sum below
    double scaleOutBytesPerS = 0.0;            ///< mean of the first three over the step
};

/// Analytic step time of a synchronous data-, tensor- and pipeline-parallel training step.
/// T tokens of a step, N parameters, L layers, h width, s sequence, t tensor, p stages, m
/// micro-batches of b sequences, v chunks. Ranks are placed tensor first, then data, then stages.
/// Where a rate is 0 or the clock is 0, stepS is infinite and nothing is trained.
/// Equations, calibration and errors: models/workload/README.md; Narayanan et al., SC 2021
/// (bubble); Kaplan et al. 2020 (6 N). Valid for dense models whose plan fits: n divisible by tp x
/// pp. Without a measured matrix rate 0.70 of the peak stands in (Assumption: median of the
/// measured accelerators, see the catalogue).
TrainingStep trainingStep(const TrainingStepInput& input);

/// Model FLOP for one token, forward and backward: 6 N_active + 6 L h s (causal attention counted
/// half). Source: Kaplan et al. 2020; Narayanan et al., SC 2021.
double modelFlopsPerToken(const LanguageModelSpec& model);

/// Bytes of one checkpoint of the whole model: parameters x bytes per parameter.
double checkpointBytes(const LanguageModelSpec& model, const JobProfileSpec& profile);

}  // namespace headroom::models
