// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <vector>

namespace headroom::models {

/// Gaps between arrivals, in units of the rate of the hour: exponential (Poisson), or of a shape
/// below 1 that bunches them.
enum class ArrivalProcess { Poisson, Weibull };

enum class RunDistribution { LogNormal, Weibull, Pareto };

/// How the jobs of a kind of cluster arrive and what they ask for. Statistics, not a trace.
struct WorkloadPatternSpec {
    double arrivalsPerS = kNotStated;
    ArrivalProcess process = ArrivalProcess::Poisson;
    double arrivalShape = 1.0;        ///< of the Weibull gaps
    std::vector<double> hourWeights;  ///< 24, of a day, mean 1
    std::vector<double> dayWeights;   ///< 7, Monday first, mean 1
    Curve sizes;
    RunDistribution run = RunDistribution::LogNormal;
    double medianRunS = kNotStated;
    double meanRunS = kNotStated;  ///< of LogNormal
    double runShape = kNotStated;  ///< of Weibull and Pareto
    double shortestRunS = 1.0;
    double maximumRunS = 5184000.0;

    static const ComponentType& type();
};

/// Gap with mean 1 for a uniform draw u in (0, 1):
///   Poisson  -ln u
///   Weibull  (-ln u)^(1/k) / Gamma(1 + 1/k)
double arrivalGap(const WorkloadPatternSpec& spec, double u);

/// Arrivals per mean arrival in an hour of a week (0: Monday 0 to 1 h): product of the weights,
/// each over its own mean; 1 where none are stated.
double arrivalWeight(const WorkloadPatternSpec& spec, int hourOfWeek);

/// Run time [s] for a uniform draw u in (0, 1) and a standard normal deviate z, within the shortest
/// and the longest:
///   log-normal  median exp(z sqrt(2 ln(mean / median)))
///   Weibull     median ((-ln u) / ln 2)^(1/k)
///   Pareto      bounded: L (1 - u (1 - (L/H)^a))^(-1/a), L the shortest, H the longest, a the
///   shape
/// (Crovella, Harchol-Balter and Murta 1998 for the bounded Pareto.)
double runTimeS(const WorkloadPatternSpec& spec, double u, double z);

}  // namespace headroom::models
