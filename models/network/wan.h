// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace headroom::models {

/// How bytes cross a line between sites.
enum class WanProtocol {
    Tcp,  ///< streams that halve their window at a loss
    Rdma  ///< one lossless-network transport that sends all since the lost packet again
};

/// A line between sites as a sender sees it.
struct WanPath {
    double bytesPerS = 0.0;     ///< line rate that the traffic gets
    double roundTripS = 0.0;    ///< there and back
    double lossShare = 0.0;     ///< packets lost, 0..1
    double packetBytes = 1448;  ///< payload of a packet (TCP in Ethernet frames of 1,500 bytes)
    int streams = 1;            ///< side by side
    double windowBytes = 0.0;   ///< largest of one stream; 0 means as large as it takes
    WanProtocol protocol = WanProtocol::Tcp;
};

/// Bytes/s that arrive in order.
///   Tcp:  min(B, k W/R, k (M/R) sqrt(3/2) / sqrt(p))
///   Rdma: min(B, k W/R) / (1 + p b R / M),  b = the rate before it: go-back-N
/// k streams, W window, M payload, R round trip, p loss. Sources: Mathis, Semke, Mahdavi, Ott,
/// Computer Communication Review 27(3), 1997, for the square root (periodic losses, congestion
/// avoidance, p below some 2 %; newer congestion controls do better: a lower bound for them).
/// Derived: each loss of go-back-N sends what was in flight, b R, once more: p (b / M) losses in a
/// second of b R bytes each. No loss, no round trip: the line.
double wanBytesPerS(const WanPath& path);

/// Ring all-reduce of `bytes` over K sites, each step one way over the line:
///   t = (K - 1) R + 2 (K - 1)/K S / B        (2 (K - 1) steps of R/2)
/// 0 for one site or nothing to send.
double wanAllReduceS(double bytes, int sites, double bytesPerS, double roundTripS);

}  // namespace headroom::models
