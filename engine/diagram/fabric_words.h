// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/fabric_reading.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

/// Names of the parts of a fabric and of what is wrong with them. `say` puts a sentence into the reader's language.
namespace headroom::engine {

using Say = std::function<std::string(std::string_view)>;

/// Whether servers join the switches that carry the rest of the traffic too.
bool isDirect(TopologyKind kind);

/// "Leaf {}", "Routers {}".
std::string_view leafWord(TopologyKind kind, bool many);
/// "Pod {}", "Slabs {}".
std::string_view groupWord(TopologyKind kind, bool many);

/// "Pod 3", "Leaves 9–16", "Spines of pod 2".
std::string fabricNodeName(const TopologyIndex& index, const FabricNode& node, const Say& say);
/// Next to other boxes: "3", "9–16", "16 spines".
std::string fabricShortName(const TopologyIndex& index, const FabricNode& node, const Say& say);
/// Name of a row of equal boxes: "Pods", "Leaves"; empty where each box has its own.
std::string fabricRowName(const TopologyIndex& index, const FabricNode& node, const Say& say);
/// Switches of a tier, of one group where there are several.
std::string fabricSwitchesName(const TopologyIndex& index, int tier, int group, const Say& say);

/// "Switch down".
std::string_view linkFaultWord(LinkFault fault);

std::string countWords(std::int64_t count);  ///< "12,288"
std::string loadWords(double share);         ///< "97.5 %"

}  // namespace headroom::engine
