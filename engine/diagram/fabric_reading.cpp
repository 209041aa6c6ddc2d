// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/fabric_reading.h"

#include "engine/base/index.h"

#include <algorithm>
#include <map>
#include <set>

namespace headroom::engine {

namespace {

bool isDown(LinkFault fault) {
    return fault == LinkFault::Cut || fault == LinkFault::SwitchDown || fault == LinkFault::NoPower;
}

void add(FabricFaultsNow& sum, const LinkOverride& one) {
    if (one.fault == LinkFault::None) {
        return;
    }
    const bool down = isDown(one.fault) || one.factor <= 0.0;
    ++sum.faulty;
    sum.cut += down ? 1 : 0;
    if (faultRank(one.fault) > faultRank(sum.worst)) {
        sum.worst = one.fault;
    }
    if (!down) {
        sum.factor = std::min(sum.factor, one.factor);
    }
}

void add(FabricFlowNow& sum, const BundleNow& one) {
    sum.loadBytesPerS += static_cast<double>(one.loadBytesPerS);
    sum.capacityBytesPerS += static_cast<double>(one.capacityBytesPerS);
    sum.utilization = std::max(sum.utilization, static_cast<double>(one.utilization));
}

/// A switch is down when every override of one cause, of the kind that a dead switch makes, ends
/// in it.
std::vector<std::int32_t> switchesDown(const TopologyIndex& index, int fabric,
                                       const FabricsNow& now) {
    std::map<std::int64_t, std::map<std::int32_t, int>> endsOfCause;
    std::map<std::int64_t, int> links;
    for (const LinkOverride& o : now.overrides) {
        if (o.fabric != fabric ||
            (o.fault != LinkFault::SwitchDown && o.fault != LinkFault::NoPower)) {
            continue;
        }
        const LinkEnds ends = index.topology->ends(o.link);
        ++links[o.cause];
        for (const int node : {ends.from, ends.to}) {
            if (node >= index.topology->endpoints()) {
                ++endsOfCause[o.cause][node - index.topology->endpoints()];
            }
        }
    }
    std::set<std::int32_t> down;
    for (const auto& [cause, ends] : endsOfCause) {
        for (const auto& [number, count] : ends) {
            if (count > 1 && count == links[cause]) {
                down.insert(number);
            }
        }
    }
    return {down.begin(), down.end()};
}

/// A frame has no overrides for switches that a hall without power takes: it has no capacity on any
/// bundle, where links are whole too.
bool isWithoutPower(const TopologyIndex& index, const FabricsNow& now, int first) {
    bool isAnyWhole = false;
    for (std::size_t b = 0; b < index.bundles.size(); ++b) {
        const BundleNow& bundle = now.bundles[at(first) + b];
        if (bundle.capacityBytesPerS > 0.0F) {
            return false;
        }
        isAnyWhole = isAnyWhole || bundle.cut < index.bundles[b].links;
    }
    return isAnyWhole;
}

/// All that ends in a switch is down then, also for other reasons.
void takePower(const FabricDiagram& diagram, FabricReading& reading) {
    const auto down = [](std::int64_t links) {
        FabricFaultsNow faults;
        faults.faulty = faults.cut = static_cast<int>(links);
        faults.worst = links > 0 ? LinkFault::NoPower : LinkFault::None;
        return faults;
    };
    for (std::size_t e = 0; e < diagram.edges.size(); ++e) {
        const FabricEdge& edge = diagram.edges[e];
        reading.edges[e] = {};
        reading.edges[e].faults = down(edge.back.empty() ? edge.links : 2 * edge.links);
    }
    for (std::size_t n = 0; n < diagram.nodes.size(); ++n) {
        reading.nodes[n].switchesDown = diagram.nodes[n].switches;
        reading.nodes[n].hostFaults = down(diagram.nodes[n].endpoints);
    }
}

/// The values of a link of a bundle: traffic spreads evenly over those that are not down.
FabricEdgeNow readLink(const TopologyIndex& index, const FabricEdge& edge, int fabric,
                       const FabricsNow& now, const BundleNow& bundle) {
    FabricEdgeNow reading;
    const int whole =
        std::max(1, index.bundles[at(edge.out.front())].links - static_cast<int>(bundle.cut));
    double factor = 1.0;
    for (const LinkOverride& o : now.overrides) {
        if (o.fabric == fabric && o.link == edge.link) {
            add(reading.faults, o);
            factor = o.factor;
        }
    }
    reading.out.capacityBytesPerS = factor * index.topology->linkBytesPerS();
    if (reading.faults.cut == 0) {
        reading.out.loadBytesPerS = static_cast<double>(bundle.loadBytesPerS) / whole;
        reading.out.utilization =
            reading.out.capacityBytesPerS > 0.0
                ? std::min(1.0, reading.out.loadBytesPerS / reading.out.capacityBytesPerS)
                : 0.0;
    }
    return reading;
}

/// Faults of the links that share the last line of a bundle drawn link by link.
void addUnseen(const TopologyIndex& index, const FabricDiagram& diagram, int fabric,
               const FabricsNow& now, FabricReading& reading) {
    if (diagram.form != FabricForm::Links || diagram.edges.empty() ||
        diagram.edges.back().link >= 0) {
        return;
    }
    std::set<LinkId> seen;
    for (const FabricEdge& edge : diagram.edges) {
        seen.insert(edge.link);
    }
    const std::vector<int>& bundles = diagram.edges.back().out;
    for (const LinkOverride& o : now.overrides) {
        if (o.fabric == fabric && seen.count(o.link) == 0 &&
            std::find(bundles.begin(), bundles.end(), index.topology->bundleOf(o.link)) !=
                bundles.end()) {
            add(reading.edges.back().faults, o);
        }
    }
}

}  // namespace

bool hasFabricValues(const FabricNetwork& network, const FabricsNow& now) {
    return network.bundles() > 0 && static_cast<int>(now.bundles.size()) >= network.bundles();
}

int faultRank(LinkFault fault) {
    switch (fault) {
        case LinkFault::None:
            return 0;
        case LinkFault::Ageing:
            return 1;
        case LinkFault::BitErrors:
            return 2;
        case LinkFault::Lanes:
            return 3;
        case LinkFault::PauseStorm:
            return 4;
        case LinkFault::Flapping:
            return 5;
        case LinkFault::Cut:
            return 6;
        case LinkFault::SwitchDown:
            return 7;
        case LinkFault::NoPower:
            return 8;
    }
    return 0;
}

FabricReading readFabric(const TopologyIndex& index, const FabricDiagram& diagram,
                         const FabricNetwork& network, int fabric, const FabricsNow& now) {
    FabricReading reading;
    reading.edges.resize(diagram.edges.size());
    reading.nodes.resize(diagram.nodes.size());
    reading.known = hasFabricValues(network, now);
    if (!reading.known) {
        return reading;
    }
    const int first = network.firstBundle[at(fabric)];
    for (std::size_t e = 0; e < diagram.edges.size(); ++e) {
        const FabricEdge& edge = diagram.edges[e];
        if (edge.link >= 0) {
            reading.edges[e] =
                readLink(index, edge, fabric, now, now.bundles[at(first + edge.out.front())]);
            continue;
        }
        for (const int b : edge.out) {
            add(reading.edges[e].out, now.bundles[at(first + b)]);
        }
        for (const int b : edge.back) {
            add(reading.edges[e].back, now.bundles[at(first + b)]);
        }
    }
    std::vector<std::int32_t> nodeOfBundle(index.bundles.size(), -1);
    for (std::size_t n = 0; n < diagram.nodes.size(); ++n) {
        for (const int b : diagram.nodes[n].inner) {
            nodeOfBundle[at(b)] = static_cast<std::int32_t>(n);
            reading.nodes[n].inner =
                std::max(reading.nodes[n].inner,
                         static_cast<double>(now.bundles[at(first + b)].utilization));
        }
        double sum = 0.0;
        int count = 0;
        const int leaves = network.firstLeaf[at(fabric) + 1] - network.firstLeaf[at(fabric)];
        for (const int leaf : diagram.nodes[n].leaves) {
            for (int l = leaf; l < leaves; l += index.leaves()) {  // of each plane, if told apart
                const int place = network.firstLeaf[at(fabric)] + l;
                if (at(place) < now.leafUtilization.size()) {
                    sum += static_cast<double>(now.leafUtilization[at(place)]);
                    ++count;
                }
            }
        }
        reading.nodes[n].hosts = count > 0 ? sum / count : 0.0;
    }
    for (const LinkOverride& o : now.overrides) {
        if (o.fabric != fabric) {
            continue;
        }
        const int bundle = index.topology->bundleOf(o.link);
        if (bundle >= 0) {
            if (const int e = diagram.edgeOfBundle[at(bundle)]; e >= 0) {
                add(reading.edges[at(e)].faults, o);
            } else if (const int n = nodeOfBundle[at(bundle)]; n >= 0) {
                add(reading.nodes[at(n)].faults, o);
            }
            continue;
        }
        const LinkEnds ends = index.topology->ends(o.link);
        const int endpoint = std::min(ends.from, ends.to);
        if (ends.tier == LinkTier::Host && endpoint < index.topology->endpoints()) {
            if (const int n = diagram.nodeOfLeaf[at(index.topology->leafOf(endpoint))]; n >= 0) {
                add(reading.nodes[at(n)].hostFaults, o);
            }
        }
    }
    addUnseen(index, diagram, fabric, now, reading);
    reading.downSwitches = switchesDown(index, fabric, now);
    for (const std::int32_t s : reading.downSwitches) {
        const SwitchPlace place = index.topology->place(s);
        const int leaf = index.leafOfSwitch[at(s)];
        for (std::size_t n = 0; n < diagram.nodes.size(); ++n) {
            const FabricNode& node = diagram.nodes[n];
            const bool isHere = leaf >= 0 ? diagram.nodeOfLeaf[at(leaf)] == static_cast<int>(n)
                                : node.kind == FabricNodeKind::Group
                                    ? std::find(node.groups.begin(), node.groups.end(),
                                                place.group) != node.groups.end()
                                    : (node.kind == FabricNodeKind::Spines && place.tier == 1 &&
                                       node.group == place.group) ||
                                          (node.kind == FabricNodeKind::Cores && place.tier == 2);
            reading.nodes[n].switchesDown += isHere ? 1 : 0;
        }
    }
    reading.noPower = isWithoutPower(index, now, first);
    if (reading.noPower) {
        takePower(diagram, reading);
    }
    return reading;
}

FabricFaultsNow faultsOfBundle(const TopologyIndex& index, int fabric, const FabricsNow& now,
                               int bundle) {
    FabricFaultsNow faults;
    for (const LinkOverride& o : now.overrides) {
        if (o.fabric == fabric && index.topology->bundleOf(o.link) == bundle) {
            add(faults, o);
        }
    }
    return faults;
}

BlastRadius blastRadius(const TopologyIndex& index, const FabricNetwork& network, int fabric,
                        const FabricsNow& now, const FabricTarget& target) {
    const Topology& t = *index.topology;
    BlastRadius blast;
    std::set<int> bundles(target.bundles.begin(), target.bundles.end());
    std::set<int> leavesLost;  // whose host links go
    int hostLinks = 0;
    double links = 0.0;  // one way, that bundles lose
    const int planes = std::max(1, t.spec().planes);
    const auto isOf = [&](const TopologyIndex::End& end) {
        return end.switchNumber == target.index;
    };
    LinkTier tier = LinkTier::Host;
    switch (target.kind) {
        case FabricTarget::Kind::None:
            return blast;
        case FabricTarget::Kind::Link: {
            const LinkEnds ends = t.ends(target.index);
            tier = ends.tier;
            blast.links = 1;
            if (const int b = t.bundleOf(target.index); b >= 0) {
                bundles.insert(b);
                links = 1.0;
            } else {
                hostLinks = 1;
                blast.adapters = 1;
                blast.adaptersCutOff = planes == 1 ? 1 : 0;
                blast.servers = 1;
            }
            break;
        }
        case FabricTarget::Kind::Bundles:
            for (const int b : bundles) {
                links += 0.5 * index.bundles[at(b)].links;
            }
            tier = bundles.empty() ? tier : index.bundles[at(*bundles.begin())].tier;
            blast.links = static_cast<int>(links);
            break;
        case FabricTarget::Kind::Switch: {
            // All links that end in it: those of its bundles, and of a leaf its hosts.
            for (std::size_t b = 0; b < index.bundles.size(); ++b) {
                const TopologyIndex::Ends& ends = index.bundles[b];
                const bool near = ends.plane == t.place(target.index).plane &&
                                  (ends.from.tier == t.place(target.index).tier ||
                                   ends.to.tier == t.place(target.index).tier);
                if (!near) {
                    continue;
                }
                int mine = 0;
                for (const LinkId link : t.bundleLinks(static_cast<int>(b))) {
                    const LinkEnds e = t.ends(link);
                    mine += isOf(index.endOf(e.from)) || isOf(index.endOf(e.to)) ? 1 : 0;
                }
                if (mine > 0) {
                    bundles.insert(static_cast<int>(b));
                    links += 0.5 * mine;
                    tier = ends.tier;
                }
            }
            blast.links = static_cast<int>(links);
            if (const int leaf = index.leafOfSwitch[at(target.index)]; leaf >= 0) {
                leavesLost.insert(leaf);
                hostLinks = index.endpointsOfLeaf[at(leaf)];
                blast.links += hostLinks;
                blast.adaptersCutOff = planes == 1 ? hostLinks : 0;
                tier = LinkTier::Host;
            }
            break;
        }
        case FabricTarget::Kind::Plane:
            for (std::size_t b = 0; b < index.bundles.size(); ++b) {
                if (index.bundles[b].plane == target.index) {
                    bundles.insert(static_cast<int>(b));
                    blast.links += index.bundles[b].links;
                }
            }
            blast.links /= 2;
            for (int leaf = 0; leaf < index.leaves(); ++leaf) {
                leavesLost.insert(leaf);
                hostLinks += index.endpointsOfLeaf[at(leaf)];
            }
            blast.links += hostLinks;
            blast.adaptersCutOff = planes == 1 ? hostLinks : 0;
            break;
    }
    if (!leavesLost.empty()) {
        blast.adapters = hostLinks;
        for (std::size_t s = 0; s < network.serverFabric.size(); ++s) {
            if (network.serverFabric[s] != fabric) {
                continue;
            }
            const int begin = network.serverFirstEndpoint[s];
            for (int e = begin; e >= 0 && e < begin + network.serverEndpoints[s]; ++e) {
                if (leavesLost.count(t.leafOf(e)) != 0) {
                    ++blast.servers;
                    break;
                }
            }
        }
    }
    if (tier == LinkTier::Host || target.kind == FabricTarget::Kind::Plane) {
        blast.lostBytesPerS = hostLinks * t.linkBytesPerS();
        blast.lostShare = static_cast<double>(hostLinks) / (planes * std::max(1, t.endpoints()));
    } else {
        blast.lostBytesPerS = links * t.linkBytesPerS();
        double all = 0.0;
        for (const TopologyIndex::Ends& ends : index.bundles) {
            all += ends.tier == tier ? 0.5 * ends.links : 0.0;
        }
        blast.lostShare = all > 0.0 ? links / all : 0.0;
    }
    const int first = network.firstBundle.empty() ? 0 : network.firstBundle[at(fabric)];
    for (const JobFootprint& job : now.jobs) {
        const bool crosses =
            job.fabric == fabric &&
            std::any_of(job.bundles.begin(), job.bundles.end(),
                        [&](std::int32_t b) { return bundles.count(b - first) != 0; });
        if (crosses) {
            blast.jobs.push_back(job.job);
        }
    }
    return blast;
}

}  // namespace headroom::engine
