// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explain/explain.h"

namespace headroom::engine {

/// Configs of language models, logs of runs, inventories of NetBox and openDCIM, and device types.
Result<Explanation> explainModelConfig(const std::filesystem::path& file, const std::string& text,
                                       const ExplainOptions& options);
Result<Explanation> explainRunLog(const std::filesystem::path& file, const std::string& text,
                                  const ExplainOptions& options);
Result<Explanation> explainInventory(const std::filesystem::path& file, const std::string& text,
                                     const ExplainOptions& options);
Result<Explanation> explainDeviceType(const std::filesystem::path& file, const std::string& text,
                                      const ExplainOptions& options);

}  // namespace headroom::engine
