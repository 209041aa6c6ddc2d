// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reliability/diagnosis/event_graph.h"

#include <cstdint>
#include <set>
#include <vector>

namespace headroom::ui {

/// The tree with those folded nodes taken apart whose first event is in `open`: each event of them
/// is a node of its own, and what followed hangs below the one that led to it.
engine::CauseTree unfolded(const engine::CauseTree& folded, const engine::EventGraph& graph,
                           const std::set<std::int64_t>& open);

/// Node that holds the event; -1 if none.
int nodeOf(const engine::CauseTree& tree, std::int64_t event);

/// By node: whether it is the event or leads to it.
std::vector<bool> chainNodes(const engine::CauseTree& tree, const engine::EventGraph& graph,
                             std::int64_t event);

}  // namespace headroom::ui
