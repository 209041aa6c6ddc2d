// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/fabric/topology/grid.h"
#include "engine/fabric/topology/plane_topology.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace headroom::engine {

namespace {

constexpr int kMostLinks = 4096;  // of a pair of routers
constexpr int kMostTerminals = 1 << 20;

/// HyperX (Ahn et al., SC 2009): routers on a grid, each joined by K cables to every other that
/// differs in one coordinate; T endpoints a router. Bisection S K / (2 T) of injection along a
/// dimension of S.
/// Links: by dimension, by source router, by other coordinate, by cable. A bundle is the K cables
/// of one direction between two routers.
class HyperX final : public PlaneTopology {
  public:
    HyperX(const TopologySpec& spec, const Grid& grid, int endpoints)
        : PlaneTopology(spec), grid_(grid), cables_(spec.linksPerPair) {
        int bundles = 0;
        for (int d = 0; d < grid_.dims; ++d) {
            firstBundle_[at(d)] = bundles;
            bundles += grid_.nodes * (grid_.size[at(d)] - 1);
        }
        setSizes(endpoints, true, grid_.nodes, grid_.nodes, bundles * cables_, bundles);
    }

    TopologyCounts counts() const override;

    int groups() const override { return grid_.size[at(grid_.dims - 1)]; }

    int leafOf(int endpoint) const override { return endpoint / spec_.routerEndpoints; }

    int groupOfLeaf(int leaf) const override { return leaf / grid_.stride[at(grid_.dims - 1)]; }

    double bisectionBytesPerS() const override;

    int diameter() const override {
        return 2 +
               static_cast<int>(std::count_if(grid_.size.begin(), grid_.size.begin() + grid_.dims,
                                              [](int size) { return size > 1; }));
    }

  protected:
    Hop hop(int link) const override;

    SwitchPlace placeInPlane(int switchNumber) const override {
        SwitchPlace place;
        place.group = groupOfLeaf(switchNumber);
        place.index = switchNumber % grid_.stride[at(grid_.dims - 1)];
        return place;
    }

    std::int64_t leafPaths(int from, int to, Routing routing) const override;
    void leafPath(int from, int to, Routing routing, std::int64_t k, LinkPath& out) const override;

    void fixedLeafPath(int source, int destination, Routing, LinkPath& out) const override {
        leafPath(leafOf(source), leafOf(destination), Routing::DimensionOrder,
                 destination % cables_, out);
    }

    Bundle planeBundle(int index) const override;

    int planeBundleOf(int link) const override { return link / cables_; }

    std::vector<int> planeBundleLinks(int index) const override {
        std::vector<int> links(at(cables_));
        std::iota(links.begin(), links.end(), index * cables_);
        return links;
    }

    void addLeafUniform(std::span<const double> members, Routing routing, double weight,
                        std::span<double> load) const override;

  private:
    /// Cables across the worst halves of one layer of the grid: the dimensions that it extends in.
    double cutOf(std::array<bool, Grid::kMostDims> dims) const;

    int bundleOfMove(int dim, int from, int fromCoordinate, int toCoordinate) const {
        const int other = toCoordinate - (toCoordinate > fromCoordinate ? 1 : 0);
        return firstBundle_[at(dim)] + from * (grid_.size[at(dim)] - 1) + other;
    }

    // One way of `dims!` orders; cables taken in turn from the t-th.
    void walk(int from, int to, int order, int t, LinkPath& out) const;
    void addWalks(std::span<const double> source, std::span<const double> sink, int orders,
                  double weight, std::span<double> load) const;

    Grid grid_;
    int cables_;
    Grid::Place firstBundle_{};
};

TopologyCounts HyperX::counts() const {
    const std::int64_t planes = spec_.planes;
    TopologyCounts counts;
    counts.endpoints = endpoints();
    counts.places = static_cast<std::int64_t>(grid_.nodes) * spec_.routerEndpoints;
    counts.switches = counts.switchesByTier[0] = switches();
    counts.hostCables = planes * endpoints();
    for (int d = 0; d < grid_.dims; ++d) {
        counts.switchCables += planes * grid_.nodes * (grid_.size[at(d)] - 1) * cables_ / 2;
    }
    counts.cablesByTier[static_cast<std::size_t>(LinkTier::Host)] = counts.hostCables;
    counts.cablesByTier[static_cast<std::size_t>(LinkTier::Mesh)] = counts.switchCables;
    return counts;
}

// The worst cut across one dimension. An odd one has a middle layer, which is cut into halves itself;
// of one router half of its endpoints.
double HyperX::bisectionBytesPerS() const {
    std::array<bool, Grid::kMostDims> all{};
    std::fill(all.begin(), all.begin() + grid_.dims, true);
    return spec_.planes * spec_.linkBytesPerS * std::min(0.5 * endpoints(), cutOf(all));
}

double HyperX::cutOf(std::array<bool, Grid::kMostDims> dims) const {
    double nodes = 1.0;
    for (int d = 0; d < grid_.dims; ++d) {
        nodes *= dims[at(d)] ? grid_.size[at(d)] : 1;
    }
    double least = nodes > 1.0 ? std::numeric_limits<double>::max() : 0.5 * spec_.routerEndpoints;
    for (int d = 0; d < grid_.dims; ++d) {
        const int size = grid_.size[at(d)];
        if (size < 2 || !dims[at(d)]) {
            continue;
        }
        // Beside or in the middle layer: its halves have their cables to the other side, half each.
        double cables = static_cast<double>(size / 2) * (size - size / 2) * cables_ * nodes / size;
        if (size % 2 == 1) {
            auto rest = dims;
            rest[at(d)] = false;
            cables += cutOf(rest);
        }
        least = std::min(least, cables);
    }
    return least;
}

PlaneTopology::Hop HyperX::hop(int link) const {
    const int bundle = link / cables_;
    int d = grid_.dims - 1;
    while (bundle < firstBundle_[at(d)]) {
        --d;
    }
    const int others = grid_.size[at(d)] - 1;
    const int local = bundle - firstBundle_[at(d)];
    Hop hop;
    hop.tier = LinkTier::Mesh;
    hop.from = local / others;
    const int from = grid_.placeOf(hop.from)[at(d)];
    const int to = local % others + (local % others >= from ? 1 : 0);
    hop.to = hop.from + (to - from) * grid_.stride[at(d)];
    return hop;
}

std::int64_t HyperX::leafPaths(int, int, Routing routing) const {
    if (routing == Routing::Valiant) {
        return static_cast<std::int64_t>(grid_.nodes) * cables_;
    }
    const bool oneOrder = routing == Routing::DimensionOrder || routing == Routing::DModK;
    return cables_ * (oneOrder ? 1 : ordersOf(grid_.dims));
}

void HyperX::walk(int from, int to, int order, int t, LinkPath& out) const {
    const Grid::Place a = grid_.placeOf(from), b = grid_.placeOf(to);
    const Grid::Place dims = orderOf(grid_.dims, order);
    for (int i = 0; i < grid_.dims; ++i) {
        const auto d = at(dims[at(i)]);
        if (a[d] != b[d]) {
            const int bundle = bundleOfMove(dims[at(i)], from, a[d], b[d]);
            out.add(bundle * cables_ + (t + i) % cables_);
            from += (b[d] - a[d]) * grid_.stride[d];
        }
    }
}

void HyperX::leafPath(int from, int to, Routing routing, std::int64_t k, LinkPath& out) const {
    const int t = static_cast<int>(k % cables_), rest = static_cast<int>(k / cables_);
    if (routing != Routing::Valiant) {
        walk(from, to, rest, t, out);
        return;
    }
    walk(from, rest, 0, t, out);
    walk(rest, to, 0, t, out);
}

Bundle HyperX::planeBundle(int index) const {
    const Hop ends = hop(index * cables_);
    Bundle bundle;
    bundle.tier = LinkTier::Mesh;
    bundle.from = ends.from;
    bundle.to = ends.to;
    bundle.links = cables_;
    return bundle;
}

void HyperX::addWalks(std::span<const double> source, std::span<const double> sink, int orders,
                      double weight, std::span<double> load) const {
    for (int p = 0; p < orders; ++p) {
        walkLines(grid_, orderOf(grid_.dims, p), source, sink,
                  [&](int dim, int line, int from, int to, double traffic) {
                      const int node = line + from * grid_.stride[at(dim)];
                      load[at(bundleOfMove(dim, node, from, to))] += weight / orders * traffic;
                  });
    }
}

void HyperX::addLeafUniform(std::span<const double> members, Routing routing, double weight,
                            std::span<double> load) const {
    const double all = std::accumulate(members.begin(), members.end(), 0.0);
    if (all <= 1.0) {
        return;
    }
    weight /= all - 1.0;
    if (routing != Routing::Valiant) {
        const bool oneOrder = routing == Routing::DimensionOrder || routing == Routing::DModK;
        addWalks(members, members, oneOrder ? 1 : ordersOf(grid_.dims), weight, load);
        return;
    }
    // To any router in equal parts, and from there on.
    std::vector<double> away(members.begin(), members.end());
    for (double& m : away) {
        m *= all - m;
    }
    const std::vector<double> anywhere(members.size(), 1.0 / grid_.nodes);
    addWalks(away, anywhere, 1, weight, load);
    addWalks(anywhere, away, 1, weight, load);
}

}  // namespace

MadeTopology makeHyperX(const TopologySpec& spec) {
    const auto grid = makeGrid(spec.dims, Grid::kMostDims);
    if (!grid) {
        return tl::unexpected(grid.error());
    }
    auto fine = shapeRange("links_per_pair", spec.linksPerPair, 1, kMostLinks);
    if (fine) {
        fine = shapeRange("router_endpoints", spec.routerEndpoints, 1, kMostTerminals);
    }
    double links = 2.0 * spec.routerEndpoints * static_cast<double>(grid->nodes);
    for (const int size : spec.dims) {
        links += static_cast<double>(grid->nodes) * (size - 1.0) * spec.linksPerPair;
    }
    if (fine) {
        fine = shapeFits(spec.planes, links);
    }
    const std::int64_t places = static_cast<std::int64_t>(grid->nodes) * spec.routerEndpoints;
    if (fine && spec.endpoints > places) {
        fine = tl::unexpected(shapeError("FAB-002",
                                         std::to_string(spec.endpoints) +
                                             " endpoints do not fit a HyperX of " +
                                             std::to_string(places),
                                         "Add routers or endpoints of a router, or join fewer."));
    }
    if (!fine) {
        return tl::unexpected(std::move(fine.error()));
    }
    return std::make_shared<HyperX>(spec, *grid,
                                    spec.endpoints > 0 ? spec.endpoints : static_cast<int>(places));
}

}  // namespace headroom::engine
