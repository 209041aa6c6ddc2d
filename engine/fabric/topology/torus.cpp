// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/fabric/topology/grid.h"
#include "engine/fabric/topology/plane_topology.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <numeric>

namespace headroom::engine {

namespace {

constexpr int kMostDims = 3;

/// Torus or mesh of 1 to 3 dimensions; every node is its own switch and joins its neighbours. A
/// ring of two nodes is one cable. Twisted k x 2k, k x k x 2k (Camarero, Martinez, Beivide, IEEE
/// TPDS 2010; offered by TPU v4 pods, Jouppi et al., ISCA 2023): the wrap of a short dimension
/// arrives k further along the long one. Cubes of edge c (TPU v4): each place on the faces of the
/// three directions has an optical circuit switch, with two ports of every cube: 3 c^2, 48 for 4.
///
/// Links: cable by cable, there (towards higher coordinates, and across the wrap) and back. A cable
/// belongs to the node at its lower end. Each link is a bundle.
class Torus final : public PlaneTopology {
  public:
    Torus(const TopologySpec& spec, const Grid& grid, int endpoints)
        : PlaneTopology(spec), grid_(grid) {
        const auto longest = std::max_element(grid_.size.begin(), grid_.size.begin() + grid_.dims);
        long_ = static_cast<int>(longest - grid_.size.begin());
        int cables = 0;
        for (int d = 0; d < grid_.dims; ++d) {
            const int size = grid_.size[at(d)];
            ring_[at(d)] = spec.wrap && size > 1 && (size > 2 || shifts(d));
            perLine_[at(d)] = ring_[at(d)] ? size : size - 1;
            firstCable_[at(d)] = cables;
            cables += grid_.nodes / size * perLine_[at(d)];
        }
        setSizes(endpoints, false, grid_.nodes, grid_.nodes, 2 * cables, 2 * cables);
    }

    TopologyCounts counts() const override;

    int groups() const override {
        return spec_.cubeEdge > 0 ? cubes() : grid_.size[at(grid_.dims - 1)];
    }

    int leafOf(int endpoint) const override { return endpoint; }

    int groupOfLeaf(int leaf) const override { return placeInPlane(leaf).group; }

    double bisectionBytesPerS() const override;
    int diameter() const override;

  protected:
    Hop hop(int link) const override;
    SwitchPlace placeInPlane(int switchNumber) const override;
    std::int64_t leafPaths(int from, int to, Routing routing) const override;
    void leafPath(int from, int to, Routing routing, std::int64_t k, LinkPath& out) const override;
    void fixedLeafPath(int source, int destination, Routing, LinkPath& out) const override;

    Bundle planeBundle(int index) const override {
        const Hop ends = hop(index);
        Bundle bundle;
        bundle.tier = LinkTier::Mesh;
        bundle.from = ends.from;
        bundle.to = ends.to;
        bundle.links = 1;
        return bundle;
    }

    int planeBundleOf(int link) const override { return link; }

    std::vector<int> planeBundleLinks(int index) const override { return {index}; }

    void addLeafPair(int from, int to, Routing routing, double weight,
                     std::span<double> load) const override;
    void addLeafUniform(std::span<const double> members, Routing routing, double weight,
                        std::span<double> load) const override;

  private:
    /// Signed steps along each dimension; the shortest vectors between two nodes.
    struct Ways {
        std::array<Grid::Place, 8> steps{};
        int count = 0;
        int length = std::numeric_limits<int>::max();
    };

    /// Cables across the worst halves of one layer of the grid: the dimensions that it extends in.
    double cutOf(std::array<bool, kMostDims> dims) const;

    bool shifts(int dim) const { return spec_.twisted && dim != long_; }

    int cubes() const {
        int cubes = 1;
        for (int d = 0; d < grid_.dims; ++d) {
            cubes *= grid_.size[at(d)] / spec_.cubeEdge;
        }
        return cubes;
    }

    void step(Grid::Place& place, int dim, bool forward) const;
    LinkId linkOf(const Grid::Place& place, int dim, bool forward) const;
    Ways shortest(int from, int to) const;
    void consider(const Grid::Place& steps, Ways& ways) const;
    void walk(int from, const Grid::Place& steps, int order, LinkPath& out) const;
    void addWalks(std::span<const double> source, std::span<const double> sink, int orders,
                  double weight, std::span<double> load) const;
    void addMove(int dim, int line, int from, int to, double traffic, std::span<double> load) const;

    Grid grid_;
    int long_ = 0;
    std::array<bool, Grid::kMostDims> ring_{};
    Grid::Place perLine_{}, firstCable_{};  ///< cables
};

TopologyCounts Torus::counts() const {
    TopologyCounts counts;
    counts.endpoints = endpoints();
    counts.places = grid_.nodes;
    counts.switchCables = links() / 2;
    counts.cablesByTier[static_cast<std::size_t>(LinkTier::Mesh)] = counts.switchCables;
    if (spec_.cubeEdge > 0) {
        std::int64_t face = 1;
        for (int d = 1; d < grid_.dims; ++d) {
            face *= spec_.cubeEdge;
        }
        counts.circuitSwitches = spec_.planes * grid_.dims * face;
    }
    return counts;
}

// The worst cut across one dimension: two cables of each ring, one of each line. An odd dimension has
// a middle layer, which is cut into halves itself: (k^n - 1) / (k - 1) cables of each line of an odd
// k^n mesh, twice that of a torus. Halves of the long dimension of a twisted torus are also joined by
// every wrap of the short ones.
double Torus::bisectionBytesPerS() const {
    if (grid_.nodes == 1) {
        return 0.0;
    }
    std::array<bool, kMostDims> all{};
    std::fill(all.begin(), all.begin() + grid_.dims, true);
    return spec_.planes * spec_.linkBytesPerS * cutOf(all);
}

double Torus::cutOf(std::array<bool, kMostDims> dims) const {
    double nodes = 1.0;
    for (int d = 0; d < grid_.dims; ++d) {
        nodes *= dims[at(d)] ? grid_.size[at(d)] : 1;
    }
    double least = nodes > 1.0 ? std::numeric_limits<double>::max() : 0.0;
    for (int d = 0; d < grid_.dims; ++d) {
        const int size = grid_.size[at(d)];
        if (size < 2 || !dims[at(d)]) {
            continue;
        }
        double cables = nodes / size * (ring_[at(d)] && size > 2 ? 2 : 1);
        if (shifts(d) && size == 2) {
            cables *= 2.0;  // both cables of the ring cross
        }
        for (int e = 0; spec_.twisted && d == long_ && e < grid_.dims; ++e) {
            cables += e == d ? 0.0 : nodes / grid_.size[at(e)];
        }
        if (size % 2 == 1) {
            auto rest = dims;
            rest[at(d)] = false;
            cables += cutOf(rest);
        }
        least = std::min(least, cables);
    }
    return least;
}

int Torus::diameter() const {
    if (!spec_.twisted) {
        int sum = 0;
        for (int d = 0; d < grid_.dims; ++d) {
            sum += ring_[at(d)] ? grid_.size[at(d)] / 2 : grid_.size[at(d)] - 1;
        }
        return sum;
    }
    int most = 0;  // every node sees the same
    for (int node = 1; node < grid_.nodes; ++node) {
        most = std::max(most, shortest(0, node).length);
    }
    return most;
}

void Torus::step(Grid::Place& place, int dim, bool forward) const {
    const auto d = at(dim);
    place[d] += forward ? 1 : -1;
    if (place[d] >= 0 && place[d] < grid_.size[d]) {
        return;
    }
    place[d] = forward ? 0 : grid_.size[d] - 1;
    if (shifts(dim)) {  // k there and k back are the same on a ring of 2k
        int& along = place[at(long_)];
        along = (along + grid_.size[d]) % grid_.size[at(long_)];
    }
}

LinkId Torus::linkOf(const Grid::Place& place, int dim, bool forward) const {
    const auto d = at(dim);
    Grid::Place low = place;
    if (!forward) {
        step(low, dim, false);
    }
    int below = 0, above = 0;
    for (int e = 0; e < grid_.dims; ++e) {
        (e < dim ? below : above) += e == dim ? 0 : low[at(e)] * grid_.stride[at(e)];
    }
    const int line = above / (grid_.stride[d] * grid_.size[d]);
    const int cable = firstCable_[d] + (line * perLine_[d] + low[d]) * grid_.stride[d] + below;
    return 2 * cable + (forward ? 0 : 1);
}

PlaneTopology::Hop Torus::hop(int link) const {
    int d = grid_.dims - 1;
    while (link / 2 < firstCable_[at(d)] || perLine_[at(d)] == 0) {
        --d;
    }
    const int cable = link / 2 - firstCable_[at(d)];
    const int stride = grid_.stride[at(d)];
    const int along = cable / stride % perLine_[at(d)];
    const int line = cable / stride / perLine_[at(d)];
    Hop hop;
    hop.tier = LinkTier::Mesh;
    hop.from = (line * grid_.size[at(d)] + along) * stride + cable % stride;
    Grid::Place place = grid_.placeOf(hop.from);
    step(place, d, true);
    for (int e = 0; e < grid_.dims; ++e) {
        hop.to += place[at(e)] * grid_.stride[at(e)];
    }
    if (link % 2 == 1) {
        std::swap(hop.from, hop.to);
    }
    return hop;
}

SwitchPlace Torus::placeInPlane(int switchNumber) const {
    SwitchPlace place;
    const int edge = spec_.cubeEdge;
    if (edge == 0) {
        place.group = switchNumber / grid_.stride[at(grid_.dims - 1)];
        place.index = switchNumber % grid_.stride[at(grid_.dims - 1)];
        return place;
    }
    const Grid::Place at3 = grid_.placeOf(switchNumber);
    for (int d = grid_.dims - 1; d >= 0; --d) {
        place.group = place.group * (grid_.size[at(d)] / edge) + at3[at(d)] / edge;
        place.index = place.index * edge + at3[at(d)] % edge;
    }
    return place;
}

void Torus::consider(const Grid::Place& steps, Ways& ways) const {
    int length = 0;
    for (int d = 0; d < grid_.dims; ++d) {
        length += std::abs(steps[at(d)]);
    }
    if (length < ways.length) {
        ways.length = length;
        ways.count = 0;
    }
    if (length == ways.length) {
        ways.steps[at(ways.count++)] = steps;
    }
}

// Each dimension forward or backward; with a twist, what the wraps of the short ones shift is made
// good along the long one.
Torus::Ways Torus::shortest(int from, int to) const {
    const Grid::Place a = grid_.placeOf(from), b = grid_.placeOf(to);
    Ways ways;
    for (unsigned back = 0; back < 1U << grid_.dims; ++back) {
        Grid::Place steps{};
        int shift = 0;
        bool whole = true;
        for (int d = 0; d < grid_.dims; ++d) {
            const int size = grid_.size[at(d)];
            const bool backward = (back >> d & 1U) != 0;
            if (spec_.twisted && d == long_) {
                continue;
            }
            if (!ring_[at(d)]) {
                steps[at(d)] = b[at(d)] - a[at(d)];
                whole = whole && !backward;
                continue;
            }
            const int forward = (b[at(d)] - a[at(d)] + size) % size;
            steps[at(d)] = backward ? forward - size : forward;
            whole = whole && (forward > 0 || !backward);
            const int wraps = (a[at(d)] + steps[at(d)] - b[at(d)]) / size;
            shift += shifts(d) ? wraps * size : 0;
        }
        if (spec_.twisted) {
            const int size = grid_.size[at(long_)];
            const int forward = ((b[at(long_)] - a[at(long_)] - shift) % size + size) % size;
            const bool backward = (back >> long_ & 1U) != 0;
            steps[at(long_)] = backward ? forward - size : forward;
            whole = whole && (forward > 0 || !backward);
        }
        if (whole) {
            consider(steps, ways);
        }
    }
    return ways;
}

// Dimension order: one path for each shortest vector. Others: in every order of dimensions. Valiant
// through every node, in dimension order; 8 by 8 choices of shortest vectors.
std::int64_t Torus::leafPaths(int from, int to, Routing routing) const {
    if (routing == Routing::Valiant) {
        return static_cast<std::int64_t>(grid_.nodes) << (2 * grid_.dims);
    }
    const bool oneOrder = routing == Routing::DimensionOrder || routing == Routing::DModK;
    return shortest(from, to).count * (oneOrder ? 1 : ordersOf(grid_.dims));
}

void Torus::walk(int from, const Grid::Place& steps, int order, LinkPath& out) const {
    Grid::Place place = grid_.placeOf(from);
    const Grid::Place dims = orderOf(grid_.dims, order);
    for (int i = 0; i < grid_.dims; ++i) {
        const int d = dims[at(i)];
        const bool forward = steps[at(d)] > 0;
        for (int n = std::abs(steps[at(d)]); n > 0; --n) {
            out.add(linkOf(place, d, forward));
            step(place, d, forward);
        }
    }
}

void Torus::leafPath(int from, int to, Routing routing, std::int64_t k, LinkPath& out) const {
    if (routing != Routing::Valiant) {
        const Ways ways = shortest(from, to);
        walk(from, ways.steps[at(static_cast<int>(k % ways.count))],
             static_cast<int>(k / ways.count), out);
        return;
    }
    const int choices = 1 << grid_.dims;
    const int via = static_cast<int>(k % grid_.nodes);
    k /= grid_.nodes;
    const Ways there = shortest(from, via), on = shortest(via, to);
    walk(from, there.steps[at(static_cast<int>(k % choices) % there.count)], 0, out);
    walk(via, on.steps[at(static_cast<int>(k / choices) % on.count)], 0, out);
}

// Among equal ways, nodes of even and odd coordinates take opposite directions.
void Torus::fixedLeafPath(int source, int destination, Routing, LinkPath& out) const {
    const Ways ways = shortest(source, destination);
    const Grid::Place place = grid_.placeOf(source);
    int best = 0, most = -1;
    for (int i = 0; i < ways.count; ++i) {
        int match = 0;
        for (int d = 0; d < grid_.dims; ++d) {
            match += (ways.steps[at(i)][at(d)] > 0) == (place[at(d)] % 2 == 0) ? 1 : 0;
        }
        if (match > most) {
            most = match;
            best = i;
        }
    }
    walk(source, ways.steps[at(best)], 0, out);
}

// Along one line of an untwisted torus, the shorter way round, half and half where both are.
void Torus::addMove(int dim, int line, int from, int to, double traffic,
                    std::span<double> load) const {
    const auto d = at(dim);
    const int forward = to > from ? to - from : to - from + grid_.size[d];
    const int backward = grid_.size[d] - forward;
    const double ahead = !ring_[d]             ? (to > from ? 1.0 : 0.0)
                         : forward == backward ? 0.5
                                               : (forward < backward ? 1.0 : 0.0);
    for (const bool onward : {true, false}) {
        const double share = onward ? ahead : 1.0 - ahead;
        Grid::Place place = grid_.placeOf(line);
        place[d] = from;
        for (int n = share > 0.0 ? (onward ? forward : backward) : 0; n > 0; --n) {
            load[at(linkOf(place, dim, onward))] += share * traffic;
            step(place, dim, onward);
        }
    }
}

void Torus::addWalks(std::span<const double> source, std::span<const double> sink, int orders,
                     double weight, std::span<double> load) const {
    for (int p = 0; p < orders; ++p) {
        walkLines(grid_, orderOf(grid_.dims, p), source, sink,
                  [&](int dim, int line, int from, int to, double traffic) {
                      addMove(dim, line, from, to, weight / orders * traffic, load);
                  });
    }
}

void Torus::addLeafPair(int from, int to, Routing routing, double weight,
                        std::span<double> load) const {
    if (routing != Routing::Valiant || spec_.twisted) {
        PlaneTopology::addLeafPair(from, to, routing, weight, load);
        return;
    }
    std::vector<double> one(at(grid_.nodes), 0.0);
    const std::vector<double> anywhere(at(grid_.nodes), 1.0 / grid_.nodes);
    one[at(from)] = 1.0;
    addWalks(one, anywhere, 1, weight, load);
    one[at(from)] = 0.0;
    one[at(to)] = 1.0;
    addWalks(anywhere, one, 1, weight, load);
}

void Torus::addLeafUniform(std::span<const double> members, Routing routing, double weight,
                           std::span<double> load) const {
    const double all = std::accumulate(members.begin(), members.end(), 0.0);
    if (all <= 1.0) {
        return;
    }
    if (spec_.twisted) {
        PlaneTopology::addLeafUniform(members, routing, weight, load);
        return;
    }
    weight /= all - 1.0;
    if (routing != Routing::Valiant) {
        const bool oneOrder = routing == Routing::DimensionOrder || routing == Routing::DModK;
        addWalks(members, members, oneOrder ? 1 : ordersOf(grid_.dims), weight, load);
        return;
    }
    std::vector<double> away(members.begin(), members.end());
    for (double& m : away) {
        m *= all - m;
    }
    const std::vector<double> anywhere(members.size(), 1.0 / grid_.nodes);
    addWalks(away, anywhere, 1, weight, load);
    addWalks(anywhere, away, 1, weight, load);
}

Result<void> checkTorus(const TopologySpec& spec, const Grid& grid) {
    double links = 0.0;
    int longest = 0;
    for (const int size : spec.dims) {
        links += 2.0 * grid.nodes;
        longest += spec.wrap ? size / 2 : size - 1;
    }
    if (auto fine = shapeFits(spec.planes, links); !fine) {
        return fine;
    }
    if (2 * longest > LinkPath::kMost) {
        return tl::unexpected(shapeError("FAB-005",
                                         "a detour across the torus crosses " +
                                             std::to_string(2 * longest) + " links; at most " +
                                             std::to_string(LinkPath::kMost) + " can be followed",
                                         "Take shorter dimensions, or more of them."));
    }
    if (spec.endpoints > grid.nodes) {
        return tl::unexpected(shapeError("FAB-002",
                                         std::to_string(spec.endpoints) +
                                             " endpoints do not fit a torus of " +
                                             std::to_string(grid.nodes) + " nodes",
                                         "Enlarge a dimension, or join fewer."));
    }
    if (spec.twisted) {
        std::vector<int> sizes = spec.dims;
        std::sort(sizes.begin(), sizes.end());
        const bool alike = sizes.size() > 1 && sizes[sizes.size() - 2] == sizes.front() &&
                           sizes.back() == 2 * sizes.front() && sizes.front() > 1;
        if (!alike || !spec.wrap) {
            return tl::unexpected(shapeError("FAB-006",
                                             "a twisted torus is k x 2k or k x k x 2k, with wrap",
                                             "State such dimensions, or no twist."));
        }
    }
    const bool cubes = std::all_of(spec.dims.begin(), spec.dims.end(), [&](int size) {
        return spec.cubeEdge == 0 || (spec.cubeEdge > 0 && size % spec.cubeEdge == 0);
    });
    if (!cubes) {
        return tl::unexpected(shapeError(
            "FAB-006", "cubes of edge " + std::to_string(spec.cubeEdge) + " do not fill the torus",
            "State dimensions that are multiples of the edge, or no cubes."));
    }
    return {};
}

}  // namespace

MadeTopology makeTorus(const TopologySpec& spec) {
    const auto grid = makeGrid(spec.dims, kMostDims);
    if (!grid) {
        return tl::unexpected(grid.error());
    }
    if (auto fine = checkTorus(spec, *grid); !fine) {
        return tl::unexpected(std::move(fine.error()));
    }
    return std::make_shared<Torus>(spec, *grid, spec.endpoints > 0 ? spec.endpoints : grid->nodes);
}

}  // namespace headroom::engine
