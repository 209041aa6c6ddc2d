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

#include <optional>
#include <string>
#include <vector>

namespace headroom::engine {

/// What the chips of an estimate give their heat to. A run finds it; an estimate is told.
struct EstimateCoolant {
    double coolantC = 25.0;  ///< air at the servers' inlet; mean of plates' inlet and outlet; bath
    double flowRatio = 1.0;  ///< of plates, over their nominal flow
};

/// What a job of an estimate runs on: equal accelerators, their racks and their links. Points into
/// the catalogue that it was made from.
struct EstimateCluster {
    std::string name;  ///< as it was asked for
    std::string acceleratorId;
    const models::AcceleratorSpec* accelerator = nullptr;
    const models::ServerSpec* server = nullptr;  ///< null where only accelerators were named
    models::RackSpec rack;  ///< of one server, models::rackOfOne(), where only servers were named
    const models::PsuSpec* psu = nullptr;    ///< where the server is known
    const models::PsuSpec* shelf = nullptr;  ///< null where the rack has none; so the next two
    const models::RearDoorSpec* rearDoor = nullptr;
    const models::ImmersionTankSpec* tank = nullptr;
    models::BathLiquid bath;
    /// Of air-cooled servers EstimateCoolant's own, until told; none: chips are at their reference
    /// temperature.
    std::optional<EstimateCoolant> coolant;
    std::string scaleUpId, scaleOutId;
    const models::InterconnectSpec* scaleUp = nullptr;
    const models::InterconnectSpec* scaleOut = nullptr;
    const models::CollectiveLibrarySpec* library = nullptr;
    int accelerators = 0;
    bool networkReduces = false;
    bool hostStaging = false;
    std::vector<std::string> notes;  ///< what was assumed

    models::RankNetwork network() const;

    /// Whether so many accelerators reach each other. EST-007: they state no rate to other servers,
    /// and are more than their own links join.
    Result<void> joins(int count) const;

    /// Power of one accelerator and, where the server is known, its share of what its rack draws at
    /// the feed [W]: models::rackPower(), every accelerator of the rack at that activity and the
    /// clock that its power limit leaves it, as a run has it at rest.
    double powerW(double activity) const;

    /// The clock that the accelerators' power limit leaves them at that activity.
    double clock(double activity) const;

  private:
    models::RackParts parts() const;
    models::RackLoad load(const models::RackParts& parts, double activity) const;
};

/// Work on a cluster settles with its clock: `activityAt(clock)` is the activity that the work has at
/// a clock, and a slower chip may be a busier one. Returns the clock.
template <class F>
double settledClock(const EstimateCluster& cluster, F&& activityAt) {
    constexpr int kMostRounds = 20;
    constexpr double kSettled = 1e-6;
    double clock = 1.0;
    for (int round = 0; round < kMostRounds; ++round) {
        const double next = cluster.clock(activityAt(clock));
        const bool settled = next > clock - kSettled && next < clock + kSettled;
        clock = next;
        if (settled) {
            break;
        }
    }
    return clock;
}

/// "h100-sxm:16384", "dgx-h100:16384" (a server) or "gb200-nvl72:72" (a rack; accelerators are
/// counted), with another network: "h100-sxm:16384@roce-400g".
/// EST-001: no such part; EST-002: the count is missing or no whole number from 1 to 10,000,000;
/// EST-003: no such interconnect, or one inside servers; EST-005: the links of the accelerator are
/// not known; EST-007: joins() of all of them.
Result<EstimateCluster> clusterOf(const std::string& text, const Catalogue& catalogue);

/// All accelerators of one kind in a project, with the links of its fabric. `accelerator` may be
/// empty where the project has one kind. EST-004: it has none, or several and none is named.
Result<EstimateCluster> clusterOf(const Project& project, const std::string& accelerator,
                                  const Catalogue& catalogue);

}  // namespace headroom::engine
