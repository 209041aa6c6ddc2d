// SPDX-License-Identifier: Apache-2.0
#include "engine/fabric/topology/plane_topology.h"

#include "engine/base/index.h"

#include <cassert>
#include <numeric>

namespace headroom::engine {

void PlaneTopology::setSizes(int endpoints, bool hostCables, int switches, int leaves,
                             int fabricLinks, int bundles) {
    endpoints_ = endpoints;
    hostLinks_ = hostCables ? endpoints : 0;
    planeSwitches_ = switches;
    leaves_ = leaves;
    fabricLinks_ = fabricLinks;
    planeBundles_ = bundles;
}

LinkEnds PlaneTopology::ends(LinkId link) const {
    LinkEnds ends;
    ends.plane = link / planeLinks();
    const int local = link % planeLinks();
    const int firstSwitch = endpoints_ + ends.plane * planeSwitches_;
    if (local < hostLinks_) {
        ends.from = local;
        ends.to = firstSwitch + leafOf(local);
        return ends;
    }
    if (local < 2 * hostLinks_) {
        ends.from = firstSwitch + leafOf(local - hostLinks_);
        ends.to = local - hostLinks_;
        return ends;
    }
    const Hop between = hop(local - 2 * hostLinks_);
    ends.from = firstSwitch + between.from;
    ends.to = firstSwitch + between.to;
    ends.tier = between.tier;
    return ends;
}

SwitchPlace PlaneTopology::place(int switchNumber) const {
    SwitchPlace place = placeInPlane(switchNumber % planeSwitches_);
    place.plane = switchNumber / planeSwitches_;
    return place;
}

std::int64_t PlaneTopology::paths(int source, int destination, Routing routing) const {
    if (source == destination) {
        return 1;
    }
    const int from = leafOf(source), to = leafOf(destination);
    return spec_.planes * (from == to ? 1 : setSize(from, to, routing));
}

std::int64_t PlaneTopology::setSize(int from, int to, Routing routing) const {
    return routing == Routing::Ugal
               ? leafPaths(from, to, Routing::Minimal) + leafPaths(from, to, Routing::Valiant)
               : leafPaths(from, to, routing);
}

// Host links around what a shape wrote, and the numbers of the whole for those of the plane.
void PlaneTopology::finishPath(int source, int destination, int plane, LinkPath& out) const {
    const int first = plane * planeLinks();
    const int firstFabric = first + 2 * hostLinks_;
    for (int i = 0; i < out.hops; ++i) {
        out.link[at(i)] += firstFabric;
    }
    if (hostLinks_ > 0) {
        out.link[0] = first + source;
        out.add(first + hostLinks_ + destination);
    }
}

void PlaneTopology::path(int source, int destination, Routing routing, std::int64_t k,
                         LinkPath& out) const {
    out.hops = hostLinks_ > 0 ? 1 : 0;  // room for the first host link
    if (source == destination) {
        out.hops = 0;
        return;
    }
    const int from = leafOf(source), to = leafOf(destination);
    if (from != to) {
        std::int64_t inPlane = k / spec_.planes;
        if (routing == Routing::Ugal) {
            const std::int64_t minimal = leafPaths(from, to, Routing::Minimal);
            routing = inPlane < minimal ? Routing::Minimal : Routing::Valiant;
            inPlane -= inPlane < minimal ? 0 : minimal;
        }
        leafPath(from, to, routing, inPlane, out);
    }
    finishPath(source, destination, static_cast<int>(k % spec_.planes), out);
}

void PlaneTopology::fixedPath(int source, int destination, Routing routing, int plane,
                              LinkPath& out) const {
    out.hops = hostLinks_ > 0 ? 1 : 0;
    if (source == destination) {
        out.hops = 0;
        return;
    }
    if (leafOf(source) != leafOf(destination)) {
        fixedLeafPath(source, destination, routing, out);
    }
    finishPath(source, destination, plane, out);
}

Bundle PlaneTopology::bundle(int index) const {
    Bundle bundle = planeBundle(index % planeBundles_);
    bundle.plane = index / planeBundles_;
    return bundle;
}

int PlaneTopology::bundleOf(LinkId link) const {
    const int plane = link / planeLinks();
    const int local = link % planeLinks() - 2 * hostLinks_;
    return local < 0 ? -1 : plane * planeBundles_ + planeBundleOf(local);
}

std::vector<LinkId> PlaneTopology::bundleLinks(int index) const {
    std::vector<LinkId> links = planeBundleLinks(index % planeBundles_);
    const int first = index / planeBundles_ * planeLinks() + 2 * hostLinks_;
    for (LinkId& link : links) {
        link += first;
    }
    return links;
}

void PlaneTopology::addPair(int fromLeaf, int toLeaf, Routing routing, double weight,
                            std::span<double> load) const {
    assert(load.size() == at(bundles()));
    if (fromLeaf == toLeaf) {
        return;
    }
    routing = routing == Routing::Ugal ? Routing::Minimal : routing;
    for (int plane = 0; plane < spec_.planes; ++plane) {
        addLeafPair(fromLeaf, toLeaf, routing, weight / spec_.planes,
                    load.subspan(at(plane * planeBundles_), at(planeBundles_)));
    }
}

void PlaneTopology::addUniform(std::span<const double> members, Routing routing, double weight,
                               std::span<double> load) const {
    assert(load.size() == at(bundles()) && members.size() == at(leaves_));
    routing = routing == Routing::Ugal ? Routing::Minimal : routing;
    for (int plane = 0; plane < spec_.planes; ++plane) {
        addLeafUniform(members, routing, weight / spec_.planes,
                       load.subspan(at(plane * planeBundles_), at(planeBundles_)));
    }
}

void PlaneTopology::addLeafPair(int from, int to, Routing routing, double weight,
                                std::span<double> load) const {
    const std::int64_t count = leafPaths(from, to, routing);
    LinkPath path;
    for (std::int64_t k = 0; k < count; ++k) {
        path.hops = 0;
        leafPath(from, to, routing, k, path);
        for (int i = 0; i < path.hops; ++i) {
            load[at(planeBundleOf(path.link[at(i)]))] += weight / static_cast<double>(count);
        }
    }
}

void PlaneTopology::addLeafUniform(std::span<const double> members, Routing routing, double weight,
                                   std::span<double> load) const {
    const double all = std::accumulate(members.begin(), members.end(), 0.0);
    if (all <= 1.0) {
        return;
    }
    for (int from = 0; from < leaves_; ++from) {
        for (int to = 0; to < leaves_; ++to) {
            const double pairs = members[at(from)] * members[at(to)];
            if (from != to && pairs > 0.0) {
                addLeafPair(from, to, routing, weight * pairs / (all - 1.0), load);
            }
        }
    }
}

}  // namespace headroom::engine
