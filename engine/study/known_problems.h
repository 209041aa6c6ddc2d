// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/study/nsga2.h"

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

/// Problems with known answers, to hold searches to: `bench search` and tests.
namespace headroom::engine {

struct KnownProblem {
    const char* name;
    std::size_t axes;
    SearchOutcome (*at)(const UnitPoint&);
    std::vector<double> reference;  ///< of hypervolumes; one objective: none
    double best;  ///< the volume of the whole front against it; one objective: the least value
};

/// ZDT1, ZDT2, ZDT3 (Zitzler, Deb and Thiele, Evol. Comput. 8 (2000) 173) and DTLZ2 with three objectives (Deb, Thiele,
/// Laumanns and Zitzler, CEC 2002), in 10 coordinates each, against references of 1.1. Volumes of the fronts: 1.21 - 1/3,
/// 1.21 - 2/3, 1.3285 (five pieces, by quadrature), 1.331 - pi/6.
/// One objective: Rosenbrock's valley (Comput. J. 3 (1960) 175) in five coordinates from -2 to 2, least 0; Hartmann's
/// function of six (as Dixon and Szegö, Towards Global Optimisation 2 (1978) have it), least -3.32237.
std::span<const KnownProblem> knownProblems();

/// Points at random, evenly over the unit cube.
std::vector<UnitPoint> randomPoints(std::size_t n, std::size_t axes, std::uint64_t seed);

}  // namespace headroom::engine
