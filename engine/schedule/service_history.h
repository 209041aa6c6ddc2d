// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

/// Run times of the jobs that a pool has finished, and how much longer a job will run that has run for a while.
///
/// Let n ended runs x_i be longer than an age a, and let k prior runs last as long again. The remaining time r of a job of
/// age a then has
///   mean   E[r]          = (k a + sum (x_i - a)) / (k + n)
///   saving E[max(0, T-r)] = (k max(0, T - a) + sum max(0, T - x_i + a)) / (k + n)
/// Without history r = a: a job runs as long again as it has run (heavy tails, as Tiresias argues). Where run times are
/// alike, r falls with age, and a job that has run for long is nearly done. Runs are kept as numbers and sums by steps of the
/// logarithm, those of one step at their mean, so memory and work do not grow with jobs.
/// Source: index of a job with a known distribution of run times (Gittins, "Multi-armed bandit allocation indices",
/// 1989). Tiresias uses it for jobs with history (Gu et al., NSDI 2019, section 3.2).
/// Assumption: k in the source. Validity: runs in progress are not counted, so short runs weigh more while a pool is young.
namespace headroom::engine {

struct ServiceHistory {
    std::vector<double> sumS;        ///< by step of the logarithm: of the runs in it and beyond
    std::vector<std::int64_t> runs;  ///< by step of the logarithm: in it and beyond

    /// A job ended after this time on accelerators [s].
    void add(double ranS);

    /// Expected further run time of a job that has run for `ageS` [s].
    double restS(double ageS) const;

    /// Expected part of `waitS` that is left once a job of this age has run to its end [s].
    double savingS(double ageS, double waitS) const;
};

}  // namespace headroom::engine
