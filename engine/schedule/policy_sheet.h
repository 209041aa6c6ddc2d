// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/replay.h"
#include "engine/sheet/sheet.h"

#include <vector>

namespace headroom::engine {

/// Policies on one trace, a row each: what command line, window and files show. Figures of an interrupted policy are of
/// the jobs that had ended by then, so they are not known.
Sheet policySheet(const std::vector<PolicyRow>& rows, const ReplayOptions& options);

}  // namespace headroom::engine
