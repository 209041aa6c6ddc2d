// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/fabric/topology/topology.h"

namespace headroom::engine {

/// Shared parts of all shapes: planes are copies of one network, and an endpoint has a host cable into each. A shape
/// answers for one plane, with switches, links and bundles numbered from 0; its
/// leaves are its first switches. Numbers of the whole:
///   links    plane by plane: host links up (by endpoint), host links down, links between switches
///   switches plane by plane
///   bundles  plane by plane
class PlaneTopology : public Topology {
  public:
    int endpoints() const final { return endpoints_; }

    int switches() const final { return spec_.planes * planeSwitches_; }

    int links() const final { return spec_.planes * planeLinks(); }

    LinkEnds ends(LinkId link) const final;
    SwitchPlace place(int switchNumber) const final;

    std::int64_t paths(int source, int destination, Routing routing) const final;
    void path(int source, int destination, Routing routing, std::int64_t k,
              LinkPath& out) const final;
    void fixedPath(int source, int destination, Routing routing, int plane,
                   LinkPath& out) const final;

    int leaves() const final { return leaves_; }

    int bundles() const final { return spec_.planes * planeBundles_; }

    Bundle bundle(int index) const final;
    int bundleOf(LinkId link) const final;
    std::vector<LinkId> bundleLinks(int index) const final;

    void addPair(int fromLeaf, int toLeaf, Routing routing, double weight,
                 std::span<double> load) const final;
    void addUniform(std::span<const double> members, Routing routing, double weight,
                    std::span<double> load) const final;

  protected:
    struct Hop {
        int from = 0, to = 0;  ///< switches of the plane
        LinkTier tier = LinkTier::Leaf;
    };

    using Topology::Topology;

    /// Sizes of a plane; the shape's constructor calls it once.
    void setSizes(int endpoints, bool hostCables, int switches, int leaves, int fabricLinks,
                  int bundles);

    virtual Hop hop(int link) const = 0;
    virtual SwitchPlace placeInPlane(int switchNumber) const = 0;

    /// Paths between different leaves of one plane; the links are those between switches. Never
    /// asked for Ugal: its set is Minimal's, then Valiant's.
    virtual std::int64_t leafPaths(int from, int to, Routing routing) const = 0;
    virtual void leafPath(int from, int to, Routing routing, std::int64_t k,
                          LinkPath& out) const = 0;
    /// The path of a deterministic routing between endpoints of different leaves.
    virtual void fixedLeafPath(int source, int destination, Routing routing,
                               LinkPath& out) const = 0;

    virtual Bundle planeBundle(int index) const = 0;
    virtual int planeBundleOf(int link) const = 0;
    virtual std::vector<int> planeBundleLinks(int index) const = 0;

    /// Different leaves. As given: the mean over all paths, for shapes without a closed form.
    virtual void addLeafPair(int from, int to, Routing routing, double weight,
                             std::span<double> load) const;
    /// As given: the sum over all pairs.
    virtual void addLeafUniform(std::span<const double> members, Routing routing, double weight,
                                std::span<double> load) const;

  private:
    int planeLinks() const { return 2 * hostLinks_ + fabricLinks_; }

    std::int64_t setSize(int from, int to, Routing routing) const;
    void finishPath(int source, int destination, int plane, LinkPath& out) const;

    int endpoints_ = 0;
    int hostLinks_ = 0;  ///< one way, of one plane; 0 means a node is its own switch
    int planeSwitches_ = 0;
    int leaves_ = 0;
    int fabricLinks_ = 0;
    int planeBundles_ = 0;
};

/// Faults of a spec: code FAB-0xx, `what` is wrong, and what to do.
Error shapeError(const char* code, std::string what, std::string remedy);

/// Whether `value` is from `least` to `most`; FAB-001 that names it otherwise.
Result<void> shapeRange(const char* name, double value, double least, double most);

/// Links and switches are numbered in 32 bits. FAB-005 where a shape has more.
Result<void> shapeFits(double planes, double linksOfPlane);

using MadeTopology = Result<std::shared_ptr<const Topology>>;

MadeTopology makeTree(const TopologySpec& spec);       ///< FatTree, RailOptimised, RailOnly
MadeTopology makeDragonfly(const TopologySpec& spec);  ///< Dragonfly, DragonflyPlus
MadeTopology makeTorus(const TopologySpec& spec);
MadeTopology makeHyperX(const TopologySpec& spec);

}  // namespace headroom::engine
