// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"
#include "models/workload/job_terms.h"

#include <string>

namespace headroom::models {

enum class TraceFormat { Auto, Csv, Openb, Swf };

enum class TraceTime { Seconds, Minutes, Hours, DateTime };

/// Jobs of a recorded trace (CSV, Standard Workload Format; gzip allowed).
struct JobTraceSpec {
    std::string name;
    std::string file;
    std::string accelerator;
    std::string submitColumn = "submit_s";
    std::string durationColumn = "duration_s";
    std::string sizeColumn = "num_gpus";
    TraceFormat format = TraceFormat::Auto;
    std::string tenantColumn;  ///< empty: "vc", "user" or "tenant", the first there is
    std::string priorityColumn, nameColumn, deadlineColumn;
    TraceTime time = TraceTime::Seconds;
    double timeScale = 1.0;  ///< of the times of submission
    double sizeScale = 1.0;
    double processorsPerAccelerator = 1.0;  ///< of SWF
    int repeat = 1;
    double offsetS = 0.0;
    double checkpointS = 1800;
    std::string profile;
    JobTerms terms;

    static const ComponentType& type();
};

}  // namespace headroom::models
