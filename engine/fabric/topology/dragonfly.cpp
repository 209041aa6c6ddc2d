// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/fabric/topology/plane_topology.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace headroom::engine {

namespace {

constexpr int kMost = 1 << 20;  // of p, a, h and g: keeps products of two inside 64 bits

/// Dragonfly (Kim et al., ISCA 2008): g groups of `a` fully joined routers, each with p endpoints
/// and h global links; g <= a h + 1. Dragonfly+ (Shpiner et al., HiPINEB 2017): a group has `a`
/// leaves with p endpoints and `a` spines with h global links, each leaf joined to each spine.
///
/// Every two groups share floor(a h / (g - 1)) cables; ports left over stay dark. Port
/// t (g - 1) + d of a group goes to the d-th next group, and ports are dealt to routers in order,
/// so that parallel cables sit apart.
/// Switches of a plane: routers (leaves) by group, then spines by group. Links: local by group,
/// then global by source group and distance.
class Dragonfly final : public PlaneTopology {
  public:
    Dragonfly(const TopologySpec& spec, int endpoints)
        : PlaneTopology(spec),
          plus_(spec.kind == TopologyKind::DragonflyPlus),
          a_(spec.groupRouters),
          g_(spec.groups),
          perPair_(g_ > 1 ? a_ * spec.routerGlobals / (g_ - 1) : 0),
          localsOfGroup_(plus_ ? 2 * a_ * a_ : a_ * (a_ - 1)),
          locals_(g_ * localsOfGroup_) {
        const int pairs = g_ * (g_ - 1);
        setSizes(endpoints, true, (plus_ ? 2 : 1) * g_ * a_, g_ * a_, locals_ + pairs * perPair_,
                 locals_ + pairs);
    }

    TopologyCounts counts() const override;

    int groups() const override { return g_; }

    int leafOf(int endpoint) const override { return endpoint / spec_.routerEndpoints; }

    int groupOfLeaf(int leaf) const override { return leaf / a_; }

    double bisectionBytesPerS() const override;

    int diameter() const override {
        if (g_ > 1) {
            return 5;
        }
        return a_ == 1 ? 2 : (plus_ ? 4 : 3);
    }

  protected:
    Hop hop(int link) const override;
    SwitchPlace placeInPlane(int switchNumber) const override;
    std::int64_t leafPaths(int from, int to, Routing routing) const override;
    void leafPath(int from, int to, Routing routing, std::int64_t k, LinkPath& out) const override;
    void fixedLeafPath(int source, int destination, Routing routing, LinkPath& out) const override;
    Bundle planeBundle(int index) const override;
    int planeBundleOf(int link) const override;
    std::vector<int> planeBundleLinks(int index) const override;
    void addLeafUniform(std::span<const double> members, Routing routing, double weight,
                        std::span<double> load) const override;

  private:
    /// Traffic that leaves and enters a group by each of its gateways, for one member; and through it.
    struct GroupTraffic {
        std::vector<double> gateway;  ///< by gateway
        std::vector<double> transit;  ///< by gateway in and gateway out
    };

    int distance(int from, int to) const { return (to - from - 1 + g_) % g_; }

    int pairOf(int from, int to) const { return from * (g_ - 1) + distance(from, to); }

    int global(int from, int to, int t) const { return locals_ + pairOf(from, to) * perPair_ + t; }

    /// Router, or spine, of group `from` that holds the t-th cable to group `to`.
    int gateway(int from, int to, int t) const {
        const std::int64_t port = t * (g_ - 1) + distance(from, to);
        return static_cast<int>(port * a_ / (perPair_ * (g_ - 1)));
    }

    /// Local link: of a dragonfly from router to router, of a dragonfly+ from leaf up to spine.
    int local(int group, int from, int to) const {
        return group * localsOfGroup_ +
               (plus_ ? from * a_ + to : from * (a_ - 1) + to - (to > from ? 1 : 0));
    }

    int fromSpine(int group, int spine, int leaf) const {
        return group * localsOfGroup_ + a_ * a_ + spine * a_ + leaf;
    }

    /// Cables across the halves of all groups.
    double splitAll() const;

    /// Cables that cut a group with a number of endpoints on the left, with a given number of whole
    /// groups.
    double splitGroup(int leftGroups, double leftEndpoints) const;

    void toGateway(int group, int router, int gate, LinkPath& out) const {
        if (plus_ || router != gate) {
            out.add(local(group, router, gate));
        }
    }

    void fromGateway(int group, int gate, int router, LinkPath& out) const {
        if (plus_) {
            out.add(fromSpine(group, gate, router));
        } else if (router != gate) {
            out.add(local(group, gate, router));
        }
    }

    void pass(int group, int in, int out, int viaLeaf, LinkPath& path) const {
        if (!plus_) {
            fromGateway(group, in, out, path);
        } else if (in != out) {
            path.add(fromSpine(group, in, viaLeaf));
            path.add(local(group, viaLeaf, out));
        }
    }

    bool detours(Routing routing) const { return routing == Routing::Valiant && g_ > 2; }

    void inGroup(int group, int from, int to, Routing routing, std::int64_t k, LinkPath& out) const;
    GroupTraffic trafficOf(int group, std::span<const double> sizes, bool detour) const;
    void addInGroup(int group, std::span<const double> own, bool detour, double weight,
                    std::span<double> load) const;
    void addGateways(int group, std::span<const double> own, const GroupTraffic& traffic,
                     double weight, std::span<double> load) const;
    void addGlobals(std::span<const double> sizes, bool detour, double weight,
                    std::span<double> load) const;

    bool plus_;
    int a_, g_;
    int perPair_;  ///< cables between two groups
    int localsOfGroup_;
    int locals_;  ///< local links of a plane
};

TopologyCounts Dragonfly::counts() const {
    const std::int64_t planes = spec_.planes, groups = g_, routers = a_;
    TopologyCounts counts;
    counts.endpoints = endpoints();
    counts.places = groups * routers * spec_.routerEndpoints;
    counts.switches = switches();
    counts.switchesByTier[0] = planes * groups * routers;
    counts.switchesByTier[1] = plus_ ? planes * groups * routers : 0;
    counts.hostCables = planes * endpoints();
    const std::int64_t locals = planes * locals_ / 2;
    const std::int64_t globals = planes * groups * (groups - 1) / 2 * perPair_;
    counts.switchCables = locals + globals;
    counts.cablesByTier[static_cast<std::size_t>(LinkTier::Host)] = counts.hostCables;
    counts.cablesByTier[static_cast<std::size_t>(LinkTier::Local)] = locals;
    counts.cablesByTier[static_cast<std::size_t>(LinkTier::Global)] = globals;
    return counts;
}

// The least of three cuts. Whole groups on either side, and one group of which as many endpoints are on the left as make the
// halves equal. Its routers (spines) go where they have more global cables; the left groups are those
// nearest to it by distance. Every group cut into halves of its routers, where their global cables mostly join
// like halves. In a dragonfly+ all spines are on one side.
double Dragonfly::bisectionBytesPerS() const {
    const double half = 0.5 * endpoints(), p = spec_.routerEndpoints;
    const int left = static_cast<int>(half / (a_ * p));
    const double inGroup = half - left * (a_ * p);  // endpoints of the split group on the left
    double links = static_cast<double>(left) * (g_ - left - 1) * perPair_;
    if (g_ == 1 && a_ == 1) {
        links = endpoints();
    } else if (inGroup <= 0.0) {
        links += static_cast<double>(left) * perPair_;
    } else {
        links += splitGroup(left, inGroup);
    }
    if (a_ % 2 == 0 && half * 2.0 == static_cast<double>(g_) * a_ * p) {
        links = std::min(links, splitAll());
    }
    if (plus_) {
        const double leaves = std::floor(half / p), rest = half - leaves * p;
        links = std::min(links, leaves * a_ + std::min(rest, a_ + p - rest));
    }
    return spec_.planes * spec_.linkBytesPerS * std::min(links, half);
}

double Dragonfly::splitAll() const {
    const int half = a_ / 2;
    double across = 0.0;  // ends of one group
    for (int to = 1; to < g_; ++to) {
        for (int t = 0; t < perPair_; ++t) {
            across += (gateway(0, to, t) < half) != (gateway(to, 0, t) < half) ? 1.0 : 0.0;
        }
    }
    const double local = static_cast<double>(half) * half * (plus_ ? 2.0 : 1.0);
    return g_ * (local + 0.5 * across);
}

double Dragonfly::splitGroup(int leftGroups, double leftEndpoints) const {
    const double p = spec_.routerEndpoints;
    std::vector<double> toLeft(at(a_), 0.0), toRight(at(a_), 0.0);
    for (int to = 1; to < g_; ++to) {
        for (int t = 0; t < perPair_; ++t) {
            (to <= leftGroups ? toLeft : toRight)[at(gateway(0, to, t))] += 1.0;
        }
    }
    const double whole = std::floor(leftEndpoints / p), rest = leftEndpoints - whole * p;
    // A router (leaf) whose endpoints are on both sides is on either.
    double least = std::numeric_limits<double>::infinity();
    for (const double more : {0.0, 1.0}) {
        const double routers = whole + more;
        if (routers > a_ || (more > 0.0 && rest <= 0.0)) {
            continue;
        }
        double cut = more > 0.0 ? p - rest : rest;
        if (plus_) {
            for (int spine = 0; spine < a_; ++spine) {
                cut += std::min(toRight[at(spine)] + a_ - routers, toLeft[at(spine)] + routers);
            }
        } else {
            std::vector<double> extra(at(a_));
            for (int r = 0; r < a_; ++r) {
                cut += toLeft[at(r)];
                extra[at(r)] = toRight[at(r)] - toLeft[at(r)];
            }
            std::sort(extra.begin(), extra.end());
            cut += std::accumulate(extra.begin(), extra.begin() + static_cast<int>(routers), 0.0);
            cut += routers * (a_ - routers);
        }
        least = std::min(least, cut);
    }
    return least;
}

PlaneTopology::Hop Dragonfly::hop(int link) const {
    Hop hop;
    if (link >= locals_) {
        const int pair = (link - locals_) / perPair_, t = (link - locals_) % perPair_;
        const int from = pair / (g_ - 1);
        const int to = (from + pair % (g_ - 1) + 1) % g_;
        const int first = plus_ ? g_ * a_ : 0;
        hop.from = first + from * a_ + gateway(from, to, t);
        hop.to = first + to * a_ + gateway(to, from, t);
        hop.tier = LinkTier::Global;
        return hop;
    }
    const int group = link / localsOfGroup_, inGroup = link % localsOfGroup_;
    hop.tier = LinkTier::Local;
    if (!plus_) {
        const int from = inGroup / (a_ - 1), other = inGroup % (a_ - 1);
        hop.from = group * a_ + from;
        hop.to = group * a_ + other + (other >= from ? 1 : 0);
        return hop;
    }
    const int up = inGroup % (a_ * a_);
    hop.from = group * a_ + up / a_;
    hop.to = (g_ + group) * a_ + up % a_;
    if (inGroup >= a_ * a_) {
        hop.from = (g_ + group) * a_ + up / a_;
        hop.to = group * a_ + up % a_;
    }
    return hop;
}

SwitchPlace Dragonfly::placeInPlane(int switchNumber) const {
    SwitchPlace place;
    place.tier = switchNumber / (g_ * a_);
    place.group = switchNumber % (g_ * a_) / a_;
    place.index = switchNumber % a_;
    return place;
}

// Minimal: each cable between the two groups. Valiant: each other group, with each of its cables on
// both sides (and, of a dragonfly+, each leaf to turn at).
std::int64_t Dragonfly::leafPaths(int from, int to, Routing routing) const {
    if (from / a_ == to / a_) {
        if (plus_) {
            return a_;
        }
        return routing == Routing::Valiant && a_ > 2 ? a_ - 2 : 1;
    }
    if (!detours(routing)) {
        return perPair_;
    }
    const std::int64_t cables = static_cast<std::int64_t>(perPair_) * perPair_;
    return (g_ - 2) * cables * (plus_ ? a_ : 1);
}

void Dragonfly::inGroup(int group, int from, int to, Routing routing, std::int64_t k,
                        LinkPath& out) const {
    if (plus_) {
        out.add(local(group, from, static_cast<int>(k)));
        out.add(fromSpine(group, static_cast<int>(k), to));
        return;
    }
    if (routing == Routing::Valiant && a_ > 2) {
        int via = static_cast<int>(k);
        via += via >= std::min(from, to) ? 1 : 0;
        via += via >= std::max(from, to) ? 1 : 0;
        out.add(local(group, from, via));
        from = via;
    }
    out.add(local(group, from, to));
}

void Dragonfly::leafPath(int from, int to, Routing routing, std::int64_t k, LinkPath& out) const {
    const int source = from / a_, destination = to / a_;
    if (source == destination) {
        inGroup(source, from % a_, to % a_, routing, k, out);
        return;
    }
    const int t = static_cast<int>(k % perPair_);
    if (!detours(routing)) {
        toGateway(source, from % a_, gateway(source, destination, t), out);
        out.add(global(source, destination, t));
        fromGateway(destination, gateway(destination, source, t), to % a_, out);
        return;
    }
    const int u = static_cast<int>(k / perPair_ % perPair_);
    k /= static_cast<std::int64_t>(perPair_) * perPair_;
    const int turn = plus_ ? static_cast<int>(k % a_) : 0;
    int via = static_cast<int>(plus_ ? k / a_ : k);
    via += via >= std::min(source, destination) ? 1 : 0;
    via += via >= std::max(source, destination) ? 1 : 0;
    toGateway(source, from % a_, gateway(source, via, t), out);
    out.add(global(source, via, t));
    pass(via, gateway(via, source, t), gateway(via, destination, u), turn, out);
    out.add(global(via, destination, u));
    fromGateway(destination, gateway(destination, via, u), to % a_, out);
}

// Minimal, the cable by destination.
void Dragonfly::fixedLeafPath(int source, int destination, Routing, LinkPath& out) const {
    const int from = leafOf(source), to = leafOf(destination);
    leafPath(from, to, Routing::Minimal, destination % leafPaths(from, to, Routing::Minimal), out);
}

// Bundles: every local link, then the cables of each ordered pair of groups.
Bundle Dragonfly::planeBundle(int index) const {
    Bundle bundle;
    bundle.links = 1;
    if (index < locals_) {
        const Hop ends = hop(index);
        bundle.tier = LinkTier::Local;
        bundle.from = ends.from;
        bundle.to = ends.to;
        return bundle;
    }
    const int pair = index - locals_;
    bundle.tier = LinkTier::Global;
    bundle.from = pair / (g_ - 1);
    bundle.to = (bundle.from + pair % (g_ - 1) + 1) % g_;
    bundle.fromGroup = bundle.toGroup = true;
    bundle.links = perPair_;
    return bundle;
}

int Dragonfly::planeBundleOf(int link) const {
    return link < locals_ ? link : locals_ + (link - locals_) / perPair_;
}

std::vector<int> Dragonfly::planeBundleLinks(int index) const {
    if (index < locals_) {
        return {index};
    }
    std::vector<int> links(at(perPair_));
    std::iota(links.begin(), links.end(), locals_ + (index - locals_) * perPair_);
    return links;
}

// By gateway, what a member of the group sends to others (and gets from them); by pair of gateways,
// what other groups send each other through this one.
Dragonfly::GroupTraffic Dragonfly::trafficOf(int group, std::span<const double> sizes,
                                             bool detour) const {
    const double all = std::accumulate(sizes.begin(), sizes.end(), 0.0);
    GroupTraffic traffic;
    traffic.gateway.assign(at(a_), 0.0);
    std::vector<double> entering(at(a_), 0.0);
    if (detour) {
        traffic.transit.assign(at(a_) * at(a_), 0.0);
    }
    for (int other = 0; other < g_; ++other) {
        if (other == group) {
            continue;
        }
        const double out =
            detour ? (all - sizes[at(group)] - sizes[at(other)]) / (g_ - 2) : sizes[at(other)];
        const double share = sizes[at(other)] / perPair_;
        for (int t = 0; t < perPair_; ++t) {
            const int in = gateway(group, other, t);
            traffic.gateway[at(in)] += out / perPair_;
            entering[at(in)] += share;
            for (int u = 0; detour && u < perPair_; ++u) {  // not back to the same group
                traffic.transit[at(in) * at(a_) + at(gateway(group, other, u))] -=
                    share * share / (g_ - 2);
            }
        }
    }
    for (int in = 0; detour && in < a_; ++in) {
        for (int out = 0; out < a_; ++out) {
            traffic.transit[at(in) * at(a_) + at(out)] +=
                entering[at(in)] * entering[at(out)] / (g_ - 2);
        }
    }
    return traffic;
}

void Dragonfly::addInGroup(int group, std::span<const double> own, bool detour, double weight,
                           std::span<double> load) const {
    const double all = std::accumulate(own.begin(), own.end(), 0.0);
    for (int r = 0; r < a_; ++r) {
        const double out = weight * own[at(r)] * (all - own[at(r)]);
        for (int s = 0; s < a_; ++s) {
            if (plus_) {
                load[at(local(group, r, s))] += out / a_;
                load[at(fromSpine(group, s, r))] += out / a_;
            } else if (r != s && !detour) {
                load[at(local(group, r, s))] += weight * own[at(r)] * own[at(s)];
            } else if (r != s) {  // r to s as turn, and r as turn to s
                const double rest = (all - own[at(r)] - own[at(s)]) / (a_ - 2);
                load[at(local(group, r, s))] += weight * (own[at(r)] + own[at(s)]) * rest;
            }
        }
    }
}

void Dragonfly::addGateways(int group, std::span<const double> own, const GroupTraffic& traffic,
                            double weight, std::span<double> load) const {
    for (int r = 0; r < a_; ++r) {
        for (int s = 0; s < a_; ++s) {
            const double out = weight * own[at(r)] * traffic.gateway[at(s)];
            const double through = traffic.transit.empty() || r == s
                                       ? 0.0
                                       : weight * traffic.transit[at(r) * at(a_) + at(s)];
            if (plus_) {
                load[at(local(group, r, s))] += out;
                load[at(fromSpine(group, s, r))] += out;
                for (int leaf = 0; through > 0.0 && leaf < a_; ++leaf) {
                    load[at(fromSpine(group, r, leaf))] += through / a_;
                    load[at(local(group, leaf, s))] += through / a_;
                }
            } else if (r != s) {
                load[at(local(group, r, s))] += out + through;
                load[at(local(group, s, r))] += out;
            }
        }
    }
}

void Dragonfly::addGlobals(std::span<const double> sizes, bool detour, double weight,
                           std::span<double> load) const {
    const double all = std::accumulate(sizes.begin(), sizes.end(), 0.0);
    for (int from = 0; from < g_; ++from) {
        for (int to = 0; to < g_; ++to) {
            if (from == to) {
                continue;
            }
            const double a = sizes[at(from)], b = sizes[at(to)];
            // Detours: out of `from` to `to` as turn, and out of `from` as turn to `to`.
            load[at(locals_ + pairOf(from, to))] +=
                weight * (detour ? (a + b) * (all - a - b) / (g_ - 2) : a * b);
        }
    }
}

void Dragonfly::addLeafUniform(std::span<const double> members, Routing routing, double weight,
                               std::span<double> load) const {
    const double all = std::accumulate(members.begin(), members.end(), 0.0);
    if (all <= 1.0) {
        return;
    }
    weight /= all - 1.0;
    std::vector<double> sizes(at(g_));
    for (int group = 0; group < g_; ++group) {
        const auto own = members.subspan(at(group * a_), at(a_));
        sizes[at(group)] = std::accumulate(own.begin(), own.end(), 0.0);
    }
    const bool detour = detours(routing);
    for (int group = 0; group < g_; ++group) {
        const auto own = members.subspan(at(group * a_), at(a_));
        addInGroup(group, own, routing == Routing::Valiant && a_ > 2, weight, load);
        addGateways(group, own, trafficOf(group, sizes, detour), weight, load);
    }
    addGlobals(sizes, detour, weight, load);
}

MadeTopology makeGroups(TopologySpec spec) {
    for (const auto& [name, value] : {std::pair{"router_endpoints", spec.routerEndpoints},
                                      std::pair{"group_routers", spec.groupRouters},
                                      std::pair{"router_globals", spec.routerGlobals}}) {
        if (auto fine = shapeRange(name, value, 1, kMost); !fine) {
            return tl::unexpected(std::move(fine.error()));
        }
    }
    const std::int64_t ofGroup =
        static_cast<std::int64_t>(spec.groupRouters) * spec.routerEndpoints;
    const std::int64_t globals = static_cast<std::int64_t>(spec.groupRouters) * spec.routerGlobals;
    if (spec.groups == 0 && spec.endpoints > 0) {
        spec.groups = static_cast<int>((spec.endpoints - 1) / ofGroup + 1);
    }
    if (spec.groups == 0) {
        return tl::unexpected(shapeError("FAB-007", "nothing states the size of the dragonfly",
                                         "State its groups or its endpoints."));
    }
    if (auto fine = shapeRange("groups", spec.groups, 1, kMost); !fine) {
        return tl::unexpected(std::move(fine.error()));
    }
    if (spec.groups > globals + 1) {
        return tl::unexpected(shapeError(
            "FAB-004",
            std::to_string(spec.groups) + " groups cannot all be joined by the " +
                std::to_string(globals) + " global links of a group",
            "Take at most one group more than a group has global links, or give routers more."));
    }
    const double groups = spec.groups, a = spec.groupRouters;
    const double locals = groups * a * a * (spec.kind == TopologyKind::DragonflyPlus ? 2.0 : 1.0);
    const double places = groups * static_cast<double>(ofGroup);
    if (auto fine = shapeFits(
            spec.planes, 2.0 * places + locals + groups * static_cast<double>(globals) + groups);
        !fine) {
        return tl::unexpected(std::move(fine.error()));
    }
    if (spec.endpoints > places) {
        return tl::unexpected(
            shapeError("FAB-002",
                       std::to_string(spec.endpoints) + " endpoints do not fit a dragonfly of " +
                           std::to_string(spec.groups * ofGroup),
                       "Add groups, routers or endpoints of a router, or join fewer."));
    }
    const int endpoints =
        spec.endpoints > 0 ? spec.endpoints : static_cast<int>(spec.groups * ofGroup);
    return std::make_shared<Dragonfly>(spec, endpoints);
}

}  // namespace

MadeTopology makeDragonfly(const TopologySpec& spec) {
    return makeGroups(spec);
}

}  // namespace headroom::engine
