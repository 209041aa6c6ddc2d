// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/network/interconnect.h"

namespace headroom::models {

/// Time [s] of a ring all-reduce of `bytes` per rank over `ranks`.
///   t = t_0 + 2 (n-1) a + 2 (n-1)/n S / (B e)
/// B [bytes/s] line rate of one rank, e efficiency, a step latency, t_0 base latency: interconnect.
/// 0 for one rank. Source: Thakur, Rabenseifner, Gropp, IJHPCA 2005.
double ringAllReduceS(const InterconnectSpec& interconnect, double lineBytesPerS, double bytes,
                      int ranks);

/// Tree all-reduce: t = t_0 + 2 log2(n) a + 2 S / (B e). Better for small messages on many ranks.
double treeAllReduceS(const InterconnectSpec& interconnect, double lineBytesPerS, double bytes,
                      int ranks);

/// Hierarchical all-reduce: reduce-scatter inside scale-up domains of `domain` ranks, all-reduce
/// (ring or tree, whichever is faster) of S / domain across `ranks / domain` domains on each
/// accelerator's own adapter, all-gather inside. The three are pipelined in chunks, so that
/// latencies add up and the slower transfer hides the other one. rates: line bytes/s of one
/// accelerator inside the domain and across.
double hierarchicalAllReduceS(const InterconnectSpec& scaleUp, double scaleUpBytesPerS,
                              const InterconnectSpec& scaleOut, double scaleOutBytesPerS,
                              double bytes, int ranks, int domain);

}  // namespace headroom::models
