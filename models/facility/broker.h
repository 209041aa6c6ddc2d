// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// Quantity that the broker minimises among the places where a job meets its deadline and budget.
/// `Orders`: it sends none by itself; they leave by orders of people and of guests of the run.
enum class BrokerObjective { Price, Carbon, Time, Balanced, Orders };

/// Where jobs that may leave the facility run. Without this section none leaves.
struct BrokerSpec {
    BrokerObjective objective = BrokerObjective::Balanced;
    double waitUsdPerS = 0.0;     ///< Balanced: what a second until the end costs, each accelerator
    double carbonUsdPerKg = 0.0;  ///< Balanced: price of carbon
    double homeUsdPerS = 0.0;     ///< of one accelerator here: what it costs to own, without energy
    double patienceS = 0.0;       ///< a job that starts here within that time does not leave
    double reviewS = 900.0;       ///< how often waiting jobs are looked at again
    double spendUsdPerS = kNotStated;  ///< of rent that all sites together may cost
    double resultBytes = 0.0;          ///< that come back from a job without checkpoints

    static const ComponentType& type();
};

}  // namespace headroom::models
