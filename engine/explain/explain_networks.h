// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explain/explain.h"

namespace headroom::engine {

/// Pipe networks, feeders and load flow cases, each solved once as stated, and topologies of clusters.
Result<Explanation> explainEpanet(const std::filesystem::path& file, const std::string& text,
                                  const ExplainOptions& options);
Result<Explanation> explainFeeder(const std::filesystem::path& file, const std::string& text,
                                  const ExplainOptions& options);
Result<Explanation> explainPowerCase(const std::filesystem::path& file, const std::string& text,
                                     const ExplainOptions& options);
Result<Explanation> explainTopology(const std::filesystem::path& file, const std::string& text,
                                    const ExplainOptions& options);

}  // namespace headroom::engine
