// SPDX-License-Identifier: Apache-2.0
#include "engine/run/fabric/fabric_links.h"

#include "engine/fabric/names.h"
#include "engine/plant/index.h"
#include "models/network/hash_collision.h"
#include "models/network/usual.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

using models::FabricPart;

bool looksAtLoad(Routing routing) {
    return routing == Routing::Adaptive || routing == Routing::Spray || routing == Routing::Ugal;
}

}  // namespace

FabricLinks::FabricLinks(const FabricNetwork& network)
    : network_(network),
      wanFabric_(static_cast<int>(network.fabrics.size())),
      lists_(std::make_shared<std::vector<Lists>>(network.fabrics.size())) {
    const auto bundles = at(network.bundles());
    faulty_.assign(bundles, 0);
    cut_.assign(bundles, 0);
    lost_.assign(bundles, 0.0);
    slowest_.assign(bundles, 1.0);
    stall_.assign(bundles, 0.0);
    cause_.assign(bundles, -1);
    for (std::int32_t b = 0; b < network.bundles(); ++b) {
        const int f = findFabric(b);
        fabric_.push_back(f);
        built_.push_back(f < wanFabric_ ? topology(f).bundle(b - network_.firstBundle[at(f)]).links
                                        : 0);
    }
}

const Topology& FabricLinks::topology(int fabric) const {
    return *network_.fabrics[at(fabric)].topology;
}

const FabricLinks::Tiers& FabricLinks::tiers(int fabric) const {
    Lists& lists = (*lists_)[at(fabric)];
    std::call_once(lists.tiersMade, [&] { lists.tiers = tiersOf(fabric); });
    return lists.tiers;
}

const FabricLinks::Index& FabricLinks::index(int fabric) const {
    Lists& lists = (*lists_)[at(fabric)];
    std::call_once(lists.indexMade, [&] { lists.index = indexOf(fabric); });
    return lists.index;
}

FabricLinks::Tiers FabricLinks::tiersOf(int fabric) const {
    Tiers tiers;
    const Topology& t = topology(fabric);
    for (int s = 0; s < t.switches(); ++s) {
        const auto tier = at(t.place(s).tier);
        tiers.resize(std::max(tiers.size(), tier + 1));
        tiers[tier].push_back(s);
    }
    return tiers;
}

FabricLinks::Index FabricLinks::indexOf(int fabric) const {
    Index index;
    const Topology& t = topology(fabric);
    const auto nodes = at(t.endpoints() + t.switches());
    index.firstLink.assign(nodes + 1, 0);
    index.firstInto.assign(nodes + 1, 0);
    std::vector<LinkEnds> ends(at(t.links()));
    for (LinkId l = 0; l < t.links(); ++l) {
        const LinkEnds e = ends[at(l)] = t.ends(l);
        ++index.firstLink[at(e.from) + 1];
        ++index.firstInto[at(e.to) + 1];
    }
    for (std::size_t n = 0; n < nodes; ++n) {
        index.firstLink[n + 1] += index.firstLink[n];
        index.firstInto[n + 1] += index.firstInto[n];
    }
    index.link.resize(at(t.links()));
    index.into.resize(at(t.links()));
    std::vector<std::int32_t> from = index.firstLink, to = index.firstInto;
    for (LinkId l = 0; l < t.links(); ++l) {
        const LinkEnds& e = ends[at(l)];
        index.link[at(from[at(e.from)]++)] = l;
        index.into[at(to[at(e.to)]++)] = l;
        if (e.from < e.to) {
            index.cables[e.tier == LinkTier::Host ? 1 : 0].push_back(l);
        }
    }
    return index;
}

LinkId FabricLinks::cable(int fabric, bool toHosts, std::int64_t n) const {
    return index(fabric).cables[toHosts ? 1 : 0][static_cast<std::size_t>(n)];
}

int FabricLinks::count(int fabric, FabricPart part) const {
    if (fabric >= wanFabric_) {
        return part == FabricPart::None ? 1 : 0;
    }
    if (!network_.fabrics[at(fabric)].topology) {
        return 0;
    }
    const Topology& t = topology(fabric);
    const auto tier = [&](std::size_t n) {
        const Tiers& all = tiers(fabric);
        return n < all.size() ? static_cast<int>(all[n].size()) : 0;
    };
    switch (part) {
        case FabricPart::None:
            return 1;
        case FabricPart::Switch:
            return t.switches();
        case FabricPart::Leaf:
        case FabricPart::Uplinks:
            return tier(0);
        case FabricPart::Spine:
            return tier(1);
        case FabricPart::Core:
            return tier(2);
        case FabricPart::Plane:
            return t.spec().planes;
        case FabricPart::Bundle:
            return t.bundles();
        case FabricPart::Link:
            return t.links();
        case FabricPart::Adapter:
            return t.endpoints();
    }
    return 0;
}

std::string FabricLinks::name(int fabric, FabricPart part, int number) const {
    if (fabric >= wanFabric_) {
        return network_.wans[at(fabric - wanFabric_)].id;
    }
    const Topology& t = topology(fabric);
    const std::string& id = network_.fabrics[at(fabric)].id;
    const auto ofTier = [&](std::size_t tier) {
        return id + " " + switchName(t, tiers(fabric)[tier][at(number)]);
    };
    switch (part) {
        case FabricPart::None:
            return id;
        case FabricPart::Switch:
            return id + " " + switchName(t, number);
        case FabricPart::Leaf:
            return ofTier(0);
        case FabricPart::Spine:
            return ofTier(1);
        case FabricPart::Core:
            return ofTier(2);
        case FabricPart::Plane:
            return fmt::format("{} plane {}", id, number + 1);
        case FabricPart::Bundle:
            return id + ", " + bundleName(t, number);
        case FabricPart::Uplinks:
            return fmt::format("{}, uplinks of {}", id,
                               switchName(t, tiers(fabric)[0][at(number)]));
        case FabricPart::Link:
            return id + ", " + linkName(t, number);
        case FabricPart::Adapter:
            return id + ", " + nodeName(t, number);
    }
    return id;
}

LinkId FabricLinks::reverse(int fabric, LinkId link) const {
    const Topology& t = topology(fabric);
    const Index& i = index(fabric);
    const LinkEnds ends = t.ends(link);
    // Parallel cables: the n-th one way pairs with the n-th the other way.
    int ordinal = 0;
    for (std::int32_t k = i.firstLink[at(ends.from)]; k < i.firstLink[at(ends.from) + 1]; ++k) {
        const LinkId other = i.link[at(k)];
        if (other == link) {
            break;
        }
        const LinkEnds e = t.ends(other);
        ordinal += e.to == ends.to && e.plane == ends.plane ? 1 : 0;
    }
    for (std::int32_t k = i.firstLink[at(ends.to)]; k < i.firstLink[at(ends.to) + 1]; ++k) {
        const LinkEnds e = t.ends(i.link[at(k)]);
        if (e.to == ends.from && e.plane == ends.plane && ordinal-- == 0) {
            return i.link[at(k)];
        }
    }
    return link;
}

std::vector<LinkId> FabricLinks::linksOf(int fabric, FabricPart part, int number, int count) const {
    std::vector<LinkId> links;
    if (fabric >= wanFabric_) {
        return {0, 1};
    }
    const Topology& t = topology(fabric);
    const auto ofNode = [&](int node) {
        const Index& i = index(fabric);
        for (std::int32_t k = i.firstLink[at(node)]; k < i.firstLink[at(node) + 1]; ++k) {
            links.push_back(i.link[at(k)]);
        }
        for (std::int32_t k = i.firstInto[at(node)]; k < i.firstInto[at(node) + 1]; ++k) {
            links.push_back(i.into[at(k)]);
        }
    };
    const auto ofSwitch = [&](int switchNumber) { ofNode(t.endpoints() + switchNumber); };
    const auto cable = [&](LinkId link) {
        links.push_back(link);
        links.push_back(reverse(fabric, link));
    };
    const std::size_t most =
        count > 0 ? static_cast<std::size_t>(count) : std::numeric_limits<std::size_t>::max();
    switch (part) {
        case FabricPart::None:
        case FabricPart::Plane:
            for (LinkId l = 0; l < t.links(); ++l) {
                if (part == FabricPart::None || t.ends(l).plane == number) {
                    links.push_back(l);
                }
            }
            break;
        case FabricPart::Switch:
            ofSwitch(number);
            break;
        case FabricPart::Leaf:
            ofSwitch(tiers(fabric)[0][at(number)]);
            break;
        case FabricPart::Spine:
            ofSwitch(tiers(fabric)[1][at(number)]);
            break;
        case FabricPart::Core:
            ofSwitch(tiers(fabric)[2][at(number)]);
            break;
        case FabricPart::Bundle:
            for (const LinkId link : t.bundleLinks(number)) {
                if (links.size() / 2 < most) {
                    cable(link);
                }
            }
            break;
        case FabricPart::Uplinks: {
            const Index& i = index(fabric);
            const int node = t.endpoints() + tiers(fabric)[0][at(number)];
            for (std::int32_t k = i.firstLink[at(node)]; k < i.firstLink[at(node) + 1]; ++k) {
                if (t.ends(i.link[at(k)]).tier != LinkTier::Host && links.size() / 2 < most) {
                    cable(i.link[at(k)]);
                }
            }
            break;
        }
        case FabricPart::Link:
            cable(number);
            break;
        case FabricPart::Adapter:
            ofNode(number);
            break;
    }
    std::sort(links.begin(), links.end());
    links.erase(std::unique(links.begin(), links.end()), links.end());
    return links;
}

const std::vector<LinkId>& FabricLinks::linksOf(const FabricFaultState& f) {
    const auto [it, fresh] = taken_.try_emplace(keyOf(f));
    if (fresh) {
        it->second = linksOf(f.fabric, static_cast<FabricPart>(f.part), f.number, f.count);
    }
    return it->second;
}

FabricLinks::Changed FabricLinks::apply(std::span<const FabricFaultState> faults) {
    struct Before {
        std::int32_t faulty, cut;
        double lost, slowest, stall;
    };

    std::map<std::int32_t, Before> before;
    const auto keep = [&](std::int32_t b) {
        const auto i = at(b);
        before.try_emplace(b, Before{faulty_[i], cut_[i], lost_[i], slowest_[i], stall_[i]});
    };
    for (const std::int32_t b : touched_) {
        keep(b);
        faulty_[at(b)] = cut_[at(b)] = 0;
        lost_[at(b)] = stall_[at(b)] = 0.0;
        slowest_[at(b)] = 1.0;
        cause_[at(b)] = -1;
    }
    touched_.clear();
    const auto oldAdapters = std::move(adapters_);
    adapters_.clear();
    links_.clear();
    std::erase_if(taken_, [&](const auto& taken) {
        return std::none_of(faults.begin(), faults.end(),
                            [&](const FabricFaultState& f) { return keyOf(f) == taken.first; });
    });
    for (const FabricFaultState& f : faults) {
        for (const LinkId link : linksOf(f)) {
            Condition& c = links_[{f.fabric, link}];
            const double factor = f.factor * (1.0 - f.downShare);
            if (c.fault == LinkFault::None || factor < c.factor) {
                c.fault = static_cast<LinkFault>(f.fault);
                c.cause = f.cause;
            }
            c.factor *= factor;
            c.flapsPerS += f.flapsPerS;
        }
    }
    degraded_ = down_ = 0;
    for (const auto& [key, c] : links_) {
        const auto [fabric, link] = key;
        degraded_ += c.factor > 0.0 && c.factor < 1.0 ? 1 : 0;
        down_ += c.factor <= 0.0 ? 1 : 0;
        std::int32_t b = -1;
        if (fabric >= wanFabric_) {
            b = network_.firstBundle[at(wanFabric_)] + 2 * (fabric - wanFabric_) + link;
        } else {
            const Topology& t = topology(fabric);
            const LinkEnds ends = t.ends(link);
            for (const int node : {ends.from, ends.to}) {
                if (ends.tier == LinkTier::Host && node < t.endpoints()) {
                    auto [it, fresh] = adapters_.try_emplace({fabric, node}, 1.0);
                    // Each direction of a cable counts half; planes are in parallel.
                    it->second -= (1.0 - c.factor) / (2.0 * t.spec().planes);
                }
            }
            const int local = t.bundleOf(link);
            b = local < 0 ? -1 : network_.firstBundle[at(fabric)] + local;
        }
        if (b < 0) {
            continue;
        }
        const auto i = at(b);
        if (faulty_[i] == 0) {
            keep(b);
            touched_.push_back(b);
        }
        ++faulty_[i];
        cut_[i] += c.factor <= 0.0 ? 1 : 0;
        lost_[i] += 1.0 - c.factor;
        if (c.factor > 0.0) {
            slowest_[i] = std::min(slowest_[i], c.factor);
        }
        stall_[i] += c.flapsPerS;
        cause_[i] = std::max(cause_[i], c.cause);
    }
    Changed changed;
    for (const auto& [b, was] : before) {
        const auto i = at(b);
        if (was.faulty != faulty_[i] || was.cut != cut_[i] || was.lost != lost_[i] ||
            was.slowest != slowest_[i] || was.stall != stall_[i]) {
            changed.bundles.push_back(b);
        }
    }
    for (const auto& [key, factor] : adapters_) {
        const auto old = oldAdapters.find(key);
        if (old == oldAdapters.end() || old->second != factor) {
            changed.endpoints.push_back(key);
        }
    }
    for (const auto& [key, factor] : oldAdapters) {
        if (!adapters_.contains(key)) {
            changed.endpoints.push_back(key);
        }
    }
    findDetours();
    return changed;
}

double FabricLinks::builtBytesPerS(std::int32_t bundle) const {
    const int f = fabricOf(bundle);
    if (f >= wanFabric_) {
        return network_.wans[at(f - wanFabric_)].bytesPerS;
    }
    return built_[at(bundle)] * topology(f).linkBytesPerS();
}

double FabricLinks::capacityBytesPerS(std::int32_t bundle, double flows) const {
    const auto i = at(bundle);
    const int f = fabricOf(bundle);
    if (f >= wanFabric_) {
        return builtBytesPerS(bundle) * (1.0 - lost_[i]);
    }
    const Fabric& fabric = network_.fabrics[at(f)];
    const int links = built_[i];
    const double link = fabric.topology->linkBytesPerS();
    if (looksAtLoad(fabric.routing)) {
        return std::max(0.0, links - lost_[i]) * link;
    }
    const int up = links - cut_[i];
    if (up <= 0) {
        return 0.0;
    }
    double share = slowest_[i];
    if (fabric.routing == Routing::Ecmp && up > 1 && flows > 0.0) {
        share *= slowestFlow(std::max(1, static_cast<int>(std::lround(std::min(flows, 1e6)))),
                             fabric.queuePairs, up);
    }
    return up * link * share;
}

double FabricLinks::slowestFlow(int flows, int queuePairs, int links) const {
    const auto [it, fresh] = spreads_.try_emplace({flows, queuePairs, links}, 1.0);
    if (fresh) {
        it->second = models::slowestHashedShare(flows, queuePairs, links);
    }
    return it->second;
}

double FabricLinks::adapter(std::int32_t fabric, std::int32_t endpoint) const {
    const auto it = adapters_.find({fabric, endpoint});
    return it == adapters_.end() ? 1.0 : std::max(0.0, it->second);
}

double FabricLinks::stallShare(std::int32_t bundle) const {
    if (stall_[at(bundle)] <= 0.0) {
        return 0.0;
    }
    const int f = fabricOf(bundle);
    const double rerouteS =
        f < wanFabric_ ? network_.fabrics[at(f)].spec.rerouteS : models::FabricSpec{}.rerouteS;
    return std::min(models::kMostFlapShare, 1.0 - std::exp(-stall_[at(bundle)] * rerouteS));
}

const std::vector<std::int32_t>& FabricLinks::detour(std::int32_t bundle) const {
    static const std::vector<std::int32_t> kNone;
    const auto it = detours_.find(bundle);
    return it == detours_.end() ? kNone : it->second;
}

void FabricLinks::findDetours() {
    detours_.clear();
    for (const std::int32_t lost : touched_) {
        const int f = fabricOf(lost);
        if (f >= wanFabric_) {
            continue;
        }
        const Topology& t = topology(f);
        const std::int32_t offset = network_.firstBundle[at(f)];
        const Bundle gone = t.bundle(lost - offset);
        if (cut_[at(lost)] < gone.links || gone.fromGroup != gone.toGroup || gone.to < 0 ||
            gone.from < 0) {
            continue;  // not all cut; or a bundle of a tree, next to which there is no way
        }
        // Breadth first over bundles of the same kind, lowest numbers first.
        std::map<int, std::vector<std::pair<int, std::int32_t>>> out;
        for (int b = 0; b < t.bundles(); ++b) {
            const Bundle x = t.bundle(b);
            if (x.fromGroup == gone.fromGroup && x.toGroup == gone.toGroup && x.from >= 0 &&
                x.to >= 0 && cut_[at(offset + b)] < x.links) {
                out[x.from].emplace_back(x.to, offset + b);
            }
        }
        std::map<int, std::pair<int, std::int32_t>> cameBy{{gone.from, {-1, -1}}};
        std::vector<int> frontier{gone.from};
        for (std::size_t k = 0; k < frontier.size() && !cameBy.contains(gone.to); ++k) {
            for (const auto& [to, by] : out[frontier[k]]) {
                if (cameBy.try_emplace(to, frontier[k], by).second) {
                    frontier.push_back(to);
                }
            }
        }
        if (cameBy.contains(gone.to)) {
            auto& way = detours_[lost];
            for (int node = gone.to; node != gone.from; node = cameBy[node].first) {
                way.push_back(cameBy[node].second);
            }
            std::reverse(way.begin(), way.end());
        }
    }
}

std::vector<LinkOverride> FabricLinks::overrides() const {
    std::vector<LinkOverride> out;
    out.reserve(links_.size());
    for (const auto& [key, c] : links_) {
        out.push_back({key.first, key.second, c.factor, c.fault, c.cause});
    }
    return out;
}

std::int64_t FabricLinks::causeOf(std::int32_t bundle) const {
    return bundle < 0 ? -1 : cause_[at(bundle)];
}

int FabricLinks::findFabric(std::int32_t bundle) const {
    const auto it =
        std::upper_bound(network_.firstBundle.begin(), network_.firstBundle.end() - 1, bundle);
    return bundle >= network_.firstBundle[at(wanFabric_)]
               ? wanFabric_ + (bundle - network_.firstBundle[at(wanFabric_)]) / 2
               : static_cast<int>(it - network_.firstBundle.begin()) - 1;
}

}  // namespace headroom::engine
