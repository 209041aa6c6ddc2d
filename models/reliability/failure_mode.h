// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// What a failure rate counts.
enum class FailureBasis {
    Accelerator,
    Server,
    Nic,
    HostLink,
    FabricLink,
    Switch,
    Psu,
    JobAccelerator
};

/// What a failure does: server_out ends the job and takes the server away until repaired;
/// job_restart ends the job only; degraded slows what crosses the part; redundant is repaired
/// without effect.
enum class FailureEffect { ServerOut, JobRestart, Degraded, Redundant };

/// What a failure of a fabric's link or switch does to it.
enum class FailureLinkFault { Cut, Lanes, BitErrors, Flapping, Pause };

/// One way in which something breaks: how often, how it is noticed, how long repair takes, what it
/// does.
struct FailureModeSpec {
    FailureBasis basis = FailureBasis::Accelerator;
    double ratePerS = kNotStated;
    FailureEffect effect = FailureEffect::ServerOut;
    double detectS = kNotStated;
    double repairMedianS = kNotStated;
    double repairMeanS = kNotStated;
    FailureLinkFault linkFault = FailureLinkFault::Cut;  ///< FabricLink, Switch
    double amount = kNotStated;  ///< Flapping: share of time down; else rate that is left

    static const ComponentType& type();
};

/// Log-normal repair time [s] at a standard normal deviate `z`.
///   t = median exp(sigma z), sigma = sqrt(2 ln(mean / median)); 0 where the median is 0.
double repairTimeS(const FailureModeSpec& spec, double z);

}  // namespace headroom::models
