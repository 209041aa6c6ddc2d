// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explain/explain.h"

namespace headroom::engine {

/// Weather files: place, design conditions, hours that were filled.
Result<Explanation> explainWeather(const std::filesystem::path& file, const std::string& text,
                                   const ExplainOptions& options);

}  // namespace headroom::engine
