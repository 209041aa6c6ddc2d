// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"
#include "models/workload/job_terms.h"

#include <string>

namespace headroom::models {

/// Random arrivals of jobs with fixed profiles: a mix of sizes and log-normal run times.
struct JobGeneratorSpec {
    std::string name;
    std::string accelerator;
    double arrivalsPerS = kNotStated;
    double diurnalSwing = 0.0;
    Curve sizes;
    double medianRunS = kNotStated;
    double meanRunS = kNotStated;
    double maximumRunS = 5184000;
    double checkpointS = 1800;
    std::string profile;
    std::string pattern;
    int trials = 1;  ///< equal jobs of each arrival
    JobTerms terms;

    static const ComponentType& type();
};

}  // namespace headroom::models
