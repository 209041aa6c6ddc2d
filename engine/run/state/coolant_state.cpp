// SPDX-License-Identifier: Apache-2.0
#include "engine/run/state/coolant_state.h"

#include "engine/run/state/state_table.h"

namespace headroom::engine {

HEADROOM_SPECIAL_MEMBERS_OF(CoolantState)

void declareCoolant(StateTable& t) {
    t.event(CoolingEvent::Drill, Space::Drill);
    t.event(CoolingEvent::Undo, Space::Link);
    t.event(CoolingEvent::Isolate, Space::Link);
    t.column<&State::coolant, &CoolantState::nodeC>("coolant.nodeC", Space::AirNode, 20.0);
    t.column<&State::coolant, &CoolantState::headM>("coolant.headM");
    t.column<&State::coolant, &CoolantState::flowM3PerS>("coolant.flowM3PerS");
    t.column<&State::coolant, &CoolantState::valve>("coolant.valve", {1.0, 0.0});
    t.column<&State::coolant, &CoolantState::speed>("coolant.speed");
    t.column<&State::coolant, &CoolantState::running>("coolant.running");
    t.column<&State::coolant, &CoolantState::unitsOut>("coolant.unitsOut");
    t.column<&State::coolant, &CoolantState::stuck>("coolant.stuck");
    t.column<&State::coolant, &CoolantState::isolated>("coolant.isolated");
    t.column<&State::coolant, &CoolantState::foul>("coolant.foul", 1.0);
    t.column<&State::coolant, &CoolantState::leakM2>("coolant.leakM2");
    t.column<&State::coolant, &CoolantState::solvedResistance>("coolant.solvedResistance", -1.0);
    t.column<&State::coolant, &CoolantState::solvedSpeed>("coolant.solvedSpeed", -1.0);
    t.column<&State::coolant, &CoolantState::solvedUnits>("coolant.solvedUnits", -1.0);
    t.column<&State::coolant, &CoolantState::heatW>("coolant.heatW").shown();
    t.column<&State::coolant, &CoolantState::powerW>("coolant.powerW").shown();
    t.column<&State::coolant, &CoolantState::lostM3>("coolant.lostM3");
    t.column<&State::coolant, &CoolantState::pressurePa>("coolant.pressurePa");
    t.column<&State::coolant, &CoolantState::drained>("coolant.drained");
    t.column<&State::coolant, &CoolantState::pumps>("coolant.pumps");
    t.column<&State::coolant, &CoolantState::fan>("coolant.fan", {0.5, 0.0});
    t.column<&State::coolant, &CoolantState::pressureReset>("coolant.pressureReset", 1.0);
    t.column<&State::coolant, &CoolantState::chillersOffOn>("coolant.chillersOffOn");
    t.column<&State::coolant, &CoolantState::chillersOffS>("coolant.chillersOffS", 1e9);
    t.column<&State::coolant, &CoolantState::economiserOn>("coolant.economiserOn", 1.0);
    t.column<&State::coolant, &CoolantState::economiserS>("coolant.economiserS", 1e9);
    t.column<&State::coolant, &CoolantState::chillers>("coolant.chillers");
    t.column<&State::coolant, &CoolantState::chillersLost>("coolant.chillersLost");
    t.column<&State::coolant, &CoolantState::chillersWatered>("coolant.chillersWatered");
    t.column<&State::coolant, &CoolantState::chillersWaitS>("coolant.chillersWaitS");
    t.column<&State::coolant, &CoolantState::storeM3>("coolant.storeM3");
    t.column<&State::coolant, &CoolantState::served>("coolant.served", 1.0);
    t.column<&State::coolant, &CoolantState::mode>(
        "coolant.mode", static_cast<std::int32_t>(PlantMode::FreeCooling));
    t.column<&State::coolant, &CoolantState::setpointC>("coolant.setpointC", 20.0);
    t.column<&State::coolant, &CoolantState::chillerW>("coolant.chillerW");
    t.column<&State::coolant, &CoolantState::loopHeatW>("coolant.loopHeatW");
    t.column<&State::coolant, &CoolantState::airRatio>("coolant.airRatio", 0.5);
    t.column<&State::coolant, &CoolantState::crahW>("coolant.crahW");
    t.column<&State::coolant, &CoolantState::zoneC>("coolant.zoneC", 24.0);
    t.column<&State::coolant, &CoolantState::rackC>("coolant.rackC", 25.0);
    t.column<&State::coolant, &CoolantState::inletC>("coolant.inletC", 24.0);
    t.column<&State::coolant, &CoolantState::topC>("coolant.topC", 24.0).sparse();
    t.column<&State::coolant, &CoolantState::tankKg>("coolant.tankKg");
    t.column<&State::coolant, &CoolantState::vapourKg>("coolant.vapourKg");
    t.column<&State::coolant, &CoolantState::rackFraction>("coolant.rackFraction",
                                                           CoolantState::kNoFraction)
        .sparse();
    t.column<&State::coolant, &CoolantState::throttling>("coolant.throttling", -1);
    t.column<&State::coolant, &CoolantState::nodeKPerS>("coolant.nodeKPerS", Space::AirNode)
        .sparse();
    t.column<&State::coolant, &CoolantState::valvePerS>("coolant.valvePerS").sparse();
    t.column<&State::coolant, &CoolantState::fanPerS>("coolant.fanPerS").sparse();
    t.value<&State::coolant, &CoolantState::subStepS>("coolant.subStepS");
    t.value<&State::coolant, &CoolantState::lastHeatW>("coolant.lastHeatW");
}

}  // namespace headroom::engine
