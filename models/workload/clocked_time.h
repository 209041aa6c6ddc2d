// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How much longer work takes under a lower clock where its kernels are not known one by one: of the
/// time at full clock a share c follows the clock, and memory, launches and the host do not.
///   t(f) / t(1) = 1 - c + c / f
///   c = u k,   k = F / (F + F0)
/// u share of the time in which the accelerator is busy; F FLOP of one step forward: where they are
/// few, latencies fill the kernels. Where kernels are known, training_step.h and inference_step.h
/// say more.
/// F0 = 59 GFLOP was fitted to 287 epochs of three networks on V100 (You et al., "Zeus", NSDI 2023);
/// errors, with each network left out: resources/help/validation-serving.md. Valid for 0.1 <= f <= 1.
namespace headroom::models {

/// t(f) / t(1).
double clockedTime(double clockedShare, double clock);

/// k, 0..1.
double clockedKernelShare(double stepFlops);

}  // namespace headroom::models
