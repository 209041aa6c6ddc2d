// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// The shape of a scale-out network, implicit: which links there are and which a packet may take is
/// arithmetic on numbers; nothing is stored per link but what deviates (see RoutedFlows). Every
/// full-duplex cable is two directed links.
///
/// Endpoints are ports of adapters, 0 … endpoints() - 1; a *leaf* is the switch that an endpoint is
/// joined to. A *bundle* is a set of parallel directed links over which routing spreads traffic
/// evenly (uplinks of a leaf, links of a pod to the core, links between two dragonfly groups, one
/// link of a torus): what a running facility is solved on, and what a view draws first.
namespace headroom::engine {

using LinkId = std::int32_t;

enum class TopologyKind : std::uint8_t {
    FatTree,        ///< folded Clos of 1, 2 or 3 tiers
    RailOptimised,  ///< fat tree; adapter r of every server of a group joins leaf r of the group
    RailOnly,       ///< rail-optimised without the tiers above: rails are networks of their own
    Dragonfly,      ///< groups of `a` fully joined routers; p endpoints, h global links a router
    DragonflyPlus,  ///< groups of leaf and spine; spines hold the global links
    Torus,          ///< 1 to 3 dimensions; a node is its own switch
    HyperX          ///< every router joined to all others in each of its dimensions
};

/// Where in the network a link is; tables and legends group by it.
enum class LinkTier : std::uint8_t {
    Host,    ///< endpoint and leaf
    Leaf,    ///< leaf and spine
    Spine,   ///< spine and core
    Local,   ///< inside a dragonfly group
    Global,  ///< between dragonfly groups
    Mesh,    ///< along a dimension of a torus or HyperX
    Wan      ///< between sites; never inside a Topology
};

const char* topologyKindName(TopologyKind kind);  ///< "fat_tree", as in project files
const char* linkTierName(LinkTier tier);          ///< for people: "leaf to spine"

/// Requirements of a network. Fields that a kind does not name are not read.
struct TopologySpec {
    TopologyKind kind = TopologyKind::FatTree;
    int endpoints = 0;  ///< adapters to join; 0 means as many as the shape has
    int planes = 1;     ///< independent copies; an adapter has a port of linkBytesPerS in each
    int radix = 64;     ///< ports of a switch at the rate of a link: trees
    double linkBytesPerS = 50e9;  ///< of one link, one way
    double hopLatencyS = 0.0;     ///< of one link with its switch

    int tiers = 0;                  ///< trees: 1 to 3; 0 means the fewest that reach
    double oversubscription = 1.0;  ///< trees: downlinks for each uplink of a leaf
    int rails = 8;                  ///< rail kinds: adapters of a server

    int routerEndpoints = 4, groupRouters = 8, routerGlobals = 4, groups = 9;  ///< p, a, h, g
    std::vector<int> dims;  ///< Torus, HyperX: routers along each dimension
    bool wrap = true;       ///< Torus: rings; false: mesh
    bool twisted = false;   ///< Torus k x k x 2k: wrap of a short dimension shifts by k in the long
    int cubeEdge = 0;  ///< Torus: cubes of this edge joined by optical circuit switches; 0 if none
    int linksPerPair = 1;  ///< HyperX: K
};

/// Exact numbers of parts. Cables are full duplex.
struct TopologyCounts {
    std::int64_t endpoints = 0;  ///< joined
    std::int64_t places = 0;     ///< that the shape offers
    std::int64_t switches = 0;
    std::array<std::int64_t, 3> switchesByTier{};  ///< leaf or router, spine, core
    std::int64_t circuitSwitches = 0;              ///< optical, of a torus in cubes
    std::int64_t hostCables = 0;
    std::int64_t switchCables = 0;
    std::array<std::int64_t, 7> cablesByTier{};  ///< by LinkTier
};

/// Links from an endpoint to another, in order.
struct LinkPath {
    static constexpr int kMost = 96;
    std::array<LinkId, kMost> link{};
    int hops = 0;

    void add(LinkId id) { link[static_cast<std::size_t>(hops++)] = id; }
};

/// Nodes: endpoints first, then switches from endpoints() on. A torus node is both: it has no host
/// links; its links join the routers inside the nodes, which are numbered as switches.
struct LinkEnds {
    int from = 0, to = 0;
    LinkTier tier = LinkTier::Host;
    int plane = 0;
};

/// Where a switch is in the shape.
struct SwitchPlace {
    int tier = 0;   ///< 0 leaf or router, 1 spine, 2 core
    int group = 0;  ///< pod, dragonfly group, or slab of a torus; -1 means belongs to none (core)
    int plane = 0;
    int rail = -1;  ///< rail kinds; -1 means any
    int index = 0;  ///< within tier, group and plane
};

/// A bundle of directed links between switches. Host links are in none.
struct Bundle {
    LinkTier tier = LinkTier::Host;
    int plane = 0;
    int from = 0, to = 0;  ///< switches of the plane, or groups; -1 means the tier above as a whole
    bool fromGroup = false, toGroup = false;  ///< the end is a whole group, not one switch
    int links = 0;
};

/// How traffic picks among paths.
enum class Routing : std::uint8_t {
    DModK,           ///< trees: up-port by destination modulo
    Ecmp,            ///< hash of flow and queue pair, at every switch
    Adaptive,        ///< least loaded of the equal-cost paths
    Spray,           ///< every packet on another of the equal-cost paths: even
    Minimal,         ///< dragonfly, HyperX: shortest
    Valiant,         ///< by way of a random intermediate group (or router)
    Ugal,            ///< minimal or Valiant by load
    DimensionOrder,  ///< torus, HyperX
};

const char* routingName(Routing routing);  ///< "d_mod_k", as in project files

/// A shape. Constant and cheap to ask from any thread.
class Topology {
  public:
    virtual ~Topology() = default;

    const TopologySpec& spec() const { return spec_; }

    virtual TopologyCounts counts() const = 0;

    virtual int endpoints() const = 0;
    /// Plane by plane; in a plane, leaves first. In a torus, the routers inside its nodes: no boxes, so that
    /// counts().switches is 0.
    virtual int switches() const = 0;
    virtual int links() const = 0;  ///< directed
    virtual LinkEnds ends(LinkId link) const = 0;
    virtual SwitchPlace place(int switchNumber) const = 0;  ///< 0 … switches() - 1
    virtual int groups() const = 0;

    /// Rate of one link as built [bytes/s]; all alike in a plane.
    double linkBytesPerS() const { return spec_.linkBytesPerS; }

    /// Paths between two endpoints of the routing's path set (Minimal and alike: shortest; Valiant:
    /// one for each intermediate), over all planes; 0 where there is none (rail-only across rails);
    /// 1, without links, from an endpoint to itself. Some sets have a path several times, so that
    /// an even choice of k loads parallel links as weighted multipath routing does.
    /// path(k) writes the k-th; equal arguments, equal paths.
    virtual std::int64_t paths(int source, int destination, Routing routing) const = 0;
    virtual void path(int source, int destination, Routing routing, std::int64_t k,
                      LinkPath& out) const = 0;
    /// The one path of a deterministic routing (DModK, DimensionOrder), in plane `plane`.
    virtual void fixedPath(int source, int destination, Routing routing, int plane,
                           LinkPath& out) const = 0;

    virtual int leaves() const = 0;  ///< first-hop switches of one plane
    virtual int leafOf(int endpoint) const = 0;
    virtual int groupOfLeaf(int leaf) const = 0;

    virtual int bundles() const = 0;
    virtual Bundle bundle(int index) const = 0;
    virtual int bundleOf(LinkId link) const = 0;  ///< -1 means a host link
    /// The links of a bundle, for drill-down.
    virtual std::vector<LinkId> bundleLinks(int index) const = 0;

    /// Adds to load[bundle] the share of a unit of traffic from an endpoint of one leaf to one of
    /// another (host links excluded), times weight, all planes together. One leaf: nothing.
    /// Ugal: its minimal part; what goes by detours depends on all traffic, see ugalDetour.
    virtual void addPair(int fromLeaf, int toLeaf, Routing routing, double weight,
                         std::span<double> load) const = 0;
    /// The same for a unit from every endpoint of a set to all others of the set in equal parts:
    /// `members` of each leaf. In closed form where the shape has one.
    virtual void addUniform(std::span<const double> members, Routing routing, double weight,
                            std::span<double> load) const = 0;

    /// Bytes/s, one way, across the worst cut into two equal halves of the endpoints.
    virtual double bisectionBytesPerS() const = 0;

    /// Most links on a minimal path, host links included.
    virtual int diameter() const = 0;

  protected:
    explicit Topology(TopologySpec spec) : spec_(std::move(spec)) {}

    TopologySpec spec_;
};

/// Makes the shape. Errors FAB-0xx: too many endpoints for the shape, a radix or dimension that
/// makes none. `counts().places` of the result is at least spec.endpoints.
Result<std::shared_ptr<const Topology>> makeTopology(const TopologySpec& spec);

}  // namespace headroom::engine
