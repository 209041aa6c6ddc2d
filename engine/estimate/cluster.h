// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "models/compute/accelerator.h"
#include "models/compute/server.h"
#include "models/network/collective.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// What a job of an estimate runs on: equal accelerators and their links. Points into the catalogue
/// that it was made from.
struct EstimateCluster {
    std::string name;  ///< as it was asked for
    std::string acceleratorId;
    const models::AcceleratorSpec* accelerator = nullptr;
    const models::ServerSpec* server = nullptr;  ///< null where only accelerators were named
    std::string scaleUpId, scaleOutId;
    const models::InterconnectSpec* scaleUp = nullptr;
    const models::InterconnectSpec* scaleOut = nullptr;
    const models::CollectiveLibrarySpec* library = nullptr;
    int accelerators = 0;
    bool networkReduces = false;
    bool hostStaging = false;
    std::vector<std::string> notes;  ///< what was assumed

    models::RankNetwork network() const;

    /// Power of one accelerator and, where the server is known, its share of host and fans [W].
    double powerW(double activity) const;
};

/// "h100-sxm:16384", "dgx-h100:16384" (a server; accelerators are counted), with another network:
/// "h100-sxm:16384@roce-400g".
/// EST-001: no such part; EST-002: the count is missing or no whole number from 1 to 10,000,000;
/// EST-003: no such interconnect, or one inside servers; EST-005: the links of the accelerator are
/// not known; EST-007: it states no rate to other servers but needs one.
Result<EstimateCluster> clusterOf(const std::string& text, const Catalogue& catalogue);

/// All accelerators of one kind in a project, with the links of its fabric. `accelerator` may be
/// empty where the project has one kind. EST-004: it has none, or several and none is named.
Result<EstimateCluster> clusterOf(const Project& project, const std::string& accelerator,
                                  const Catalogue& catalogue);

}  // namespace headroom::engine
