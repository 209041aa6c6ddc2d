// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"
#include "models/workload/job_terms.h"

#include <string>

namespace headroom::models {

/// Scripted jobs of a stated run time: single ones, sweeps of equal trials, one that takes all.
struct BatchJobSpec {
    std::string name;
    std::string accelerator;
    int accelerators = 1;
    double runS = kNotStated;
    double submitS = 0.0;
    int copies = 1;
    double everyS = kNotStated;  ///< submitted again and again
    double checkpointS = 1800;
    std::string profile;
    double deadlineS = kNotStated;  ///< after submission
    JobTerms terms;

    static const ComponentType& type();
};

}  // namespace headroom::models
