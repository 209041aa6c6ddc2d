// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/fabric/fabric.h"

#include <string>

/// Names of parts of a fabric as people, tables and events call them; counted from 1.
namespace headroom::engine {

/// "leaf 12", "spine 3", "core 1"; "router 4" where there are no tiers.
std::string switchName(const Topology& topology, int switchNumber);

/// "adapter 17", or the name of a switch.
std::string nodeName(const Topology& topology, int node);

/// "leaf 12 to spine 3".
std::string linkName(const Topology& topology, LinkId link);

/// "uplinks of leaf 12", "downlinks of pod 2", "group 1 to group 4". bundle: of the topology.
std::string bundleName(const Topology& topology, int bundle);

/// The same for a bundle in the network's numbering, with the fabric's name where there are
/// several; "-1" is "its adapters".
std::string bundleName(const FabricNetwork& network, int bundle);

}  // namespace headroom::engine
