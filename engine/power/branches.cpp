// SPDX-License-Identifier: Apache-2.0
#include "engine/power/branches.h"

#include "engine/base/index.h"

#include <algorithm>
#include <numeric>

namespace headroom::engine {

namespace {

/// Threads for which the depth is chosen, and branches at most for each: some end sooner.
constexpr std::size_t kThreads = 8;
constexpr std::size_t kPerThread = 4;
static_assert(kThreads * kPerThread + 1 <= kMostBranches);

/// Below so many units a sweep takes less time than sharing it out.
constexpr std::size_t kWorthIt = 64;

/// By unit: how many stand before it on the longest way from a source.
std::vector<int> depthsOf(const PowerNetwork& n) {
    std::vector<int> depth(n.units.size(), 0);
    for (std::size_t i = 0; i < n.units.size(); ++i) {
        const PowerUnit& u = n.units[i];
        for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
            depth[i] = std::max(depth[i], depth[at(n.edges[at(e)].from)] + 1);
        }
    }
    return depth;
}

/// By unit that is at least so deep: the first unit with which it hangs together; -1: less deep.
std::vector<int> piecesOf(const PowerNetwork& n, const std::vector<int>& depth, int least) {
    std::vector<int> first(n.units.size());
    std::iota(first.begin(), first.end(), 0);
    const auto firstOf = [&](int unit) {
        while (first[at(unit)] != unit) {
            unit = first[at(unit)] = first[at(first[at(unit)])];
        }
        return unit;
    };
    for (const PowerEdge& e : n.edges) {
        if (depth[at(e.from)] >= least && depth[at(e.to)] >= least) {
            const int a = firstOf(e.from), b = firstOf(e.to);
            first[at(std::max(a, b))] = std::min(a, b);
        }
    }
    std::vector<int> piece(n.units.size(), -1);
    for (std::size_t i = 0; i < piece.size(); ++i) {
        if (depth[i] >= least) {
            piece[i] = firstOf(static_cast<int>(i));
        }
    }
    return piece;
}

/// Units on the longest way through a sweep: the trunk, then the branch of the busiest thread.
std::size_t workOf(const std::vector<int>& piece) {
    std::vector<std::size_t> size(piece.size(), 0);
    std::size_t trunk = 0;
    for (const int p : piece) {
        p < 0 ? ++trunk : ++size[at(p)];
    }
    const std::size_t largest = *std::max_element(size.begin(), size.end());
    return trunk + std::max(largest, (piece.size() - trunk + kThreads - 1) / kThreads);
}

/// The units in trunk and branches by `branchOf`.
PowerBranches listed(const PowerNetwork& n, std::vector<int> branchOf, int branches) {
    PowerBranches out;
    out.branch.resize(at(branches));
    for (std::size_t i = 0; i < branchOf.size(); ++i) {
        const int unit = static_cast<int>(i);
        (branchOf[i] < 0 ? out.trunk : out.branch[at(branchOf[i])]).push_back(unit);
        bool joint = branchOf[i] < 0;
        const PowerUnit& u = n.units[i];
        for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
            joint = joint || branchOf[at(n.edges[at(e)].from)] < 0;
        }
        if (joint) {
            out.joints.push_back(unit);
        }
    }
    out.branchOf = std::move(branchOf);
    return out;
}

}  // namespace

PowerBranches branchesOf(const PowerNetwork& n) {
    if (n.units.size() < kWorthIt) {
        return undivided(n);
    }
    const std::vector<int> depth = depthsOf(n);
    const int deepest = *std::max_element(depth.begin(), depth.end());
    std::vector<int> best;
    std::size_t leastWork = n.units.size();
    for (int least = 0; least <= deepest; ++least) {
        std::vector<int> piece = piecesOf(n, depth, least);
        if (const std::size_t work = workOf(piece); work < leastWork) {
            leastWork = work;
            best = std::move(piece);
        }
    }
    if (best.empty()) {
        return undivided(n);
    }
    // Pieces in the order of their first units, joined until they are worth a thread's while.
    std::vector<int> size(n.units.size(), 0), branchOf(n.units.size(), -1);
    for (const int p : best) {
        size[at(std::max(p, 0))] += p < 0 ? 0 : 1;
    }
    const auto enough = static_cast<int>(n.units.size() / (kThreads * kPerThread));
    int branches = 0, filled = 0;
    std::vector<int> branchOfPiece(n.units.size(), -1);
    for (std::size_t p = 0; p < size.size(); ++p) {
        if (size[p] == 0) {
            continue;
        }
        branchOfPiece[p] = branches;
        filled += size[p];
        if (filled >= enough) {
            ++branches;
            filled = 0;
        }
    }
    branches += filled > 0 ? 1 : 0;
    for (std::size_t i = 0; i < best.size(); ++i) {
        branchOf[i] = best[i] < 0 ? -1 : branchOfPiece[at(best[i])];
    }
    return listed(n, std::move(branchOf), branches);
}

PowerBranches undivided(const PowerNetwork& n) {
    return listed(n, std::vector<int>(n.units.size(), -1), 0);
}

}  // namespace headroom::engine
