// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How much longer work takes under a lower clock where its kernels are not known one by one: of the
/// time at full clock a share c follows the clock, and memory, launches and the host do not.
///   t(f) / t(1) = 1 - c + c / f
///   c = u k,   k = F / (F + F0)
/// u share of the time in which the accelerator is busy; F FLOP of one step forward: where they are
/// few, latencies fill the kernels. Where kernels are known, training_step.h and inference_step.h
/// say more.
/// A limiter compares the limit with a mean of the power over some milliseconds. Steps that are busy for less are averaged with
/// the waits between them: it sees, as the most of a first-order mean of a load that switches,
///   a = (1 - exp(-b)) / (1 - exp(-b / u)),   b = (1 + F / F0) t0 / tau
/// of full activity: 1 for long steps, u for the shortest. t0 is the busy time of a step that latencies alone fill, tau the time
/// of the mean. Source: the power that NVIDIA parts report is a mean over 10 ms (V100), 25 and 100 ms (later ones), Yang et al.,
/// "Part-time power measurements", SC 2024. t0 = tau was fitted to the rows below, of which one network decides it.
/// F0 = 59 GFLOP was fitted to 287 epochs of three networks on V100 (You et al., "Zeus", NSDI 2023);
/// errors, with each network left out: resources/help/validation-serving.md. Valid for 0.1 <= f <= 1.
namespace headroom::models {

/// t(f) / t(1).
double clockedTime(double clockedShare, double clock);

/// k, 0..1.
double clockedKernelShare(double stepFlops);

/// a, 0..1: the activity that a power limit acts on. `busyShare` u, 0..1.
double limitedActivity(double busyShare, double stepFlops);

}  // namespace headroom::models
