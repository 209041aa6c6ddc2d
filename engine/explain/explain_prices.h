// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explain/explain.h"

namespace headroom::engine {

/// A tariff of the Utility Rate Database: its rows as a catalogue has them.
Result<Explanation> explainTariff(const std::filesystem::path& file, const std::string& text,
                                  const ExplainOptions& options);

}  // namespace headroom::engine
