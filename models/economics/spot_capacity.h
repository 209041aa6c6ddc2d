// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

/// How often a job on spot servers loses them.
///
///   f = s l + 1 / W  for s > 1 servers,   f = l  for one
///
/// s servers of the job, l losses of one server a second, W how long a provider leaves a group of servers alone
/// before it wants the capacity back. A loss of any server stops a job of all of them.
///
/// Units: 1/s and s. Validity: losses as in a Poisson process; AWS and Google publish shares of instances lost in
/// a month, and reports of large groups give hours. Assumption: both causes are independent, and a single server,
/// which is the instance that the shares count, has no window of its own.
namespace headroom::models {

/// `windowS`: NaN where nothing is known of groups.
double spotLossesPerS(double lossesPerServerS, double windowS, double servers);

/// How a provider takes spot servers back.
struct SpotCapacity {
    double lossesPerServerS = 0.0;
    double windowS = kNotStated;  ///< of a group; NaN: unlimited
    double startS = 0.0;          ///< from a loss until the job runs again
    int acceleratorsPerServer = 1;

    /// For a job of n accelerators, on whole servers.
    double lossesPerS(int accelerators) const;
};

}  // namespace headroom::models
