// SPDX-License-Identifier: Apache-2.0
#include "engine/run/compile/compile_power.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace headroom::engine {

void compilePower(Plant& plant, const Project& project, const Catalogue& catalogue,
                  Errors& errors) {
    const auto policies = project.objectsOf("power_policy");
    plant.policy = policies.empty() ? models::PowerPolicySpec{}
                                    : specOf<models::PowerPolicySpec>(*policies.front());
    std::vector<std::string> halls;
    for (const PlantHall& h : plant.halls) {
        halls.push_back(h.id);
    }
    std::vector<RackFeeds> racks;
    for (const PlantBlock& b : plant.blocks) {
        racks.push_back({b.spec.feeds, b.spec.cords, b.spec.rows, b.spec.racksPerRow});
    }
    std::vector<MachineFeeds> machines;
    for (std::size_t i = 0; i < plant.halls.size(); ++i) {
        const models::HallSpec& spec = plant.halls[i].spec;
        const int index = static_cast<int>(i);
        machines.push_back({PowerLoadKind::HallIt, index, spec.feeds});
        machines.push_back(
            {PowerLoadKind::Fans, index, spec.fanFeeds.empty() ? spec.feeds : spec.fanFeeds});
    }
    for (std::size_t i = 0; i < plant.cdus.size(); ++i) {
        machines.push_back(
            {PowerLoadKind::CduPumps, static_cast<int>(i), plant.cdus[i].spec.feeds});
    }
    for (std::size_t i = 0; i < plant.loops.size(); ++i) {
        const models::CoolingLoopSpec& spec = plant.loops[i].spec;
        const int index = static_cast<int>(i);
        machines.push_back({PowerLoadKind::HeatRejection, index, spec.feeds});
        machines.push_back({PowerLoadKind::LoopPumps, index,
                            spec.pumpFeeds.empty() ? spec.feeds : spec.pumpFeeds});
    }
    auto network = buildPowerNetwork(project, catalogue, halls, racks, machines);
    if (!network) {
        errors.insert(errors.end(), network.error().begin(), network.error().end());
        return;
    }
    plant.network = std::make_shared<const PowerNetwork>(std::move(*network));
    for (const models::GeneratingSet& g : plant.network->generators) {
        plant.dieselCarbonKgPerM3 = std::max(plant.dieselCarbonKgPerM3, g.fuelCarbonKgPerM3);
    }
    plant.fanLoad.assign(plant.halls.size(), LoadIndex(0));
    plant.cduLoad.assign(plant.cdus.size(), LoadIndex(0));
    plant.pumpLoad.assign(plant.loops.size(), LoadIndex(0));
    plant.rejectionLoad.assign(plant.loops.size(), LoadIndex(0));
    plant.loadRestartS.assign(plant.network->loads.size(), 0.0);
    for (std::size_t l = 0; l < plant.network->loads.size(); ++l) {
        const PowerLoad& load = plant.network->loads[l];
        const auto i = static_cast<std::size_t>(load.index);
        double& restartS = plant.loadRestartS[l];
        switch (load.kind) {
            case PowerLoadKind::Rack:
                break;
            case PowerLoadKind::HallIt:
                restartS = plant.policy.serverBootS;
                break;
            case PowerLoadKind::Fans:
                plant.fanLoad[i] = LoadIndex(l);
                restartS = plant.halls[i].crah.restartS;
                break;
            case PowerLoadKind::CduPumps:
                plant.cduLoad[i] = LoadIndex(l);
                restartS = plant.cdus[i].cdu.restartS;
                break;
            case PowerLoadKind::LoopPumps:
                plant.pumpLoad[i] = LoadIndex(l);
                restartS = plant.loops[i].pump.restartS;
                break;
            case PowerLoadKind::HeatRejection: {
                plant.rejectionLoad[i] = LoadIndex(l);
                const PlantLoop& loop = plant.loops[i];
                // Chillers need longer, and see to that themselves.
                restartS = loop.hasTower       ? loop.tower.restartS
                           : loop.hasDryCooler ? loop.dryCooler.restartS
                                               : 0.0;
                break;
            }
        }
    }
}

}  // namespace headroom::engine
