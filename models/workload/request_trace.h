// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"
#include "models/workload/job_trace.h"

#include <string>

namespace headroom::models {

/// How a trace of inference requests is read (engine/serve/request_trace.h). An empty name: the reader looks for
/// the heads of published traces.
struct RequestTraceSpec {
    std::string arrivalColumn, promptColumn, outputColumn;
    TraceTime time = TraceTime::Auto;

    static const ComponentType& type();  ///< the words of --trace-map; no section of a project
};

}  // namespace headroom::models
