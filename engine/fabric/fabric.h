// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/special_members.h"
#include "engine/fabric/topology/topology.h"
#include "engine/floor/layout.h"
#include "models/facility/cxl_pool.h"
#include "models/facility/fabric.h"
#include "models/network/interconnect.h"
#include "models/network/link_part.h"
#include "models/network/storage.h"
#include "models/network/switch.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// The networks of a facility as built: the shape, where its switches are, which cable or module
/// each link got for its real length, what that draws and costs. Apart from time; what changes is
/// in State, what viewers see of it in FabricNow.
namespace headroom::engine {

/// One switch on the floor.
struct FabricSwitch {
    SwitchPlace place;
    int hall = 0;      ///< Layout::halls
    int cabinet = -1;  ///< FabricNetwork::cabinets; -1 means in or next to rack `rack`
    int rack = -1;     ///< rack of the plant (middle of a row, torus node); -1 means cabinet
    double xM = 0.0, yM = 0.0, zM = 0.0;
};

/// Cables of one bundle (host cables: of one leaf). Lengths by route: along the tray grid, up and
/// down at both ends, with slack.
struct CableRun {
    LinkTier tier = LinkTier::Host;
    int part = 0;  ///< Fabric::parts: the cheapest allowed that reaches; -1 if none reaches
    int count = 0;
    double shortestM = 0.0, meanM = 0.0, longestM = 0.0;

    double metres() const { return count * meanM; }
};

/// One row of the bill of materials.
struct BillRow {
    std::string part;  ///< catalogue id
    std::string what;  ///< "leaf switches", "host links, modules"
    std::int64_t count = 0;
    double eachW = 0.0, eachUsd = 0.0;  ///< NaN: the catalogue does not state it
    double metres = 0.0;                ///< of fibre or cable; 0 if none

    double watts() const { return static_cast<double>(count) * eachW; }

    double usd() const { return static_cast<double>(count) * eachUsd; }
};

/// A cabinet of switches or storage. Racks of the layout, of kind NetworkRack and StorageRack, are
/// in the same order.
struct FabricCabinet {
    Box box;
    int hall = 0;
    int fabric = -1;   ///< whose switches; -1 means storage
    int storage = -1;  ///< FabricNetwork::storage, whose building block; -1 means switches
};

/// One network. An adapter is one endpoint, with a port in each plane; those of a server are
/// consecutive, so that rail shapes find adapter r on rail r.
struct Fabric {
    HEADROOM_SPECIAL_MEMBERS(Fabric);

    std::string id, name;
    models::FabricSpec spec;
    models::SwitchSpec switchPart;
    models::InterconnectSpec scaleUp, scaleOut;
    std::vector<models::LinkPartSpec> parts;  ///< that its links use
    std::vector<std::string> partIds;
    std::shared_ptr<const Topology> topology;  ///< null if nothing joins it
    TopologyCounts counts;
    Routing routing = Routing::Ecmp;
    int queuePairs = 4;
    double adapterBytesPerS = 0.0;  ///< of one endpoint, all planes together
    int hall = 0;
    std::vector<FabricSwitch> switches;
    std::vector<CableRun> hostRuns;  ///< by leaf and plane
    std::vector<CableRun> runs;      ///< by bundle; of a full-duplex pair only one has cables
    std::vector<BillRow> bill;
    double circuitSwitchW = 0.0, circuitSwitchUsd = 0.0, adapterUsd = 0.0;  ///< NaN: not stated
    std::vector<double> hallW;      ///< by hall: idle switches and all modules that are there
    std::vector<double> hallSpanW;  ///< by hall: what its switches draw more at full load
    bool powerStated = true;        ///< false: a part states no power, which counts as none
    double opticsW = 0.0;
    double switchIdleW = 0.0, switchSpanW = 0.0;  ///< all switches: idle, and more at full load
    double bisectionBytesPerS = 0.0;
    double oversubscription = 1.0;  ///< as built: worst leaf, down over up
};

/// A line between two fabrics, as of two sites.
struct WanLink {
    std::string id, name;
    int from = 0, to = 0;  ///< fabrics
    double bytesPerS = 0.0, lengthM = 0.0, latencyS = 0.0;
    double lossShare = 0.0;  ///< packets lost
    double usdPerS = 0.0;    ///< NaN: not stated
};

/// A storage group, and how its servers are joined.
struct StorageJoin {
    std::string id, name;
    models::StorageSpec system;
    int blocks = 1;
    int hall = 0;
    int fabric = -1;                                   ///< -1 means a front-end network apart
    std::int32_t firstEndpoint = -1, endpoints = 0;    ///< of the fabric
    double readBytesPerS = 0.0, writeBytesPerS = 0.0;  ///< least of drives and adapters
    double metadataPerS = 0.0;                         ///< NaN: not stated
    double powerW = 0.0;
};

/// Memory pools of a rack block. Server s of the block shares pool s / sharers, up to the last; a
/// pool whose switch is down serves nobody.
struct CxlJoin {
    std::string id;
    models::CxlPoolSpec spec;
    models::SwitchSpec part;
    int hall = 0;
    int firstServer = 0, servers = 0;  ///< that have a pool

    int poolOf(int server) const { return (server - firstServer) / spec.sharers; }
};

/// All fabrics, and who joins what. The same object in every frame of a run.
struct FabricNetwork {
    std::vector<Fabric> fabrics;
    std::vector<WanLink> wans;
    std::vector<StorageJoin> storage;
    std::vector<CxlJoin> cxl;
    std::vector<FabricCabinet> cabinets;
    std::vector<std::int32_t> serverFabric;         ///< by server; -1 if none
    std::vector<std::int32_t> serverFirstEndpoint;  ///< by server; -1 if none
    std::vector<std::int32_t> serverEndpoints;      ///< by server: adapters
    std::vector<double> serverFrontEndBytesPerS;    ///< by server: to storage; NaN: not stated
    std::vector<int> firstBundle;  ///< by fabric, then WAN links, two (out, back) each; one more at
                                   ///< the end: into FabricsNow::bundles
    std::vector<int> firstLeaf;    ///< by fabric, one more at the end: into FabricsNow::leaves

    int bundles() const { return firstBundle.empty() ? 0 : firstBundle.back(); }
};

/// Why a link is not whole.
enum class LinkFault : std::uint8_t {
    None,
    Lanes,       ///< some lanes are lost: rate in steps of a lane
    BitErrors,   ///< retransmission takes a share
    Flapping,    ///< up and down
    Ageing,      ///< optical power falls: errors grow
    Cut,         ///< down: cable, module or port
    SwitchDown,  ///< its switch failed or reboots
    NoPower,     ///< its switch has no power
    PauseStorm   ///< priority flow control pauses it
};

const char* linkFaultName(LinkFault fault);

/// A link that is not as built.
struct LinkOverride {
    std::int32_t fabric = 0;
    LinkId link = 0;
    double factor = 1.0;  ///< of its rate
    LinkFault fault = LinkFault::None;
    std::int64_t cause = -1;  ///< event
};

struct BundleNow {
    float loadBytesPerS = 0.0F;      ///< mean over the traffic's cycle, all links of the bundle
    float capacityBytesPerS = 0.0F;  ///< now: after faults and routing
    float utilization = 0.0F;        ///< of the most loaded link, 0..1
    std::int16_t faulty = 0;         ///< links with an override
    std::int16_t cut = 0;            ///< of these, down
};

/// Counters that a telemetry system would read, summed over a tier since the start.
struct TierCounters {
    double bytes = 0.0;
    double symbolErrors = 0.0;   ///< corrected bits before FEC, in 1e6
    double uncorrectable = 0.0;  ///< blocks that FEC did not correct
    double retransmitted = 0.0;  ///< bytes
    double linkDowned = 0.0;     ///< transitions to down
    double pauseS = 0.0;         ///< port seconds paused
};

/// Present traffic of one job on the fabric.
struct JobFootprint {
    std::int64_t job = 0;
    std::int32_t fabric = 0;
    int endpoints = 0, leaves = 0, groups = 0;
    double bytesPerS = 0.0;     ///< mean of one endpoint
    double share = 1.0;         ///< achieved over line rate in its collectives
    std::int32_t hottest = -1;  ///< bundle that stops it (network numbering); -1 means its adapters
    std::vector<std::int32_t> bundles;  ///< that it crosses
    std::vector<float> loads;           ///< bytes/s on each
};

/// State of the fabrics, as viewers see it.
struct FabricsNow {
    std::vector<BundleNow> bundles;
    std::vector<float> leafUtilization;  ///< host links of a leaf, mean 0..1
    std::vector<LinkOverride> overrides;
    std::vector<JobFootprint> jobs;
    std::vector<std::array<TierCounters, 7>> counters;  ///< by fabric, LinkTier
    std::vector<float> powerW;                          ///< by fabric
};

}  // namespace headroom::engine
