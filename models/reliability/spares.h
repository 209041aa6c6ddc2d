// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Spare servers of a job that needs all of its servers.
///
/// Servers leave the job at a rate r each and come back after repairs of mean T; the job waits while more than S are
/// away. While the job waits, no further server leaves, so that at most S + 1 are away. The number away follows a loss
/// system (M/G/c/c) with S + 1 places and the load a = N r T. Only the mean of the repair times matters:
///   waiting share  W = B(S + 1, a) = (a^(S+1) / (S+1)!) / sum_{k=0}^{S+1} a^k / k!.
/// Source: A. K. Erlang, "Solution of some problems in the theory of probabilities of significance in automatic
/// telephone exchanges" (1917); insensitivity: B. A. Sevastyanov (1957). Valid where removals are a Poisson process and
/// crews and parts for repairs are at hand.
namespace headroom::models {

/// Mean number of servers away at once, if the job never waited: N r T.
double serversAway(double removalsPerS, double repairS);

/// W, 0..1. `spares` >= 0.
double waitingShare(double serversAway, int spares);

/// Fewest spares with which the job waits for at most a share `1 - confidence` of the time; at most kMostSpares.
int sparesFor(double serversAway, double confidence);

inline constexpr int kMostSpares = 1'000'000;

/// Mean of min(1, K x share) for a number K of servers away (Poisson): throughput that a job loses which continues without
/// the replicas of these servers. `share`: that one replica has of the job. Assumption: each server is in another replica.
double shrunkShare(double serversAway, double share);

}  // namespace headroom::models
