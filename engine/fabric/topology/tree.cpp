// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/fabric/topology/clos.h"
#include "engine/fabric/topology/plane_topology.h"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <vector>

namespace headroom::engine {

namespace {

constexpr int kMostRails = 4096;  // adapters of a server: beyond any, keeps products small

/// Fat trees and the rail kinds: one or more equal Clos networks in a plane.
///   FatTree        endpoint e joins leaf e / down
///   RailOptimised  adapter r of server s joins leaf (s / down) rails + r of one Clos
///   RailOnly       adapter r of server s joins leaf s / down of the Clos of rail r
/// Switches of a plane: leaves of all networks, then spines, then cores. Links: up from leaves,
/// down to leaves, up from spines, down to spines; of each, network by network.
class Tree final : public PlaneTopology {
  public:
    Tree(const TopologySpec& spec, const Clos& clos, int endpoints)
        : PlaneTopology(spec),
          clos_(clos),
          nets_(spec.kind == TopologyKind::RailOnly ? spec.rails : 1),
          leaves_(nets_ * clos.leaves),
          ups_(nets_ * clos.uplinks()),
          pods_(nets_ * clos.pods) {
        setSizes(endpoints, true, nets_ * (clos.leaves + clos.spines + clos.cores), leaves_,
                 2 * ups_ * (clos.tiers - 1),
                 clos.tiers == 1 ? 0 : 2 * leaves_ + (clos.tiers == 3 ? 2 * pods_ : 0));
    }

    TopologyCounts counts() const override;

    int groups() const override { return serverGroups() ? (leaves_ - 1) / spec_.rails + 1 : pods_; }

    int leafOf(int endpoint) const override {
        if (!railed()) {
            return endpoint / clos_.down;
        }
        const int server = endpoint / spec_.rails, rail = endpoint % spec_.rails;
        return spec_.kind == TopologyKind::RailOnly ? rail * clos_.leaves + server / clos_.down
                                                    : server / clos_.down * spec_.rails + rail;
    }

    int groupOfLeaf(int leaf) const override {
        if (serverGroups()) {
            return leaf / spec_.rails;
        }
        return leaf / clos_.leaves * clos_.pods + clos_.podOf(leaf % clos_.leaves);
    }

    double bisectionBytesPerS() const override;

    int diameter() const override { return leaves_ <= nets_ ? 2 : 2 * clos_.tiers; }

  protected:
    Hop hop(int link) const override;
    SwitchPlace placeInPlane(int switchNumber) const override;
    std::int64_t leafPaths(int from, int to, Routing) const override;
    void leafPath(int from, int to, Routing, std::int64_t k, LinkPath& out) const override;
    void fixedLeafPath(int source, int destination, Routing, LinkPath& out) const override;
    Bundle planeBundle(int index) const override;
    int planeBundleOf(int link) const override;
    std::vector<int> planeBundleLinks(int index) const override;
    void addLeafPair(int from, int to, Routing, double weight,
                     std::span<double> load) const override;
    void addLeafUniform(std::span<const double> members, Routing, double weight,
                        std::span<double> load) const override;

  private:
    // On a single switch there are no rails to keep apart.
    bool railed() const {
        return spec_.kind == TopologyKind::RailOnly ||
               (spec_.kind == TopologyKind::RailOptimised && clos_.tiers > 1);
    }

    // Groups of a rail-optimised tree of two tiers are the servers that share their leaves.
    bool serverGroups() const {
        return spec_.kind == TopologyKind::RailOptimised && clos_.tiers == 2;
    }

    int netOf(int leaf) const { return leaf / clos_.leaves; }

    int podOf(int leaf) const {
        return netOf(leaf) * clos_.pods + clos_.podOf(leaf % clos_.leaves);
    }

    // Place of an endpoint in the order of leaves of its network: what modulo routing counts.
    int positionOf(int endpoint) const {
        const int slot = (railed() ? endpoint / spec_.rails : endpoint) % clos_.down;
        return leafOf(endpoint) % clos_.leaves * clos_.down + slot;
    }

    void write(const ClosWay& way, int net, LinkPath& out) const {
        const int first = net * clos_.uplinks();
        out.add(first + way.upLeaf);
        if (way.upPod >= 0) {
            out.add(2 * ups_ + first + way.upPod);
            out.add(3 * ups_ + first + way.downPod);
        }
        out.add(ups_ + first + way.downLeaf);
    }

    /// Switches that an uplink of a leaf joins, and the core that the uplink of its number above the spine goes to.
    struct Uplink {
        int leaf = 0, spine = 0, core = 0;
    };

    const std::vector<Uplink>& uplinks() const;

    Clos clos_;
    mutable std::once_flag uplinksMade_;
    mutable std::vector<Uplink> uplinks_;  ///< of a plane; made when first asked for
    int nets_;
    int leaves_;  ///< of a plane
    int ups_;     ///< leaf uplinks of a plane; as many from spines to cores
    int pods_;    ///< of a plane
};

TopologyCounts Tree::counts() const {
    const std::int64_t copies = spec_.planes;
    TopologyCounts counts;
    counts.endpoints = endpoints();
    counts.places = static_cast<std::int64_t>(nets_) * clos_.places;
    counts.switchesByTier = {copies * nets_ * clos_.leaves, copies * nets_ * clos_.spines,
                             copies * nets_ * clos_.cores};
    counts.switches = switches();
    counts.hostCables = copies * endpoints();
    counts.switchCables = copies * ups_ * (clos_.tiers - 1);
    counts.cablesByTier[static_cast<std::size_t>(LinkTier::Host)] = counts.hostCables;
    counts.cablesByTier[static_cast<std::size_t>(LinkTier::Leaf)] = copies * ups_;
    if (clos_.tiers == 3) {
        counts.cablesByTier[static_cast<std::size_t>(LinkTier::Spine)] = copies * ups_;
    }
    return counts;
}

// Leaves split into halves: what one half can send up, at most what it can inject. Rails that no
// tier joins split without a link.
double Tree::bisectionBytesPerS() const {
    if (nets_ > 1) {
        return 0.0;
    }
    const double inject = 0.5 * endpoints();
    const double up = clos_.tiers == 1 ? inject : 0.5 * ups_;
    return spec_.planes * spec_.linkBytesPerS * std::min(inject, up);
}

const std::vector<Tree::Uplink>& Tree::uplinks() const {
    std::call_once(uplinksMade_, [this] {
        uplinks_.reserve(at(ups_));
        for (int net = 0; net < nets_; ++net) {
            for (int local = 0; local < clos_.uplinks(); ++local) {
                const int leaf = local / clos_.up;  // pods have as many uplinks as their leaves
                const int pod = clos_.podOf(leaf);
                const int inPod = local - clos_.firstUplink(pod);
                Uplink u;
                u.leaf = net * clos_.leaves + leaf;
                u.spine = leaves_ + net * clos_.spines + (clos_.tiers == 3 ? pod * clos_.up : 0) +
                          inPod % clos_.podSpines(pod);
                u.core = clos_.tiers == 3 ? leaves_ + nets_ * clos_.spines + net * clos_.cores +
                                                clos_.coreOf(local)
                                          : -1;
                uplinks_.push_back(u);
            }
        }
    });
    return uplinks_;
}

PlaneTopology::Hop Tree::hop(int link) const {
    int kind = 0;  // up from leaf, down to leaf, up from spine, down to spine
    for (; link >= ups_; link -= ups_) {
        ++kind;
    }
    const Uplink& u = uplinks()[at(link)];
    Hop hop;
    if (kind < 2) {
        hop.from = u.leaf;
        hop.to = u.spine;
    } else {
        hop.from = u.spine;
        hop.to = u.core;
        hop.tier = LinkTier::Spine;
    }
    if (kind % 2 == 1) {
        std::swap(hop.from, hop.to);
    }
    return hop;
}

SwitchPlace Tree::placeInPlane(int switchNumber) const {
    SwitchPlace place;
    if (switchNumber < leaves_) {
        place.group = groupOfLeaf(switchNumber);
        if (railed()) {
            place.rail = nets_ > 1 ? netOf(switchNumber) : switchNumber % spec_.rails;
        }
        place.index = serverGroups() ? switchNumber % spec_.rails
                                     : switchNumber % clos_.leaves % std::max(clos_.podSize(), 1);
        return place;
    }
    const bool core = switchNumber >= leaves_ + nets_ * clos_.spines;
    const int inTier = switchNumber - leaves_ - (core ? nets_ * clos_.spines : 0);
    const int perNet = core ? clos_.cores : clos_.spines;
    const int net = inTier / perNet, local = inTier % perNet;
    place.tier = core ? 2 : 1;
    place.rail = nets_ > 1 ? net : -1;
    place.group = core || serverGroups() ? -1 : net * clos_.pods;
    place.index = local;
    if (!core && clos_.tiers == 3) {
        place.group += local / clos_.up;
        place.index = local % clos_.up;
    }
    return place;
}

std::int64_t Tree::leafPaths(int from, int to, Routing) const {
    return netOf(from) == netOf(to) ? closWays(clos_, from % clos_.leaves, to % clos_.leaves) : 0;
}

void Tree::leafPath(int from, int to, Routing, std::int64_t k, LinkPath& out) const {
    write(closWay(clos_, from % clos_.leaves, to % clos_.leaves, k), netOf(from), out);
}

void Tree::fixedLeafPath(int source, int destination, Routing, LinkPath& out) const {
    const int from = leafOf(source), to = leafOf(destination);
    write(closWayByDestination(clos_, from % clos_.leaves, to % clos_.leaves,
                               positionOf(destination)),
          netOf(from), out);
}

// Bundles: uplinks by leaf, downlinks by leaf, uplinks by pod, downlinks by pod.
Bundle Tree::planeBundle(int index) const {
    Bundle bundle;
    const bool ofPod = index >= 2 * leaves_;
    const int local = ofPod ? index - 2 * leaves_ : index;
    const int ends = ofPod ? pods_ : leaves_;
    const int end = local % ends;
    bundle.tier = ofPod ? LinkTier::Spine : LinkTier::Leaf;
    bundle.links = ofPod ? clos_.podUplinks(end % clos_.pods) : clos_.up;
    bundle.from = end;
    bundle.fromGroup = ofPod;
    bundle.to = ofPod || clos_.tiers < 3 ? -1 : podOf(end);
    bundle.toGroup = true;
    if (local >= ends) {
        std::swap(bundle.from, bundle.to);
        std::swap(bundle.fromGroup, bundle.toGroup);
    }
    return bundle;
}

int Tree::planeBundleOf(int link) const {
    const int kind = link / ups_;
    const int leaf = link % ups_ / clos_.up;
    return kind < 2 ? kind * leaves_ + leaf : 2 * leaves_ + (kind - 2) * pods_ + podOf(leaf);
}

std::vector<int> Tree::planeBundleLinks(int index) const {
    const bool ofPod = index >= 2 * leaves_;
    const int local = ofPod ? index - 2 * leaves_ : index;
    const int ends = ofPod ? pods_ : leaves_;
    const int end = local % ends, kind = local / ends + (ofPod ? 2 : 0);
    int first = kind * ups_;
    if (ofPod) {
        first += end / clos_.pods * clos_.uplinks() + clos_.firstUplink(end % clos_.pods);
    } else {
        first += end * clos_.up;
    }
    std::vector<int> links(at(ofPod ? clos_.podUplinks(end % clos_.pods) : clos_.up));
    std::iota(links.begin(), links.end(), first);
    return links;
}

void Tree::addLeafPair(int from, int to, Routing, double weight, std::span<double> load) const {
    if (netOf(from) != netOf(to)) {
        return;
    }
    load[at(from)] += weight;
    load[at(leaves_ + to)] += weight;
    if (clos_.tiers == 3 && podOf(from) != podOf(to)) {
        load[at(2 * leaves_ + podOf(from))] += weight;
        load[at(2 * leaves_ + pods_ + podOf(to))] += weight;
    }
}

// Out of a leaf goes what is for members elsewhere in its network, and the same comes in.
void Tree::addLeafUniform(std::span<const double> members, Routing, double weight,
                          std::span<double> load) const {
    const double all = std::accumulate(members.begin(), members.end(), 0.0);
    if (all <= 1.0 || clos_.tiers == 1) {
        return;
    }
    weight /= all - 1.0;
    for (int net = 0; net < nets_; ++net) {
        const auto own = members.subspan(at(net * clos_.leaves), at(clos_.leaves));
        const double inNet = std::accumulate(own.begin(), own.end(), 0.0);
        for (int pod = 0; pod < clos_.pods; ++pod) {
            double inPod = 0.0;
            for (int i = 0; i < clos_.podLeaves(pod); ++i) {
                const int leaf = pod * clos_.podSize() + i;
                const double out = weight * own[at(leaf)] * (inNet - own[at(leaf)]);
                load[at(net * clos_.leaves + leaf)] += out;
                load[at(leaves_ + net * clos_.leaves + leaf)] += out;
                inPod += own[at(leaf)];
            }
            if (clos_.tiers == 3) {
                const double out = weight * inPod * (inNet - inPod);
                load[at(2 * leaves_ + net * clos_.pods + pod)] += out;
                load[at(2 * leaves_ + pods_ + net * clos_.pods + pod)] += out;
            }
        }
    }
}

// The Clos of a rail-optimised tree: every group of servers has a leaf for each rail, full or not.
Result<Clos> railOptimisedClos(const TopologySpec& spec) {
    auto clos = makeClos(spec.endpoints, spec.radix, spec.oversubscription, spec.tiers);
    if (!clos || clos->tiers == 1) {
        return clos;
    }
    if (spec.endpoints == 0) {
        if (clos->leaves < spec.rails) {
            return tl::unexpected(
                shapeError("FAB-002", std::to_string(spec.rails) + " rails need as many leaves",
                           "Take fewer rails, or a switch with more ports."));
        }
        clos->leaves -= clos->leaves % spec.rails;
    } else {
        const int group = clos->down * spec.rails;
        clos->leaves =
            spec.endpoints / group * spec.rails + std::min(spec.rails, spec.endpoints % group);
    }
    const double places = static_cast<double>(clos->leaves) * clos->down;
    if (auto fine = shapeFits(1.0, places); !fine) {
        return tl::unexpected(std::move(fine.error()));
    }
    return makeClos(clos->leaves * clos->down, spec.radix, spec.oversubscription, spec.tiers);
}

// As large as the rail with the most adapters.
Result<Clos> railOnlyClos(const TopologySpec& spec) {
    const int servers = spec.endpoints > 0 ? (spec.endpoints - 1) / spec.rails + 1 : 0;
    return makeClos(servers, spec.radix, spec.oversubscription, spec.tiers);
}

}  // namespace

MadeTopology makeTree(const TopologySpec& spec) {
    const bool railOnly = spec.kind == TopologyKind::RailOnly;
    if (spec.kind != TopologyKind::FatTree) {
        if (auto fine = shapeRange("rails", spec.rails, 1, kMostRails); !fine) {
            return tl::unexpected(std::move(fine.error()));
        }
    }
    auto clos = railOnly ? railOnlyClos(spec)
                : spec.kind == TopologyKind::RailOptimised
                    ? railOptimisedClos(spec)
                    : makeClos(spec.endpoints, spec.radix, spec.oversubscription, spec.tiers);
    if (!clos) {
        return tl::unexpected(std::move(clos.error()));
    }
    const int nets = railOnly ? spec.rails : 1;
    const double places = static_cast<double>(nets) * clos->places;
    if (auto fine = shapeFits(spec.planes, 2.0 * places + 4.0 * nets * clos->uplinks()); !fine) {
        return tl::unexpected(std::move(fine.error()));
    }
    const int endpoints = spec.endpoints > 0 ? spec.endpoints : nets * clos->places;
    return std::make_shared<Tree>(spec, *clos, endpoints);
}

}  // namespace headroom::engine
