// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "models/compute/accelerator.h"
#include "models/compute/server.h"
#include "models/network/collective.h"

#include <string>

namespace headroom::engine {

/// What a job of an estimate runs on: equal accelerators, their links, their prices.
struct EstimateCluster {
    std::string name;            ///< as the user said it
    std::string acceleratorId;
    const models::AcceleratorSpec* accelerator = nullptr;
    const models::ServerSpec* server = nullptr;  ///< null where only accelerators were named
    int accelerators = 0;
    int scaleUpDomain = 8;
    models::RankNetwork network;
    bool hostStaging = false;
    double serverPowerW = 0.0;   ///< of one accelerator's share of host and fans, at full load
};

/// Of a catalogue server or accelerator with a count: "h100-sxm:16384", "dgx-h100:2048" (servers
/// count accelerators too), with a scale-out interconnect: "h100-sxm:16384@roce-400g". Or of a
/// project: "PROJECT#accelerator"; the accelerator may be left out where there is one kind only.
/// EST-001: neither; EST-002: a count that is none; EST-003: unknown interconnect; EST-004: the
/// project has several kinds of accelerators, or none.
Result<EstimateCluster> clusterOf(const std::string& text, const Catalogue& catalogue);
Result<EstimateCluster> clusterOf(const Project& project, const std::string& accelerator,
                                  const Catalogue& catalogue);

}  // namespace headroom::engine
