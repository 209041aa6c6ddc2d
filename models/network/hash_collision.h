// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace headroom::models {

/// Rate of the slowest of `flows` equal flows of `queuePairs` sub-flows each, over that of an even
/// spread, where a hash puts every sub-flow on one of `links` equal links:
///   m / E[max],  m = flows x queuePairs / links,  E[max] = sum_{k >= 0} (1 - P(X <= k)^links)
/// X Poisson of mean m: balls into bins (Raab and Steger, RANDOM 1998). A flow is done when its
/// slowest sub-flow is, and the fullest link holds one of a synchronous job's. 1 for one link.
/// Valid for many sub-flows or links: the counts of links are taken as independent.
/// From m of 300 on, E[max] = m + sqrt(2 m ln links).
/// rows: of a given number of links each, one after the other, that every sub-flow is hashed onto: the
/// fullest of rows x links counts.
double slowestHashedShare(double flows, int queuePairs, int links, int rows = 1);

}  // namespace headroom::models
