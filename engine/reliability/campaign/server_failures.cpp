// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/campaign/server_failures.h"

#include "engine/base/scale.h"
#include "engine/reliability/campaign/bare_plant.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kThousandServerDays = 1000.0;
/// Servers whose failures count per accelerator for servers that the catalogue has no bare rack of.
constexpr const char* kUsualAccelerator = "h100-sxm";
constexpr int kUsualPerServer = 8;

}  // namespace

int acceleratorsOfServer(const EstimateCluster& cluster) {
    return cluster.server != nullptr
               ? cluster.server->accelerators
               : std::max(1, std::min(kUsualPerServer, cluster.accelerator->scaleUpDomain));
}

JobFailures ServerFailures::of(const EstimateCluster& cluster, std::string& note) {
    const int perServer = acceleratorsOfServer(cluster);
    JobFailures failures = known(cluster.acceleratorId, perServer);
    if (std::isnan(failures.perS)) {
        failures = known(kUsualAccelerator, kUsualPerServer);
        const double share = static_cast<double>(perServer) / kUsualPerServer;
        failures.perS *= share;
        failures.removalsPerS *= share;
        note = "Failures per accelerator are those of servers with eight H100.";
    }
    return failures;
}

double ServerFailures::per1000Days(const EstimateCluster& cluster, std::string& note) {
    return kThousandServerDays * kDayS * of(cluster, note).perS;
}

JobFailures ServerFailures::known(const std::string& accelerator, int perServer) {
    const auto [at, isNew] =
        known_.try_emplace({accelerator, perServer},
                           JobFailures{models::kNotStated, models::kNotStated, models::kNotStated});
    const std::string rack = isNew ? rackWith(catalogue_, accelerator, perServer) : std::string();
    if (!rack.empty()) {
        BareCluster bare;
        bare.rack = rack;
        bare.jobAccelerators = perServer;
        if (const auto plant = barePlant(catalogue_, bare)) {
            at->second = jobFailuresOf(*plant, PoolIndex(0), perServer);
        }
    }
    return at->second;
}

}  // namespace headroom::engine
