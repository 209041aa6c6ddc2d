// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/check/check.h"

#include <cstddef>
#include <string>
#include <vector>

namespace headroom::engine {

/// How many rules looked at a design, of how many there are.
struct RuleCount {
    std::size_t all = 0, checked = 0;

    std::size_t waiting() const { return all - checked; }
};

/// Rules that gave these findings at that depth. The slow ones wait for a full check. Rules on what
/// a run would simulate also wait for a design that can run (hidesOthers), accepted or not.
RuleCount rulesChecked(CheckDepth depth, const std::vector<Finding>& findings);

/// The rules that did not look at the design: ids and titles, in the order of checkRules().
std::vector<RuleInfo> rulesWaiting(CheckDepth depth, const std::vector<Finding>& findings);

/// "all 119 rules were checked", or how many of them were and what the others wait for.
std::string rulesCheckedText(CheckDepth depth, const std::vector<Finding>& findings);

}  // namespace headroom::engine
