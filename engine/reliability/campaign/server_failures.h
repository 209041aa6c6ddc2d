// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/estimate/cluster.h"
#include "engine/run/workload/job_checkpoints.h"

#include <map>
#include <string>
#include <utility>

namespace headroom::engine {

/// Failures of servers that end a job, by the hazards of the catalogue: a bare plant of the servers is compiled once a
/// kind (jobFailuresOf()).
///
/// Assumption: servers that no air-cooled rack of the catalogue holds (liquid-cooled ones) fail as servers with eight
/// H100, in proportion to their accelerators.
class ServerFailures {
  public:
    explicit ServerFailures(const Catalogue& catalogue) : catalogue_(catalogue) {}

    /// Failures of one server. NaN if nothing is known. `note` states the assumption if it was used.
    JobFailures of(const EstimateCluster& cluster, std::string& note);

    /// The rate of of() per thousand server days.
    double per1000Days(const EstimateCluster& cluster, std::string& note);

  private:
    JobFailures known(const std::string& accelerator, int perServer);

    const Catalogue& catalogue_;
    std::map<std::pair<std::string, int>, JobFailures> known_;
};

/// Accelerators that fail together: those of a server, or of a scale-up domain of at most eight where only accelerators
/// are named.
int acceleratorsOfServer(const EstimateCluster& cluster);

}  // namespace headroom::engine
