// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/experiment/members.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

/// From what inputs may be to what results may be, with few runs of a model.
///
/// Inputs are independent and standard normal in z; -1.645 and 1.645 are the ends between which the truth
/// lies nine times in ten. Results f(z, seed):
///   1. one run as everything is, then each input alone at its high end, and at its low end where it moved
///      anything: a parabola g_i through the three. Inputs that move nothing are found in groups first. All inputs of a
///      group are at their high ends at once. A group without effect is dropped. Another is divided by four, down to
///      single inputs.
///   2. Runs with all m inputs drawn at once (Sobol points, the same ones for every result) and seeds of their own.
///      Their differences from f_0 + sum g_i are the residuals: inputs together, curvature, and chance.
///   3. the distribution is that of f_0 + sum g_i(z_i) over 4,096 Sobol points with a residual each; the
///      interval its 5 and 95 %
///   4. twice as many runs of step 2, until both ends move by less than 10 % of the interval, or `mostRuns`
/// Assumption of the groups: inputs that move anything alone do so with their neighbours at the high ends too.
/// So a model that is straight in its inputs needs no more than the screen and 8 runs, and what a screen cannot
/// see is measured where it matters. Runs with only other seeds say what of the residuals is chance.
/// Shares of the variance: var(g_i), chance, and together (the rest of the residuals); they add up to 1.
/// Sources: Saltelli et al., Global Sensitivity Analysis, 2008 (screens, first-order shares); Owen, Monte Carlo
/// theory, 2013, chapter 8 (control variates: g is one).
/// Validity: residuals that do not depend on where the inputs are, and parabolas between the ends and a little
/// beyond.
namespace headroom::engine {

/// Results of one run; nothing if it does not run so. Called from any thread. `seed` 0: unchanged; others are other
/// draws of chance, the same number the same draw.
using CertaintyModel = std::function<std::optional<std::vector<double>>(std::span<const double> z,
                                                                        std::uint64_t seed)>;

struct PropagationSpec {
    std::size_t inputs = 0;
    std::size_t leastRuns = 8, mostRuns = 64;  ///< of step 2
    std::size_t chanceRuns = 8;                ///< with other seeds alone; 0 if there is no chance
    double tolerance = 0.1;                    ///< of the width of an interval
    double least = 1e-5;         ///< a relative move below which an input moves nothing
    std::uint64_t seed = 1;      ///< of the points
    int threads = 1;             ///< 0 means all cores
    Members* members = nullptr;  ///< runs that are known already; null if there are none
    bool groups = true;          ///< false: every input is tried alone (n + m runs of the screen)
};

/// Interval of one result.
struct PropagatedResult {
    double value = 0.0;            ///< as everything is
    double low = 0.0, high = 0.0;  ///< 5 and 95 %
    std::vector<double> shares;    ///< of the variance, by input
    double chance = 0.0;           ///< of the variance: other seeds
    double together = 0.0;  ///< of the variance: what inputs do together and beyond parabolas
};

struct Propagation {
    std::vector<PropagatedResult> results;
    std::size_t runs = 0;
    bool settled = true;   ///< false: `mostRuns` came before the tolerance
    bool complete = true;  ///< false: cancelled, or it waits
    bool waits = false;    ///< Waits for members that other tasks run, without results.
};

/// Runs done and known to be due. One call at a time, from any thread.
using PropagationProgress = std::function<void(std::size_t done, std::size_t due)>;

/// Nothing where the model does not run as everything is. An input that does not run at an end is taken to
/// move as at the other, mirrored; draws that do not run are left out. The same on any number of threads.
std::optional<Propagation> propagate(const CertaintyModel& model, const PropagationSpec& spec,
                                     const PropagationProgress& progress = {},
                                     const std::atomic<bool>* cancel = nullptr);

}  // namespace headroom::engine
