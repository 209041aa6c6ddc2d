// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How often a job should write checkpoints, and what is left of its time.
namespace headroom::models {

/// Running time between checkpoints that cost `costS` each, for a mean time between interruptions
/// of `meanS` [s]:
///   t = sqrt(2 w M)
/// Source: J. W. Young, A first order approximation to the optimum checkpoint interval, CACM 17
/// (1974). Valid for w much less than M. 0 where either is 0; infinite where M is.
double youngIntervalS(double costS, double meanS);

/// The same to higher order:
///   t = sqrt(2 w M) (1 + sqrt(w / (2 M)) / 3 + w / (18 M)) - w   for w < 2 M, else M.
/// Source: J. T. Daly, A higher order estimate of the optimum checkpoint interval for restart
/// dumps, Future Generation Computer Systems 22 (2006), equation 37.
double dalyIntervalS(double costS, double meanS);

/// Expected share of wall time in which a job makes progress that it keeps:
///   E[ETTR] = t / (e^(u / M) M (e^((t + w) / M) - 1))
/// M = 1 / f mean time between interruptions, u seconds from an interruption to the next step, t
/// between checkpoints, w stall of each. Source: J. T. Daly, A higher order estimate of the optimum
/// checkpoint interval for restart dumps, Future Generation Computer Systems 22 (2006), section 3.
/// Valid at any rate of interruptions that come as in a Poisson process, during restarts too. Where
/// f (u + t) is small it is (1 - f (u + t / 2)) / (1 + w / t), as in Kokolis et al., HPCA 2025.
/// 0 where no restart ever ends, as far as a double can tell.
double expectedEttr(double interruptionsPerS, double restartS, double intervalS, double costS);

/// Mean running time between interruptions: starts, which interruptions strike as well, are not in it.
///   e^(-f u) / f,  u time of a start;  infinite where f is 0
/// The time to the next interruption is exponential, and its first u go to the start.
double runningTimeToInterruptionS(double interruptionsPerS, double startS);

/// Whether a job lives through a restart and one interval on average: f (u + t) <= 1. Assumption: beyond that it
/// cannot be said to hold its accelerators; E[ETTR] is about a half there.
bool keepsAnInterval(double interruptionsPerS, double restartS, double intervalS);

}  // namespace headroom::models
