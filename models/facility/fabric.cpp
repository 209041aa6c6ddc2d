// SPDX-License-Identifier: Apache-2.0
#include "models/facility/fabric.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kAttributes = std::to_array<Attribute>({
    text<&FabricSpec::name>("name", "Name", {.doc = "What people call it."}),
    integer<&FabricSpec::tiers>(
        "tiers", "Tiers",
        {.min = 0, .max = 3, .doc = "2 or 3; 0: the fewest that reach every adapter."}),
    reference<&FabricSpec::switchPart>("switch", "Switch", "switch",
                                       {.required = true, .doc = "Leaf and spine."}),
    number<&FabricSpec::oversubscription>(
        "oversubscription", "Oversubscription", unit::none,
        {.min = 1, .max = 32, .doc = "Downlink over uplink bandwidth at the leaf."}),
    reference<&FabricSpec::hostLink>(
        "host_link", "Host link", "link_part",
        {.required = true, .doc = "Cable or module at both ends of each adapter link."}),
    reference<&FabricSpec::switchLink>(
        "switch_link", "Switch link", "link_part",
        {.required = true, .doc = "Module at both ends of each link between switches."}),
    reference<&FabricSpec::scaleUp>(
        "scale_up", "Scale-up interconnect", "interconnect",
        {.required = true, .doc = "Collectives inside a server or rack domain."}),
    reference<&FabricSpec::scaleOut>("scale_out", "Scale-out interconnect", "interconnect",
                                     {.required = true, .doc = "Collectives across servers."}),
    reference<&FabricSpec::hall>(
        "hall", "Hall", "hall",
        {.required = true, .doc = "Where the switches stand: their power and heat."}),
});

}  // namespace

const ComponentType& FabricSpec::type() {
    static constexpr ComponentType kType{"fabric",
                                         "Fabric",
                                         "fabrics",
                                         false,
                                         "A scale-out network: a fat tree of equal switches.",
                                         kAttributes,
                                         &createSpec<FabricSpec>,
                                         &destroySpec<FabricSpec>};
    return kType;
}

}  // namespace headroom::models
