// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/compute/accelerator.h"
#include "models/compute/chip_phases.h"
#include "models/network/collective.h"
#include "models/network/interconnect.h"
#include "models/workload/job_profile.h"
#include "models/workload/language_model.h"
#include "models/workload/software_stack.h"
#include "models/workload/training_memory.h"
#include "models/workload/training_plan.h"

#include <cstdint>
#include <string>

namespace headroom::models {

/// Inputs of a training step; only `software` may be null (usualStack()).
struct TrainingStepInput {
    const LanguageModelSpec* model = nullptr;
    const AcceleratorSpec* accelerator = nullptr;
    const JobProfileSpec* profile = nullptr;
    const SoftwareStackSpec* software = nullptr;
    const InterconnectSpec* scaleUp = nullptr;
    const InterconnectSpec* scaleOut = nullptr;
    TrainingPlan plan;
    int scaleUpDomain = 8;     ///< accelerators joined by the scale-up link
    double clock = 1.0;        ///< of the slowest accelerator of the job, 0..1
    double speedSpread = 0.0;  ///< standard deviation of speed among devices of equal clock
    // What each phase gets of the scale-out rate while it sends, 0..1: the fabric says.
    double dataShare = 1.0;
    double tensorShare = 1.0;
    double pipelineShare = 1.0;
    double contextShare = 1.0;
    double expertShare = 1.0;
    double adaptersPerRank = 0.0;  ///< as RankNetwork's
    bool networkReduces = false;   ///< the scale-out switches reduce
    bool hostStaging = false;      ///< messages to the fabric go by way of host memory

    double gradientCompression = 1.0;  ///< of what the copies (or sites) exchange, at least 1
    int localSteps = 1;                ///< steps between two synchronisations of these
    int sites = 1;                     ///< that the copies are spread over
    double wanBytesPerS = 0.0;         ///< of one accelerator between sites
    double wanRoundTripS = 0.0;
};

/// Activity that takes most of a step.
enum class StepBound : std::uint8_t {
    Matrix,
    Attention,
    Memory,  ///< vectors, conversions, optimiser
    Launch,
    Bubble,
    Tensor,
    Context,
    Expert,
    Pipeline,
    Data,
    Nothing
};

const char* stepBoundName(StepBound bound);  ///< "matrix multiplication", for people

/// One synchronous step, every term shown. matrixS to launchS are what one accelerator computes in
/// all its micro-batches; exposed communication next to it; stepS is the sum of computeS, bubbleS,
/// tensorS, contextS, expertS, pipelineS, dataS, stragglerS and overheadS.
struct TrainingStep {
    double flops = 0.0;  ///< model FLOP of the step: 6 N_active T + 6 L h s T

    // Computing, by what it waits for.
    double matrixS = 0.0;
    double attentionS = 0.0;
    double vectorS = 0.0;     ///< norms, activations, residuals, loss, conversions: memory traffic
    double recomputeS = 0.0;  ///< the same three, a second time
    double optimiserS = 0.0;
    double launchS = 0.0;   ///< accelerators wait for kernels to be launched
    double computeS = 0.0;  ///< sum of these

    double bubbleS = 0.0;     ///< (p - 1)/(v m) of what a stage does, and its uneven layers
    double tensorS = 0.0;     ///< exposed: 4 all-reduces (or their halves) of a layer
    double contextS = 0.0;    ///< exposed: keys and values round a ring
    double expertS = 0.0;     ///< exposed: all-to-alls of experts
    double pipelineS = 0.0;   ///< exposed: sends from stage to stage
    double dataS = 0.0;       ///< exposed: gradients and weights among copies, compression with it
    double layerDataS = 0.0;  ///< of dataS: layer by layer in every micro-batch
    double compressionS = 0.0;  ///< of dataS: packing and unpacking, 2 S (1 + 1/r) / memory rate
    double stragglerS = 0.0;    ///< the slowest of n devices, beyond the mean
    double overheadS = 0.0;     ///< data, logging, synchronisation
    double stepS = 0.0;         ///< sum
    double tokensPerS = 0.0;
    double mfu = 0.0;  ///< flops / (n peak stepS), peak of 16-bit matrices

    // Switching activity, 0..1, of the three phases that a power limit meets one by one, and the
    // seconds of the last two; the first has the rest (models/workload/README.md).
    double computeActivity = 0.0;   ///< kernels and the collectives of their layers, mixed
    double exchangeActivity = 0.0;  ///< among copies once a step, between stages, for the slowest
    double waitActivity = 0.0;      ///< bubble, host, training data, lines between sites
    double exchangeS = 0.0;
    double waitS = 0.0;
    // Activity of what these phases mix (step_timeline.h): the time-weighted mean of the first seven and of
    // launches, which wait, is computeActivity; that of the last two is exchangeActivity.
    double kernelActivity = 0.0;     ///< matrices, attention
    double memoryActivity = 0.0;     ///< vectors, optimiser
    double recomputeActivity = 0.0;  ///< matrices, attention and vectors a second time
    double tensorActivity = 0.0, contextActivity = 0.0, expertActivity = 0.0;
    double layerDataActivity = 0.0;
    double onceActivity = 0.0;    ///< exchange among copies once a step
    double polledActivity = 0.0;  ///< sends between stages, waiting for the slowest
    ChipPhases phases;            ///< these three over the step
    double activity = 0.0;        ///< their mean
    StepBound bound = StepBound::Nothing;
    TrainingMemory memory;
    double memoryBytes = 0.0;  ///< memory.total()

    // Traffic on the scale-out fabric: bytes that one accelerator sends through its adapter in a
    // step, and the seconds of the step in which the phase is under way, hidden ones included.
    double dataOutBytes = 0.0, dataBusyS = 0.0;
    double tensorOutBytes = 0.0, tensorBusyS = 0.0;
    double contextOutBytes = 0.0, contextBusyS = 0.0;
    double expertOutBytes = 0.0, expertBusyS = 0.0;
    double pipelineOutBytes = 0.0, pipelineBusyS = 0.0;
    double wanOutBytes = 0.0, wanBusyS = 0.0;  ///< between sites; no part of the sum below
    double scaleOutBytesPerS = 0.0;            ///< mean of the first five over the step
};

/// Analytic step time of a synchronous training step, dense and mixture of experts. Ranks are
/// placed tensor first, then context, then copies (experts among them), then stages.
/// Where a rate is 0 or the clock is 0, stepS is infinite and nothing is trained.
/// Equations, calibration and errors: models/workload/README.md. No allocation.
TrainingStep trainingStep(const TrainingStepInput& input);

/// The step at a rate of arriving tokens a second: longer by its waiting time. As it is where
/// they suffice.
void waitForData(TrainingStep& step, double tokensPerS, const JobProfileSpec& profile);

/// Model FLOP for one token, forward and backward: 6 N_active + 6 L h s (causal attention counted
/// half). Source: Kaplan et al. 2020; Narayanan et al., SC 2021.
double modelFlopsPerToken(const LanguageModelSpec& model);

/// Bytes of one checkpoint of the whole model: parameters x bytes per parameter.
double checkpointBytes(const LanguageModelSpec& model, const JobProfileSpec& profile);

}  // namespace headroom::models
