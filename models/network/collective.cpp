// SPDX-License-Identifier: Apache-2.0
#include "models/network/collective.h"

#include <algorithm>
#include <cmath>

namespace headroom::models {

namespace {

/// Latency and bandwidth share of one all-reduce; together its time.
struct Terms {
    double latencyS = 0.0;
    double transferS = 0.0;
};

Terms ring(const InterconnectSpec& interconnect, double lineBytesPerS, double bytes, int ranks) {
    const double n = ranks;
    return {interconnect.baseLatencyS + 2.0 * (n - 1.0) * interconnect.stepLatencyS,
            2.0 * (n - 1.0) / n * bytes / (lineBytesPerS * interconnect.efficiency)};
}

Terms tree(const InterconnectSpec& interconnect, double lineBytesPerS, double bytes, int ranks) {
    return {interconnect.baseLatencyS + 2.0 * std::log2(ranks) * interconnect.stepLatencyS,
            2.0 * bytes / (lineBytesPerS * interconnect.efficiency)};
}

}  // namespace

double ringAllReduceS(const InterconnectSpec& interconnect, double lineBytesPerS, double bytes,
                      int ranks) {
    if (ranks <= 1) {
        return 0.0;
    }
    const Terms terms = ring(interconnect, lineBytesPerS, bytes, ranks);
    return terms.latencyS + terms.transferS;
}

double treeAllReduceS(const InterconnectSpec& interconnect, double lineBytesPerS, double bytes,
                      int ranks) {
    if (ranks <= 1) {
        return 0.0;
    }
    const Terms terms = tree(interconnect, lineBytesPerS, bytes, ranks);
    return terms.latencyS + terms.transferS;
}

double hierarchicalAllReduceS(const InterconnectSpec& scaleUp, double scaleUpBytesPerS,
                              const InterconnectSpec& scaleOut, double scaleOutBytesPerS,
                              double bytes, int ranks, int domain) {
    const int inside = std::clamp(domain, 1, std::max(ranks, 1));
    const int across = (ranks + inside - 1) / inside;
    if (across <= 1) {
        return ringAllReduceS(scaleUp, scaleUpBytesPerS, bytes, ranks);
    }
    const double shard = bytes / inside;
    const Terms byRing = ring(scaleOut, scaleOutBytesPerS, shard, across);
    const Terms byTree = tree(scaleOut, scaleOutBytesPerS, shard, across);
    if (inside <= 1) {
        return std::min(byRing.latencyS + byRing.transferS, byTree.latencyS + byTree.transferS);
    }
    // Latency of the steps inside; volume of a ring through all ranks.
    const Terms up{ring(scaleUp, scaleUpBytesPerS, bytes, inside).latencyS,
                   ring(scaleUp, scaleUpBytesPerS, bytes, ranks).transferS};
    const auto joined = [&up](const Terms& out) {
        return up.latencyS + out.latencyS + std::max(up.transferS, out.transferS);
    };
    return std::min(joined(byRing), joined(byTree));
}

}  // namespace headroom::models
