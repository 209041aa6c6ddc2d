// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/fabric/topology/topology.h"

#include <cstdint>
#include <memory>
#include <vector>

/// The diagram of a fabric: which boxes there are, where they are drawn and which bundles join them.
/// Geometry only; who draws it knows colours and text.
///
///   trees        cores on top, pods or leaves in a row below, their endpoints under them
///   dragonflies  groups on a circle, inside a group its routers on a circle
///   torus        slabs in a row, inside a slab a grid; links around the edge are arcs
///   HyperX       groups on a circle, inside a group a grid whose lines are fully joined
/// A view is the whole fabric, some groups, one group, some leaves, or the links of one bundle.
/// Everything outside of the view is one box, so that no traffic disappears. Where boxes are too
/// many to distinguish, neighbours share one: the number of items is bounded at any size of
/// the fabric. Every bundle of the plane is in one edge, inside one box, or outside of the view.
/// The same fabric gives the same diagram.
namespace headroom::engine {

/// Ends of bundles, found once for a fabric: O(endpoints + switches + bundles).
struct TopologyIndex {
    /// Where one end of a bundle is, by its first link.
    struct End {
        std::int32_t switchNumber = -1;
        std::int32_t leaf = -1;   ///< tier 0: its number in the plane; else -1
        std::int32_t group = -1;  ///< -1 means belongs to none
        std::int8_t tier = 0;
    };

    struct Ends {
        End from, to;
        LinkTier tier = LinkTier::Leaf;
        std::int32_t plane = 0;
        std::int32_t links = 0;
    };

    std::shared_ptr<const Topology> topology;
    std::vector<Ends> bundles;
    std::vector<std::int32_t> leafSwitch;       ///< by plane and leaf: its switch
    std::vector<std::int32_t> leafOfSwitch;     ///< by switch; -1 if none
    std::vector<std::int32_t> endpointsOfLeaf;  ///< adapters joined
    std::vector<std::vector<std::int32_t>> leavesOfGroup;
    std::vector<std::int32_t> spinesOfGroup;  ///< of one plane
    std::int32_t looseSpines = 0;             ///< of one plane, that belong to no group
    std::int32_t cores = 0;                   ///< of one plane

    int leaves() const { return static_cast<int>(endpointsOfLeaf.size()); }

    int groups() const { return static_cast<int>(leavesOfGroup.size()); }

    End endOf(int node) const;
};

TopologyIndex indexFabric(std::shared_ptr<const Topology> topology);

/// Scope of a diagram; all -1 and empty for the whole fabric.
struct FabricScope {
    int plane = -1;            ///< -1 means all planes, each bundle next to its twins
    std::vector<int> groups;   ///< only these groups; one: its switches
    std::vector<int> leaves;   ///< only these leaves
    std::vector<int> bundles;  ///< the links of these
    bool operator==(const FabricScope&) const = default;

    bool isWhole() const { return groups.empty() && leaves.empty() && bundles.empty(); }
};

/// Lengths are in units of the diagram; one is a pixel at 100 %.
struct FabricStyle {
    double box = 44.0;         ///< side of a leaf or router
    double group = 64.0;       ///< width of a pod or dragonfly group
    double gap = 12.0;         ///< between boxes in a row
    double tier = 96.0;        ///< from a tier to the next: room for its links
    double mostTier = 8.0;     ///< times as far where there is room
    double hosts = 24.0;       ///< height of the endpoints under a leaf
    int mostInRow = 32;        ///< boxes next to each other
    int mostOnCircle = 24;     ///< whose pairs may all be joined
    int mostAcross = 12;       ///< boxes along a side of a grid of rings
    int mostAcrossJoined = 8;  ///< the same where lines are fully joined
    double shape = 1.6;        ///< width over height of where it is to be seen
    int mostLinks = 32;        ///< lines of a bundle that is drawn link by link
};

enum class FabricNodeKind : std::uint8_t {
    Leaves,  ///< leaves or routers
    Group,   ///< whole pods, dragonfly groups, slabs
    Spines,
    Cores,
    Rest,  ///< all that is outside of the scope and below the cores
    End    ///< of a bundle that is drawn link by link
};

struct FabricBox {
    double x = 0.0, y = 0.0, width = 0.0, height = 0.0;
};

struct FabricPoint {
    double x = 0.0, y = 0.0;
};

struct FabricNode {
    FabricNodeKind kind = FabricNodeKind::Leaves;
    std::vector<int> leaves;  ///< that are in it; empty for spines, cores and the rest
    std::vector<int> groups;  ///< Group
    int group = -1;           ///< Leaves, Spines: where they all are; -1 means in several or none
    int switches = 0;         ///< of the planes in the scope
    int switchNumber = -1;    ///< where it is a single one
    std::int64_t endpoints = 0;
    std::vector<int> inner;  ///< bundles inside of it
    FabricBox box;
    FabricBox hosts;  ///< no width: endpoints are not drawn apart
};

struct FabricEdge {
    int from = 0, to = 0;  ///< nodes
    LinkTier tier = LinkTier::Leaf;
    std::vector<int> out;    ///< bundles that lead from `from` to `to`
    std::vector<int> back;   ///< and back
    std::int64_t links = 0;  ///< in `out`
    LinkId link = -1;        ///< of a bundle drawn link by link: this one; -1 means all the others
    FabricPoint a, b;        ///< its ends
    FabricPoint bend;        ///< control point of a quadratic curve; the middle where straight
    bool wraps = false;      ///< leads around the edge of a torus
};

enum class FabricForm : std::uint8_t { Tree, Circle, Row, Grid, Links };

struct FabricDiagram {
    FabricForm form = FabricForm::Tree;
    std::vector<FabricNode> nodes;
    std::vector<FabricEdge> edges;
    std::vector<std::int32_t> edgeOfBundle;  ///< -1 means inside of a box, or not in the scope
    std::vector<std::int32_t> nodeOfLeaf;    ///< -1 if not in the scope
    bool folded = false;                     ///< some boxes stand for several neighbours
    double width = 0.0, height = 0.0;
};

FabricDiagram layOutFabric(const TopologyIndex& index, const FabricScope& scope,
                           const FabricStyle& style = {});

}  // namespace headroom::engine
