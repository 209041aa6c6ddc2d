// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/special_members.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/fabric/build_fabric.h"
#include "engine/fabric/fabric.h"
#include "engine/power/contingency.h"
#include "engine/resolve/facility.h"
#include "models/facility/fabric.h"
#include "models/facility/power_policy.h"
#include "models/network/interconnect.h"
#include "models/network/link_part.h"
#include "models/network/switch.h"

#include <algorithm>
#include <complex>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

/// A resolved project (resolve/facility.h) with its loads added up at the design point: every
/// accelerator at full activity and full clock, at its reference temperature. Steady, nothing
/// failed. Powers follow the same equations as the simulation (models/), without its dynamics.
namespace headroom::engine {

using DesignBlock = ResolvedBlock;

struct DesignHall : ResolvedHall {
    double rackW = 0.0, fabricW = 0.0, storageW = 0.0;
    double airW = 0.0;  ///< heat to the air: racks, switches, storage, power units that are here
    double fanAirM3PerS = 0.0;
    models::AirProperties air;  ///< at its supply set-point
    double fanHeatW = 0.0;      ///< of that heat, what the fans of servers move

    /// Flow of air handlers of a rated rise for the heat that no server's fan moves, without bypass.
    double fanlessM3PerS() const {
        return crah == nullptr
                   ? 0.0
                   : models::crahAirM3PerS(*crah, std::max(0.0, airW - fanHeatW), air.densityRatio);
    }

    double itW() const { return rackW + fabricW + storageW; }
};

struct DesignCduGroup : ResolvedCduGroup {
    double heatW = 0.0;
    double flowM3PerS = 0.0;
};

struct DesignLoop : ResolvedLoop {
    double heatW = 0.0;       ///< from CDUs and air handlers
    double chillerW = 0.0;    ///< compressors at that heat and the reference COP
    double pumpW = 0.0;       ///< loop pumps at design flow
    double rejectionW = 0.0;  ///< condenser pumps at design flow, fans at full speed
};

/// The wiring at full load, everything in service and every generator at rest.
struct DesignPower {
    bool wired = false;  ///< there are power units, and they can be joined
    Errors faults;       ///< why not
    models::PowerPolicySpec policy;
    PowerNetwork network;
    PowerSwitching switching;
    PowerDemand demand;
    PowerFlow flow;
    std::vector<VoltageCollapse> collapses;  ///< what the wiring cannot supply; dark in `flow`
    PowerSwitching outageSwitching;          ///< every utility dead, generators on
    PowerFlow outageFlow;
    FailureStudy study;
    std::vector<int> rackBlock;  ///< by rack load: index into Design::blocks

    double loading(int unit) const { return loadingOf(network, switching, flow, UnitIndex(unit)); }

    /// Apparent power at the output of a unit [VA].
    double outputVa(int unit) const { return std::abs(flow.outVa[static_cast<std::size_t>(unit)]); }
};

struct DesignFabric {
    const Object* object = nullptr;
    models::FabricSpec spec;
    const models::SwitchSpec* switchPart = nullptr;
    const models::LinkPartSpec* hostLink = nullptr;
    const models::LinkPartSpec* switchLink = nullptr;
    const models::InterconnectSpec* scaleUp = nullptr;
    const models::InterconnectSpec* scaleOut = nullptr;
    std::int64_t endpoints = 0;     ///< adapters
    double adapterBytesPerS = 0.0;  ///< of the fastest adapter, 0: not stated
    int radix = 0;                  ///< ports of a switch, broken out to the adapters' rate
    const Fabric* built = nullptr;  ///< in Design::network
    std::vector<Error> faults;      ///< why it cannot be built
};

struct Design {
    HEADROOM_SPECIAL_MEMBERS(Design);

    std::shared_ptr<const Project> project;  ///< expanded (document/order.h)
    const Catalogue* catalogue = nullptr;
    SiteWeather site;  ///< outdoor air
    std::vector<DesignBlock> blocks;
    std::vector<DesignHall> halls;
    std::vector<DesignCduGroup> cduGroups;
    std::vector<DesignLoop> loops;
    std::vector<DesignFabric> fabrics;
    std::shared_ptr<const FabricNetwork> network;  ///< the fabrics as the simulation has them
    std::shared_ptr<const BuiltFabrics> fabricsBuilt;
    std::shared_ptr<const Layout> floor;  ///< where everything is, without trays
    DesignPower power;
    std::map<std::string, std::int64_t> accelerators;  ///< how many there are of each kind

    const DesignHall* hall(const std::string& id) const;
    const DesignLoop* loop(const std::string& id) const;
};

/// How a design is worked out.
struct DesignOptions {
    std::shared_ptr<const Project> built;  ///< asBuilt() of the project; null means worked out
    std::shared_ptr<const BuiltFabrics>
        fabrics;        ///< of the same project, built before; null means build
    bool study = true;  ///< single failures and an outage of every utility; else they stay empty
    bool floor = true;  ///< where everything is; else Design::floor is null
};

/// Objects whose parts are missing are left out; a project that was read has none. Project and
/// catalogue must outlive it.
Design designOf(const Project& project, const Catalogue& catalogue,
                const DesignOptions& options = {});

}  // namespace headroom::engine
