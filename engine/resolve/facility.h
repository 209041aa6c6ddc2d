// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/special_members.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/exchange/site_weather.h"
#include "models/compute/accelerator.h"
#include "models/compute/rack_power.h"
#include "models/compute/server.h"
#include "models/cooling/cdu.h"
#include "models/cooling/chiller.h"
#include "models/cooling/cooling_tower.h"
#include "models/cooling/crah.h"
#include "models/cooling/dry_cooler.h"
#include "models/cooling/fluid.h"
#include "models/cooling/heat_exchanger.h"
#include "models/cooling/immersion_tank.h"
#include "models/cooling/plate_exchanger.h"
#include "models/cooling/pump.h"
#include "models/cooling/rear_door.h"
#include "models/facility/cdu_group.h"
#include "models/facility/cooling_loop.h"
#include "models/facility/hall.h"
#include "models/facility/rack_block.h"
#include "models/power/psu.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

/// A project with the parts of its racks and of its cooling looked up, once for all: checks, runs,
/// sizing and estimates start from here. Parts point into the catalogue and objects into the project:
/// both must outlive it. A pointer is null where the object names no part, or one that is not there;
/// the latter is in `missing`. Loads are those of the design point: every accelerator at full
/// activity, full clock and its reference temperature (models/compute/rack_power.h).
namespace headroom::engine {

struct ResolvedBlock {
    const Object* object = nullptr;
    models::RackBlockSpec spec;
    const models::RackSpec* rack = nullptr;
    const models::ServerSpec* server = nullptr;
    const models::AcceleratorSpec* accelerator = nullptr;
    const models::PsuSpec* psu = nullptr;
    const models::PsuSpec* shelf = nullptr;  ///< null where the rack has no shelf rectifiers
    const models::RearDoorSpec* rearDoor = nullptr;
    const models::ImmersionTankSpec* tank = nullptr;
    const models::FluidSpec* bath = nullptr;  ///< of the tank
    double rackPitchM = 0.0;                  ///< width of the rack where the block states none
    double serverOutputW = 0.0;               ///< what the power supplies of one server deliver
    double serverW = 0.0;                     ///< what one server draws
    double shelfOutputW = 0.0;                ///< what the shelves of one rack deliver
    double rackW = 0.0;                       ///< what one rack draws, shared equipment with it
    double coolantM3PerS = 0.0;    ///< design flow of the plates or baths of one rack, 0 for air
    double fanAirM3PerS = 0.0;     ///< of one rack
    double airDensityRatio = 1.0;  ///< of the site's air to that of fan ratings
    std::int64_t racks = 0;

    /// Rack, server, accelerator and supply are there: what follows needs all of them.
    bool complete() const {
        return rack != nullptr && server != nullptr && accelerator != nullptr && psu != nullptr;
    }

    models::RackParts parts() const;

    bool isLiquid() const { return server->cooling != models::CoolingKind::Air; }

    double liquidW() const { return isLiquid() ? rackW * server->liquidFraction : 0.0; }

    std::int64_t servers() const { return racks * rack->servers; }

    std::int64_t accelerators() const { return servers() * server->accelerators; }

    double powerFactor() const { return shelf != nullptr ? shelf->powerFactor : psu->powerFactor; }
};

struct ResolvedHall {
    const Object* object = nullptr;
    models::HallSpec spec;
    const models::CrahSpec* crah = nullptr;
};

struct ResolvedCduGroup {
    const Object* object = nullptr;
    models::CduGroupSpec spec;
    const models::CduSpec* cdu = nullptr;
    const models::PumpSpec* pump = nullptr;  ///< null where the unit names none
};

struct ResolvedLoop {
    const Object* object = nullptr;
    models::CoolingLoopSpec spec;
    const models::CoolingTowerSpec* tower = nullptr;  ///< null where there is none, here and below
    const models::DryCoolerSpec* dryCooler = nullptr;
    const models::ChillerSpec* chiller = nullptr;
    const models::PumpSpec* pump = nullptr;
    const models::PumpSpec* condenserPump = nullptr;
    const models::PlateExchangerSpec* economiser = nullptr;
    const models::FluidSpec* fluid = nullptr;  ///< of the loop; towers evaporate water all the same
    double jPerM3K =
        models::kWaterDensity * models::kWaterCp;  ///< of it, at the mean of the design
};

/// An object that cannot be what it says: the catalogue has no such part.
struct MissingPart {
    const Object* object = nullptr;
    const models::ComponentType* type = nullptr;
    std::string id;
};

struct Facility {
    HEADROOM_SPECIAL_MEMBERS(Facility);

    std::shared_ptr<const Project> project;  ///< expanded (document/order.h)
    const Catalogue* catalogue = nullptr;
    SiteWeather site;
    std::vector<ResolvedBlock> blocks;  ///< all of them, in the order of the project; so the others
    std::vector<ResolvedHall> halls;
    std::vector<ResolvedCduGroup> cduGroups;
    std::vector<ResolvedLoop> loops;
    std::vector<MissingPart> missing;

    /// How many accelerators there are of each kind, in complete blocks.
    std::map<std::string, std::int64_t> accelerators() const;
};

/// `built`: asBuilt() of a project.
Facility resolve(std::shared_ptr<const Project> built, const Catalogue& catalogue);

}  // namespace headroom::engine
