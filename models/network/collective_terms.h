// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/network/collective.h"

/// Cost of each algorithm: latency, and the bytes that the busiest rank puts on its links.
/// S bytes (CollectiveRequest), n ranks in N domains of d; a_up, a_out latency of a step inside and
/// across; m = 2 for an all-reduce, 1 for its halves.
///
/// | algorithm | steps | inside | through an adapter |
/// |---|---|---|---|
/// | ring | m (n - N) a_up + m (N - 1) a_out | m (n-1)/n S + copy S/n | m (n-1)/n S / d |
/// | tree | m (chain - 1 + log2(d/chain)) a_up + m log2(N) a_out | m S | m S / d |
/// | halving, doubling | m log2(n) | m (n-1)/n S | same |
/// | switch | one up, one down | (1 + 1/n) S | - |
/// | switch, tree | one up, one down; m log2(N) a_out | (1 + 1/d) S | 2 S / d |
/// | switch, network | one up, one down | (1 + 1/d) S | S / d |
/// | direct (all-to-all) | log2(n); posting n - d messages | (d-1)/n S + copy S/n | (n-d)/n S |
///
/// A ring through N domains crosses N times, over as many adapters at once as a domain has ranks.
/// With two binary trees a node is inside one and a leaf of the other: it sends (3 + 1) S/2, with
/// N = 2 half of that. Trees and switches work in chunks: a stage waits for a whole one, or for the
/// message if that is shorter. A channel of a tree takes from two neighbours, adds and sends on: it
/// moves no more than InterconnectSpec::treeChannel*, and a domain has one for each adapter. That, and
/// not the adapters, bounds two domains of which the trees send half. Transfers inside and across are pipelined: the longer counts.
/// Sources: Thakur, Rabenseifner, Gropp 2005; Sanders, Speck, Traeff, Parallel Computing 2009 (two
/// trees); NCCL's tuner (rates of channels); NCCL's documentation of its algorithms and protocols; Klenk et al., ISCA 2020
/// (reduction in switches). (1 + 1/n): a rank's link carries each of its n blocks up once and the
/// block that it reduced once more.
namespace headroom::models {

struct CollectiveTerms {
    double latencyS = 0.0;
    double upS = 0.0;      ///< transfer inside the domain
    double outS = 0.0;     ///< transfer through the adapter
    double reduceS = 0.0;  ///< processors of hosts, after the transfer
    double upBytes = 0.0, outBytes = 0.0;
    bool inTurn = false;  ///< inside and across one after the other, not pipelined
    bool possible = false;

    double transferS() const;
};

/// The request with its domains counted.
struct CollectiveWork {
    const RankNetwork* network = nullptr;
    const CollectiveLibrarySpec* library = nullptr;
    Collective collective = Collective::AllReduce;
    double bytes = 0.0;
    double ranks = 1.0;    ///< n
    double domain = 1.0;   ///< d
    double domains = 1.0;  ///< N
};

CollectiveTerms collectiveTerms(const CollectiveWork& work, CollectiveAlgorithm algorithm,
                                CollectiveProtocol protocol);

}  // namespace headroom::models
