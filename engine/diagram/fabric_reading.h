// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/fabric_diagram.h"
#include "engine/fabric/fabric.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

/// Present traffic of the items of a diagram, and the fabric without some part: sums over bundles and arithmetic on the
/// topology.
namespace headroom::engine {

/// Whether the frame tells what the fabric carries; else there is only the design.
bool hasFabricValues(const FabricNetwork& network, const FabricsNow& now);

/// How much worse a fault is than others: what is down before what is slow.
int faultRank(LinkFault fault);

/// The values of one direction of an edge, or of a bundle.
struct FabricFlowNow {
    double loadBytesPerS = 0.0;
    double capacityBytesPerS = 0.0;  ///< now
    double utilization = 0.0;        ///< of the most loaded link, 0..1
};

/// State of a bundle, an edge, a link or host links.
struct FabricFaultsNow {
    int faulty = 0;  ///< links that are not whole
    int cut = 0;     ///< of these, down
    LinkFault worst = LinkFault::None;
    double factor = 1.0;  ///< least of the rates left to a link that is not down
};

struct FabricEdgeNow {
    FabricFlowNow out, back;
    FabricFaultsNow faults;

    double utilization() const { return std::max(out.utilization, back.utilization); }
};

struct FabricNodeNow {
    double inner = 0.0;          ///< utilisation of the most loaded bundle inside of it
    double hosts = 0.0;          ///< utilisation of its host links, mean
    FabricFaultsNow faults;      ///< of bundles inside of it
    FabricFaultsNow hostFaults;  ///< of its host links
    int switchesDown = 0;
};

struct FabricReading {
    bool known = false;
    bool noPower = false;  ///< no switch of it has power: all of its links are down
    std::vector<FabricEdgeNow> edges;
    std::vector<FabricNodeNow> nodes;
    std::vector<std::int32_t> downSwitches;  ///< failed or without power
};

FabricReading readFabric(const TopologyIndex& index, const FabricDiagram& diagram,
                         const FabricNetwork& network, int fabric, const FabricsNow& now);

/// Faults of the links of one bundle.
FabricFaultsNow faultsOfBundle(const TopologyIndex& index, int fabric, const FabricsNow& now,
                               int bundle);

/// Parts that can be broken.
struct FabricTarget {
    enum class Kind : std::uint8_t { None, Link, Bundles, Switch, Plane };

    Kind kind = Kind::None;
    int index = -1;            ///< link, switch or plane
    std::vector<int> bundles;  ///< of both directions
    bool operator==(const FabricTarget&) const = default;
};

/// Loss with a part, before anything re-routes.
struct BlastRadius {
    int links = 0;                   ///< cables
    int adapters = 0;                ///< cut off in at least one plane
    int adaptersCutOff = 0;          ///< in every plane
    int servers = 0;                 ///< with such adapters
    double lostBytesPerS = 0.0;      ///< of host links or of the bundles, one way
    double lostShare = 0.0;          ///< of the capacity of the same tier
    std::vector<std::int64_t> jobs;  ///< that cross it now
};

BlastRadius blastRadius(const TopologyIndex& index, const FabricNetwork& network, int fabric,
                        const FabricsNow& now, const FabricTarget& target);

}  // namespace headroom::engine
