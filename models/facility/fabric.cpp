// SPDX-License-Identifier: Apache-2.0
#include "models/facility/fabric.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kShapeWords = std::to_array<std::string_view>(
    {"fat_tree", "rail_optimised", "rail_only", "dragonfly", "dragonfly_plus", "torus", "hyperx"});

constexpr auto kRoutingWords =
    std::to_array<std::string_view>({"automatic", "d_mod_k", "ecmp", "adaptive", "spray", "minimal",
                                     "valiant", "ugal", "dimension_order"});

constexpr auto kTransportWords = std::to_array<std::string_view>({"gpu_direct", "host_staging"});

constexpr auto kFabricAttributes = std::to_array<Attribute>({
    text<&FabricSpec::name>("name", "Name", {.doc = "Display name."}),
    choice<&FabricSpec::shape>("shape", "Shape", kShapeWords,
                               {.doc = "How its switches are joined; a fat tree if not stated."}),
    integer<&FabricSpec::tiers>(
        "tiers", "Tiers",
        {.min = 0,
         .max = 3,
         .doc = "Trees: 1 to 3 tiers of switches; 0: the fewest that reach every adapter."}),
    reference<&FabricSpec::switchPart>("switch", "Switch", "switch",
                                       {.required = true, .doc = "Leaf and spine."}),
    number<&FabricSpec::oversubscription>(
        "oversubscription", "Oversubscription", unit::none,
        {.min = 1, .max = 32, .doc = "Trees: downlink over uplink bandwidth at the leaf."}),
    integer<&FabricSpec::rails>(
        "rails", "Rails",
        {.min = 0,
         .max = 64,
         .doc = "Rail shapes: leaves that one server is joined to; 0: as many as it has "
                "adapters."}),
    integer<&FabricSpec::planes>(
        "planes", "Planes",
        {.min = 1,
         .max = 16,
         .doc = "Equal networks side by side; an adapter splits its rate over a port in each."}),
    integer<&FabricSpec::groups>(
        "groups", "Groups",
        {.min = 0, .max = 4096, .doc = "Dragonfly shapes; 0: the fewest that reach."}),
    integer<&FabricSpec::groupRouters>(
        "group_routers", "Routers of a group",
        {.min = 0,
         .max = 1024,
         .doc = "Dragonfly: a, all joined with each other; Dragonfly+: leaves, and as many spines. "
                "With 0, balanced for the switch's ports."}),
    integer<&FabricSpec::routerEndpoints>(
        "router_endpoints", "Adapters of a router",
        {.min = 0,
         .max = 1024,
         .doc = "Dragonfly shapes: p; HyperX: T. With 0, balanced for the switch's ports."}),
    integer<&FabricSpec::routerGlobals>(
        "router_globals", "Global links of a router",
        {.min = 0,
         .max = 1024,
         .doc = "Dragonfly: h of a router; Dragonfly+: h of a spine. With 0, balanced."}),
    numberList<&FabricSpec::dims>(
        "dims", "Dimensions", unit::none,
        {.min = 1,
         .max = 65536,
         .doc = "Torus and HyperX: routers along each of up to three dimensions; not stated: as "
                "equal as can be."}),
    boolean<&FabricSpec::wrap>("wrap", "Wrapped", {.doc = "Torus: rings; no: a mesh with ends."}),
    boolean<&FabricSpec::twisted>(
        "twisted", "Twisted",
        {.doc = "Torus of k x k x 2k: the wrap of a short dimension shifts by k in the long one."}),
    integer<&FabricSpec::cubeEdge>(
        "cube_edge", "Edge of a cube",
        {.min = 0,
         .max = 64,
         .doc = "Torus: nodes along the edge of cubes that optical circuit switches join; 0: no "
                "circuit switches."}),
    integer<&FabricSpec::linksPerPair>(
        "links_per_pair", "Links of a pair",
        {.min = 1, .max = 64, .doc = "HyperX: parallel links between two routers."}),
    choice<&FabricSpec::routing>(
        "routing", "Routing", kRoutingWords,
        {.doc = "How traffic picks among paths; automatic: what the shape and the interconnect "
                "are usually run with."}),
    integer<&FabricSpec::queuePairs>(
        "queue_pairs", "Queue pairs",
        {.min = 1,
         .max = 64,
         .doc = "ECMP: connections of one flow, each with a hash of its own."}),
    reference<&FabricSpec::hostLink>(
        "host_link", "Host link", "link_part",
        {.required = true, .doc = "Cable or module at both ends of each adapter link."}),
    reference<&FabricSpec::switchLink>(
        "switch_link", "Switch link", "link_part",
        {.required = true, .doc = "Module at both ends of each link between switches."}),
    referenceList<&FabricSpec::linkParts>(
        "link_parts", "Further link parts", "link_part",
        {.doc = "Each link gets the cheapest of these and its own part above that reaches."}),
    reference<&FabricSpec::circuitSwitch>(
        "circuit_switch", "Circuit switch", "switch",
        {.doc = "Torus in cubes: the optical switch that joins them."}),
    reference<&FabricSpec::adapter>(
        "adapter", "Adapter", "link_part",
        {.doc = "Network adapter of the servers, for the bill; its power is in the servers'."}),
    reference<&FabricSpec::scaleUp>(
        "scale_up", "Scale-up interconnect", "interconnect",
        {.required = true, .doc = "Collectives inside a server or rack domain."}),
    reference<&FabricSpec::scaleOut>("scale_out", "Scale-out interconnect", "interconnect",
                                     {.required = true, .doc = "Collectives across servers."}),
    choice<&FabricSpec::transport>(
        "transport", "Transport", kTransportWords,
        {.doc = "Adapters reach accelerator memory themselves, or by copies in host memory."}),
    boolean<&FabricSpec::inNetworkReduction>(
        "in_network_reduction", "In-network reduction",
        {.doc = "Switches sum what they forward (SHARP and alike)."}),
    number<&FabricSpec::rerouteS>(
        "reroute_s", "Re-routing", unit::second,
        {.min = 0,
         .max = 600,
         .doc = "Waiting time of traffic on a link that goes down. Assumption: a second, for "
                "timers of "
                "retransmission and route updates (RFC 7938, section 7.4)."}),
    number<&FabricSpec::flapDownS>(
        "flap_down_s", "Down in a flap", unit::second,
        {.min = 0.001,
         .max = 3600,
         .doc =
             "A link that flaps stays down so long each time. Assumption: detection, training of "
             "the lanes and debounce take seconds."}),
    number<&FabricSpec::transportTimeoutS>(
        "transport_timeout_s", "Transport gives up after", unit::second,
        {.min = 0.1,
         .max = 3600,
         .doc =
             "Jobs without a path end after that. Seven retries of the transport at the 4.3 s of "
             "the usual timeout exponent of 20 (4.096 us x 2^20)."}),
    number<&FabricSpec::bitErrorRate>(
        "bit_error_rate", "Bit errors, healthy link", unit::none,
        {.min = 0,
         .max = 2.4e-4,
         .doc = "Before correction, for the counters. Assumption: healthy modules work two to four "
                "decades under the limit of 2.4e-4."}),
    reference<&FabricSpec::hall>(
        "hall", "Hall", "hall",
        {.required = true, .doc = "Hall that houses the switches, for their power and heat."}),
});

}  // namespace

const ComponentType& FabricSpec::type() {
    static constexpr ComponentType kType{"fabric",
                                         "Fabric",
                                         "fabrics",
                                         false,
                                         "A scale-out network: shape, switches, links and rules.",
                                         kFabricAttributes,
                                         &createSpec<FabricSpec>,
                                         &destroySpec<FabricSpec>};
    return kType;
}

}  // namespace headroom::models
