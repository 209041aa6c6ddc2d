// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "models/compute/accelerator.h"
#include "models/compute/rack_power.h"
#include "models/compute/server.h"
#include "models/cooling/immersion_tank.h"
#include "models/cooling/rear_door.h"
#include "models/network/collective.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom::engine {

/// Coolant of the chips of an estimate. A run computes it; the caller of an estimate states it.
struct EstimateCoolant {
    double coolantC = 25.0;  ///< air at the servers' inlet; mean of plates' inlet and outlet; bath
    double flowRatio = 1.0;  ///< of plates, over their nominal flow
};

/// Hardware of a job of an estimate: equal accelerators, their racks and their links. Points into
/// the catalogue that it was made from.
struct EstimateCluster {
    std::string name;  ///< of the request
    std::string acceleratorId;
    const models::AcceleratorSpec* accelerator = nullptr;
    /// What `accelerator` points to where the catalogue states no rate to other servers and a network is named.
    std::shared_ptr<const models::AcceleratorSpec> adapted;
    const models::ServerSpec* server = nullptr;  ///< null where only accelerators were named
    models::RackSpec rack;  ///< of one server, models::rackOfOne(), where only servers were named
    const models::PsuSpec* psu = nullptr;    ///< where the server is known
    const models::PsuSpec* shelf = nullptr;  ///< null where the rack has none; so the next two
    const models::RearDoorSpec* rearDoor = nullptr;
    double airDensityRatio = 1.0;  ///< of the project's site; sea level where no project is named
    const models::ImmersionTankSpec* tank = nullptr;
    models::BathLiquid bath;
    /// EstimateCoolant's own value for air-cooled servers, unless set. If absent, chips are at
    /// their reference temperature.
    std::optional<EstimateCoolant> coolant;
    std::string scaleUpId, scaleOutId;
    const models::InterconnectSpec* scaleUp = nullptr;
    const models::InterconnectSpec* scaleOut = nullptr;
    const models::CollectiveLibrarySpec* library = nullptr;
    int accelerators = 0;
    double adaptersPerRank = 0.0;  ///< as RankNetwork's
    /// Behind `accelerator` where the cluster's name states a rate of its own.
    std::shared_ptr<const models::AcceleratorSpec> ownAccelerator;
    bool networkReduces = false;
    bool hostStaging = false;
    std::vector<std::string> notes;  ///< what was assumed

    models::RankNetwork network() const;

    /// Whether that number of accelerators reach each other. EST-007: they state no rate to other servers,
    /// and are more than their own links join.
    Result<void> joins(int count) const;

    /// Power of one accelerator and, where the server is known, its share of what its rack draws at
    /// the feed [W]: models::rackPower(), every accelerator of the rack at that work and under its power
    /// limit, as a run has it at rest.
    double powerW(const models::ChipPhases& work) const;

    /// The clock that the accelerators' power limit leaves them in the hardest phase of that work.
    double clock(const models::ChipPhases& work) const;

    /// Power of one accelerator alone [W], mean over that work and in its hardest phase, at the
    /// temperature of the mean.
    double chipW(const models::ChipPhases& work) const;
    double peakChipW(const models::ChipPhases& work) const;

  private:
    models::RackParts parts() const;
    double chipC(const models::ChipPhases& work) const;
    models::RackLoad load(const models::RackParts& parts, const models::ChipPhases& work) const;
};

/// The clock of work on a cluster under its power limit: models::settledClock(). `workAt(clock)` is what
/// its accelerators do at a clock.
template <class F>
double settledClock(const EstimateCluster& cluster, F&& workAt) {
    return models::settledClock([&](double clock) { return cluster.clock(workAt(clock)); });
}

/// "h100-sxm:16384", "dgx-h100:16384" (a server) or "gb200-nvl72:72" (a rack; accelerators are
/// counted), with another network: "h100-sxm:16384@roce-400g". An accelerator whose catalogue row states no rate to
/// other servers gets one adapter of a named network, at its line rate.
/// EST-001: no such part; EST-002: the count is missing or no whole number from 1 to 10,000,000;
/// EST-003: no such interconnect, or one inside servers; EST-005: the links of the accelerator are
/// not known; EST-007: joins() of all of them.
Result<EstimateCluster> clusterOf(const std::string& text, const Catalogue& catalogue);

/// All accelerators of one kind in a project, with the links of its fabric. `accelerator` may be
/// empty where the project has one kind. EST-004: it has none, or several and none is named.
Result<EstimateCluster> clusterOf(const Project& project, const std::string& accelerator,
                                  const Catalogue& catalogue);

}  // namespace headroom::engine
