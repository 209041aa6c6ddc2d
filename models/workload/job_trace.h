// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"
#include "models/workload/job_terms.h"

#include <string>

namespace headroom::models {

/// Jobs of a recorded trace (CSV, gzip allowed).
struct JobTraceSpec {
    std::string name;
    std::string file;
    std::string accelerator;
    std::string submitColumn = "submit_s";
    std::string durationColumn = "duration_s";
    std::string sizeColumn = "num_gpus";
    double offsetS = 0.0;
    double checkpointS = 1800;
    std::string profile;
    JobTerms terms;

    static const ComponentType& type();
};

}  // namespace headroom::models
