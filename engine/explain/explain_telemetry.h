// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explain/explain.h"

namespace headroom::engine {

/// Telemetry that is not a table: the names that a map can use, each with its first value.
Result<Explanation> explainPrometheus(const std::filesystem::path& file, const std::string& text,
                                      const ExplainOptions& options);
Result<Explanation> explainExposition(const std::filesystem::path& file, const std::string& text,
                                      const ExplainOptions& options);
Result<Explanation> explainRedfish(const std::filesystem::path& file, const std::string& text,
                                   const ExplainOptions& options);

}  // namespace headroom::engine
