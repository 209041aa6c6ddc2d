// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/solve/max_min/max_min.h"

namespace headroom::tests {

/// Max-min rates by progressive filling without a shortcut, O(rounds x (incidences + links)): the oracle for engine::fill().
/// Source: Bertsekas and Gallager, Data Networks, section 6.5.2.
engine::Rates fillPlainly(const engine::FlowProblem& problem);

}  // namespace headroom::tests
