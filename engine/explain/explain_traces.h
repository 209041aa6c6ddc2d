// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explain/explain.h"

namespace headroom::engine {

/// Logs of jobs and traces of requests, as `schedule` and `estimate inference` read them.
Result<Explanation> explainJobs(const std::filesystem::path& file, const std::string& text,
                                const ExplainOptions& options);
Result<Explanation> explainRequests(const std::filesystem::path& file, const std::string& text,
                                    const ExplainOptions& options);

}  // namespace headroom::engine
