// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/fabric_diagram.h"

#include <utility>
#include <vector>

namespace headroom::engine {

/// Builds one diagram of a fabric: boxes of the scope, edges between them (fabric_diagram.cpp), then places
/// (fabric_places.cpp). For these two files alone.
class FabricBuilder {
  public:
    FabricBuilder(const TopologyIndex& index, const FabricScope& scope, const FabricStyle& style)
        : index_(index), scope_(scope), style_(style), spec_(index.topology->spec()) {}

    FabricDiagram build();

  private:
    int planes() const { return scope_.plane < 0 ? spec_.planes : 1; }

    bool isInPlane(int plane) const { return scope_.plane < 0 || scope_.plane == plane; }

    int addNode(FabricNode node);
    void addLeaves(std::vector<int> leaves);
    void addGroups(const std::vector<int>& groups);
    void addTop(FabricNodeKind kind, int group, int switches);
    void makeNodes();

    /// A grid of two dimensions at most is seen whole.
    bool isFlat() const;
    std::vector<int> leavesInScope() const;
    std::vector<int> groupsInScope() const;
    FabricForm formOf(bool byLeaf, const std::vector<int>& numbers) const;
    /// Columns and rows of the routers of a torus or HyperX: the first dimension, and the
    /// others one after the other.
    std::pair<int, int> sides(const std::vector<int>& numbers) const;
    void makeGrid(const std::vector<int>& numbers);

    /// The node in which an end of a bundle is; the rest is made when first needed.
    int nodeOf(const TopologyIndex::End& end);
    int rest();
    void joinNodes();

    static FabricPoint borderOf(const FabricBox& box, const FabricPoint& towards);
    /// From border to border, along the line between the middles.
    void straight(FabricEdge& edge) const;
    /// Over the row, higher the further.
    void arc(FabricEdge& edge, double rise, bool sideways) const;

    bool isBar(const FabricNode& node) const;
    double boxWidth(const FabricNode& node) const;
    /// Bars on top as wide as all below, so that every link runs straight up.
    void placeTree();
    /// Edges of a tree are upright, several from one box next to each other.
    void upright();
    void placeCircle();
    /// From bars down to what is under them.
    void barsStraightDown();
    double placeBars(double width);
    void placeRow();
    void placeGrid();
    /// Links that leave a grid end next to its box: lines to the bar would cross all others.
    void slantedEnds(double length);
    /// Every link of some bundles as a line of its own, faulty ones and all others alike: the
    /// first of them up to the bound, and one line for the others.
    void makeLinks();

    static constexpr int kOutside = -2;

    const TopologyIndex& index_;
    const FabricScope& scope_;
    const FabricStyle& style_;
    const TopologySpec& spec_;
    FabricDiagram diagram_;
    std::vector<int> nodeOfGroup_;
    std::vector<int> cellOf_;  ///< by node of a grid: row and column
    int gridColumns_ = 1;
    int spines_ = -1, cores_ = -1, rest_ = -1;
};

}  // namespace headroom::engine
