// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace headroom::engine {

/// N machines and c crews, and nothing else: HazardClock and RepairQueue without a facility.
struct RepairmanCase {
    int machines = 1;
    double mtbfS = 3600.0;
    double mttrS = 3600.0;  ///< work of a crew, exponential
    int crews = 1;
    double forS = 0.0;
    double warmUpS = 0.0;  ///< left out of the means: all machines run at first
    std::uint64_t seed = 1;
};

struct RepairmanResult {
    double meanDown = 0.0;     ///< machines that wait or are repaired, over time
    double meanWaiting = 0.0;  ///< of these, without a crew
    std::int64_t failures = 0;
};

RepairmanResult runRepairman(const RepairmanCase& spec);

/// The same in closed form: M/M/c//N (A. K. Erlang, C. Palm). p(n) of n machines down, with
/// r = MTTR / MTBF:
///   p(n) / p(n-1) = (N - n + 1) r / min(n, c)
double repairmanMeanDown(int machines, double mtbfS, double mttrS, int crews);

}  // namespace headroom::engine
