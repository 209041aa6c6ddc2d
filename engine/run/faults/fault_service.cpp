// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/index.h"
#include "engine/plant/server_name.h"
#include "engine/run/fabric/fabric_run.h"
#include "engine/run/faults/failures.h"
#include "engine/run/power/electrical.h"
#include "engine/run/workload/allocation.h"
#include "models/compute/usual.h"

#include <fmt/format.h>

/// Servers and machines come back into service, and racks that got too hot leave it.
namespace headroom::engine {

void Failures::serverRepaired(ServerIndex server, double timeS) {
    const auto place =
        static_cast<std::size_t>(plant_.serverRack[static_cast<std::size_t>(server)]);
    if (s_.power.rackPowered[place] == 0) {
        s_.serverDown[static_cast<std::size_t>(server)] = kServerUnpowered;
        return;  // comes back with its rack
    }
    if (timeS < s_.power.rackReadyS[place]) {
        s_.serverDown[static_cast<std::size_t>(server)] = kServerUnpowered;
        return;  // still boots; the event of its rack follows
    }
    if (fabric_.isCutOff(server)) {
        s_.serverDown[static_cast<std::size_t>(server)] = kServerCutOff;
        return;  // comes back with its link
    }
    setServerDown(plant_, s_, server, false);
    const RackIndex rack(plant_.serverRack[static_cast<std::size_t>(server)]);
    s_.rackTripped[static_cast<std::size_t>(rack)] = 0;
    jobs_.load().noteServer(server);
    const int pool =
        plant_.blocks[static_cast<std::size_t>(plant_.rackBlock[static_cast<std::size_t>(rack)])]
            .pool;
    s_.pools[static_cast<std::size_t>(pool)].dirty = 1;
    const auto event = log_.add(s_, timeS, EventKind::Repair, serverNameOf(plant_, server),
                                "Back in service.", causes_.whyDown(server), rack);
    causes_.serverUp(server, timeS);
    jobs_.growBack(PoolIndex(pool), timeS, event);
}

void Failures::equipmentRepaired(HazardIndex hazard, int unit, double timeS, std::int64_t cause) {
    const auto h = static_cast<std::size_t>(hazard);
    const PlantHazard& z = plant_.hazards[h];
    --s_.hazardFailed[h];
    const auto id =
        log_.add(s_, timeS, EventKind::Repair, z.subject,
                 fmt::format("{} back: {} of {} in service.", clock_.unitName(hazard, unit),
                             z.units - s_.hazardFailed[h], z.units),
                 cause);
    if (z.equipment == EquipmentKind::PowerUnit) {
        electrical_.moduleRepaired(UnitIndex(clock_.powerUnit(hazard, unit)), timeS, id);
    } else {
        causes_.clearEquipment(hazard, timeS);
    }
}

void Failures::trip(RackIndex rack, double timeS) {
    const auto r = static_cast<std::size_t>(rack);
    if (s_.rackTripped[r] != 0) {
        return;
    }
    s_.rackTripped[r] = 1;
    const PlantBlock& b = plant_.blocks[static_cast<std::size_t>(plant_.rackBlock[r])];
    const auto cause = log_.add(
        s_, timeS, EventKind::Trip, plant_.rackNames[r],
        words("Accelerators passed {} and switched off.", amount(b.accelerator.shutdownC, "°C", 0)),
        causes_.trip(rack, timeS), rack);
    const int firstServer = b.firstServer + (rack - b.firstRack) * b.rack.servers;
    for (int n = 0; n < b.rack.servers; ++n) {
        const ServerIndex server(firstServer + n);
        if (s_.serverDown[static_cast<std::size_t>(server)] != 0) {
            continue;
        }
        jobs_.takeOut(server, kServerOut, timeS, cause);
        queue_.push(timeS + models::kTripResetS, FaultEvent::ServerBack, server, -1, cause);
    }
}

}  // namespace headroom::engine
