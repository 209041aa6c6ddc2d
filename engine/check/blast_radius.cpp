// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/check/fabric_tables.h"

#include <algorithm>
#include <array>
#include <map>

namespace headroom::engine {

namespace {

/// Share of a bundle's links that one switch, or one link, takes with it; the worst.
struct Worst {
    double share = 0.0;
    LinkTier tier = LinkTier::Leaf;

    void see(double share_, LinkTier tier_) {
        if (share_ > share) {
            share = share_;
            tier = tier_;
        }
    }
};

struct Shares {
    std::array<Worst, 3> bySwitch;  ///< by tier of the switch
    std::array<Worst, 7> byLink;    ///< by LinkTier
};

Shares sharesOf(const Topology& t) {
    Shares shares;
    const int perPlane = t.switches() / t.spec().planes;
    for (int b = 0; b < t.bundles() / t.spec().planes; ++b) {  // planes are alike
        const Bundle bundle = t.bundle(b);
        std::map<int, int> touched;
        for (const LinkId link : t.bundleLinks(b)) {
            const LinkEnds ends = t.ends(link);
            ++touched[(ends.from - t.endpoints()) % perPlane];
            ++touched[(ends.to - t.endpoints()) % perPlane];
        }
        for (const auto& [number, links] : touched) {
            const bool own = (!bundle.fromGroup && bundle.from == number) ||
                             (!bundle.toGroup && bundle.to == number);
            if (!own) {
                shares.bySwitch[at(t.place(number).tier)].see(
                    static_cast<double>(links) / bundle.links, bundle.tier);
            }
        }
        shares.byLink[static_cast<std::size_t>(bundle.tier)].see(1.0 / bundle.links, bundle.tier);
    }
    return shares;
}

/// Most adapters, and whole servers, on one leaf of a plane.
PartFailure leafOf(const FabricNetwork& network, int fabric) {
    const Fabric& f = network.fabrics[at(fabric)];
    const Topology& t = *f.topology;
    std::vector<int> hosts(at(t.leaves()), 0), servers(at(t.leaves()), 0);
    for (int e = 0; e < t.endpoints(); ++e) {
        ++hosts[at(t.leafOf(e))];
    }
    for (std::size_t s = 0; s < network.serverFabric.size(); ++s) {
        if (network.serverFabric[s] != fabric) {
            continue;
        }
        const int first = network.serverFirstEndpoint[s], count = network.serverEndpoints[s];
        const int leaf = t.leafOf(first);
        bool all = true;
        for (int e = first + 1; e < first + count; ++e) {
            all = all && t.leafOf(e) == leaf;
        }
        servers[at(leaf)] += all ? 1 : 0;
    }
    PartFailure leaf;
    leaf.count = f.counts.switchesByTier[0];
    if (t.spec().planes == 1) {
        leaf.endpointsCut = *std::max_element(hosts.begin(), hosts.end());
        leaf.serversCut = *std::max_element(servers.begin(), servers.end());
    } else {
        leaf.hostShareLost = 1.0 / t.spec().planes;
    }
    return leaf;
}

}  // namespace

std::vector<PartFailure> blastRadii(const FabricNetwork& network, int fabric) {
    std::vector<PartFailure> all;
    const Fabric& f = network.fabrics[at(fabric)];
    if (f.topology == nullptr) {
        return all;
    }
    const Topology& t = *f.topology;
    const Shares shares = sharesOf(t);
    const bool tree = t.spec().kind <= TopologyKind::RailOnly;
    const std::array<const char*, 3> names = {tree ? "leaf switch" : "router", "spine switch",
                                              "core switch"};
    for (std::size_t tier = 0; tier < names.size(); ++tier) {
        if (f.counts.switchesByTier[tier] == 0) {
            continue;
        }
        PartFailure b;
        if (tier == 0) {
            b = leafOf(network, fabric);
        }
        b.part = names[tier];
        b.count = f.counts.switchesByTier[tier];
        b.bundleShareLost = shares.bySwitch[tier].share;
        b.bundle = b.bundleShareLost > 0.0 ? linkTierName(shares.bySwitch[tier].tier) : "";
        all.push_back(b);
    }
    for (std::size_t tier = 0; tier < shares.byLink.size(); ++tier) {
        if (f.counts.cablesByTier[tier] == 0) {
            continue;
        }
        PartFailure b;
        b.part = std::string("link, ") + linkTierName(static_cast<LinkTier>(tier));
        b.count = f.counts.cablesByTier[tier];
        if (static_cast<LinkTier>(tier) == LinkTier::Host) {
            b.endpointsCut = t.spec().planes == 1 ? 1 : 0;
            b.hostShareLost = 1.0 / t.spec().planes;
        } else {
            b.bundleShareLost = shares.byLink[tier].share;
            b.bundle = linkTierName(static_cast<LinkTier>(tier));
        }
        all.push_back(b);
    }
    return all;
}

}  // namespace headroom::engine
