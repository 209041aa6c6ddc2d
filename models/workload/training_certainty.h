// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/workload/training_step.h"

/// How far an estimate of a training step may be off: what it is made of, and how far each part is
/// from anything that was measured.
///
/// The logarithm of measured over estimated time is taken as normal with variance
///   v = f^2 + sum over parts (x u)^2 + (x_c d_limit)^2 + d_plan^2 + d_mixture^2 + d_plain^2 + d_layers^2 + (d_scale log2(n / n_max))^2
/// x: share of a part in the step; u: what that part is uncertain by,
///   u^2 = a^2 + b^2 / (1 + k)
/// with k families of measured runs that the accelerator (computing) or the software (memory
/// traffic, launches, exchanges) was held against: a is what stays however much was measured, b
/// what a data sheet and siblings leave open. f: what repeated runs of one configuration differ by,
/// and what no part explains. d_plan where the plan is inferred, d_mixture for mixtures of experts,
/// whose routing is not modelled. d_software on computing where the software is not known and another
/// replaces it. d_limit on computing (share x_c) where a limit holds the clock f below 1 and nobody measured the
/// voltage of the accelerator: a chip without voltage to give up slows to phi(f) instead of f
/// (accelerator_power.h), so that d_limit = ln(f / phi(f)) / 1.645. d_plain for mixtures whose gates no kernel
/// fuses, d_layers for state-space layers and latent experts, which no measured run has. d_scale beyond n_max
/// accelerators, the largest measured run with that software.
/// 90 % lie within exp(+- 1.645 sqrt(v)).
///
/// Source: errors of families, accelerators and frameworks that were left out of the fit in turn
/// (headroom-cli validate --leave-out prints how many lie inside). Assumption: parts are
/// independent. Valid for runs that work; stragglers, failures and data that come late are not a part.
namespace headroom::models {

/// Measured facts about the parts of an estimate.
struct TrainingKnowledge {
    int acceleratorFamilies = 0;  ///< of measured runs
    int softwareFamilies = 0;
    bool planInferred = false;
    bool otherSoftware = false;  ///< it is not known, and another is in
};

/// As the catalogue states it of the input's accelerator and software.
TrainingKnowledge trainingKnowledge(const TrainingStepInput& input);

/// Standard deviation of the logarithm of the step's time.
double trainingSpread(const TrainingStepInput& input, const TrainingStep& step,
                      const TrainingKnowledge& knowledge);

/// The 90 % interval of a figure that is proportional to the time, or inverse to it.
struct CertainRange {
    double low = kNotStated;
    double high = kNotStated;
};

CertainRange rangeOf(double value, double spread);

}  // namespace headroom::models
