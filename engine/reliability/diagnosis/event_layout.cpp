// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/reliability/diagnosis/event_graph.h"

#include <algorithm>
#include <map>
#include <utility>

namespace headroom::engine {

namespace {

/// First row whose last node ended early enough.
int timeRow(std::vector<double>& rowEndS, const Consequence& node, double gapS) {
    for (std::size_t row = 0; row < rowEndS.size(); ++row) {
        if (node.fromS >= rowEndS[row] + gapS) {
            rowEndS[row] = node.toS;
            return static_cast<int>(row);
        }
    }
    rowEndS.push_back(node.toS);
    return static_cast<int>(rowEndS.size()) - 1;
}

}  // namespace

CauseLayout layoutOf(const CauseTree& tree, double gapS) {
    CauseLayout layout;
    if (tree.nodes.empty()) {
        return layout;
    }
    layout.fromS = tree.nodes.front().fromS;
    layout.toS = layout.fromS;
    // Rows of a lane: as many as the fullest of its columns needs.
    std::map<std::pair<EventArea, int>, int> used;
    std::map<EventArea, int> rows;
    layout.places.resize(tree.nodes.size());
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const Consequence& node = tree.nodes[i];
        layout.places[i].column = node.depth;
        layout.places[i].row = used[{node.area, node.depth}]++;
        rows[node.area] = std::max(rows[node.area], layout.places[i].row + 1);
        layout.columns = std::max(layout.columns, node.depth + 1);
        layout.fromS = std::min(layout.fromS, node.fromS);
        layout.toS = std::max(layout.toS, node.toS);
    }
    std::map<EventArea, int> laneOf;
    for (const auto& [area, count] : rows) {
        laneOf[area] = static_cast<int>(layout.lanes.size());
        layout.lanes.push_back({area, layout.rows, count});
        layout.rows += count;
    }
    // On the timeline the rows of a lane fill in the order of time.
    std::vector<int> byTime(tree.nodes.size());
    for (std::size_t i = 0; i < byTime.size(); ++i) {
        byTime[i] = static_cast<int>(i);
    }
    std::stable_sort(byTime.begin(), byTime.end(), [&](int a, int b) {
        return tree.nodes[at(a)].fromS < tree.nodes[at(b)].fromS;
    });
    std::vector<std::vector<double>> ends(layout.lanes.size());
    layout.timeRows.resize(tree.nodes.size());
    for (const int i : byTime) {
        const int lane = laneOf[tree.nodes[at(i)].area];
        layout.places[at(i)].lane = lane;
        layout.places[at(i)].row += layout.lanes[at(lane)].firstRow;
        layout.timeRows[at(i)] = timeRow(ends[at(lane)], tree.nodes[at(i)], gapS);
    }
    std::vector<int> firstRow(ends.size(), 0);
    for (std::size_t lane = 0; lane < ends.size(); ++lane) {
        firstRow[lane] = layout.timeRowCount;
        layout.timeRowCount += static_cast<int>(ends[lane].size());
    }
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        layout.timeRows[i] += firstRow[at(layout.places[i].lane)];
    }
    return layout;
}

}  // namespace headroom::engine
