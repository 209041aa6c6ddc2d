// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/fabric/topology/topology.h"
#include "models/facility/fabric.h"
#include "models/network/switch.h"

#include <optional>
#include <vector>

/// From what a project states of a fabric to the shape that is built: sizes and routing that are
/// left to us.
namespace headroom::engine {

/// Joints of a fabric.
struct FabricLoad {
    int endpoints = 0;
    std::vector<int> nics;          ///< different numbers of adapters of its servers, ascending
    double adapterBytesPerS = 0.0;  ///< of the fastest, all planes together; 0 if not stated
};

/// Sizes that are not stated:
///   dragonfly    a = 2p = 2h (Kim et al., ISCA 2008) as large as the ports allow,
///                p + (a - 1) + h <= radix; the fewest groups that reach
///   dragonfly+   half the ports down, half up (Shpiner et al., HiPINEB 2017)
///   torus        three dimensions as equal as can be that hold all nodes; k x k x 2k if twisted;
///                multiples of the cube's edge
///   HyperX       two equal dimensions, the fewest routers whose adapters are at most half of the
///                links K S: full bisection (Ahn et al., SC 2009)
///   rails        as many as servers have adapters
/// Each plane gets its share of an adapter's rate; ports are broken out to that rate.
/// FAB-101: rails that do not divide the adapters of a server. FAB-102: more ports than there are.
/// FAB-103: see partFault().
Result<TopologySpec> shapeOf(const models::FabricSpec& spec, const models::SwitchSpec& part,
                             const FabricLoad& load);

/// Why switches of that kind cannot form the shape; nothing where they can. A torus has a router in
/// each node; all other shapes are built of switches that are by themselves. FAB-103.
std::optional<Error> partFault(models::FabricShape shape, models::SwitchKind kind);

/// The stated routing, or the usual one. Assumption, from vendors' guides as remembered: RoCE runs
/// ECMP; InfiniBand and Slingshot trees run adaptive; dragonflies and HyperX choose by load between
/// minimal and Valiant (UGAL); tori go by the order of dimensions.
Routing routingOf(const models::FabricSpec& spec, const models::SwitchSpec& part);

}  // namespace headroom::engine
