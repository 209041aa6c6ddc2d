// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/telemetry/live/feeds.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// States of sources as a table: a line each, and below it the faults, and the last error.
std::string feedsText(const std::vector<FeedStatus>& feeds);

/// The same as a JSON array: id, source, state, deliveries, readings, readings_per_s, newest (text and since 1970), lag_s,
/// faults, findings, failures, last_error, last_error_s. An unknown value is null.
std::string feedsJson(const std::vector<FeedStatus>& feeds);

}  // namespace headroom::engine
