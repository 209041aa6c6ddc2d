// SPDX-License-Identifier: Apache-2.0
#include "engine/run/state/coolant_state.h"

#include "engine/run/state/state_table.h"

namespace headroom::engine {

void declareCoolant(StateTable& t) {
    t.event(CoolingEvent::Drill, Space::Drill);
    t.event(CoolingEvent::Undo, Space::Link);
    t.event(CoolingEvent::Isolate, Space::Link);
    t.column<&State::coolant, &CoolantState::nodeC>("coolant.nodeC", Space::AirNode, 20.0);
    t.column<&State::coolant, &CoolantState::headM>("coolant.headM", Space::Node);
    t.column<&State::coolant, &CoolantState::flowM3PerS>("coolant.flowM3PerS", Space::Link);
    t.column<&State::coolant, &CoolantState::valve>("coolant.valve", Space::Link, {1.0, 0.0});
    t.column<&State::coolant, &CoolantState::speed>("coolant.speed", Space::Link);
    t.column<&State::coolant, &CoolantState::running>("coolant.running", Space::Link);
    t.column<&State::coolant, &CoolantState::unitsOut>("coolant.unitsOut", Space::Link);
    t.column<&State::coolant, &CoolantState::stuck>("coolant.stuck", Space::Link);
    t.column<&State::coolant, &CoolantState::isolated>("coolant.isolated", Space::Link);
    t.column<&State::coolant, &CoolantState::foul>("coolant.foul", Space::Link, 1.0);
    t.column<&State::coolant, &CoolantState::leakM2>("coolant.leakM2", Space::Link);
    t.column<&State::coolant, &CoolantState::solvedResistance>("coolant.solvedResistance",
                                                               Space::Link, -1.0);
    t.column<&State::coolant, &CoolantState::solvedSpeed>("coolant.solvedSpeed", Space::Link, -1.0);
    t.column<&State::coolant, &CoolantState::solvedUnits>("coolant.solvedUnits", Space::Link, -1.0);
    t.column<&State::coolant, &CoolantState::heatW>("coolant.heatW", Space::Link).shown();
    t.column<&State::coolant, &CoolantState::powerW>("coolant.powerW", Space::Link).shown();
    t.column<&State::coolant, &CoolantState::lostM3>("coolant.lostM3", Space::Circuit);
    t.column<&State::coolant, &CoolantState::pressurePa>("coolant.pressurePa", Space::Circuit);
    t.column<&State::coolant, &CoolantState::drained>("coolant.drained", Space::Circuit);
    t.column<&State::coolant, &CoolantState::fan>("coolant.fan", Space::Loop, {0.5, 0.0});
    t.column<&State::coolant, &CoolantState::pressureReset>("coolant.pressureReset", Space::Loop,
                                                            1.0);
    t.column<&State::coolant, &CoolantState::chillersOffOn>("coolant.chillersOffOn", Space::Loop);
    t.column<&State::coolant, &CoolantState::chillersOffS>("coolant.chillersOffS", Space::Loop,
                                                           1e9);
    t.column<&State::coolant, &CoolantState::economiserOn>("coolant.economiserOn", Space::Loop,
                                                           1.0);
    t.column<&State::coolant, &CoolantState::economiserS>("coolant.economiserS", Space::Loop, 1e9);
    t.column<&State::coolant, &CoolantState::chillers>("coolant.chillers", Space::Loop);
    t.column<&State::coolant, &CoolantState::chillersLost>("coolant.chillersLost", Space::Loop);
    t.column<&State::coolant, &CoolantState::storeM3>("coolant.storeM3", Space::Loop);
    t.column<&State::coolant, &CoolantState::served>("coolant.served", Space::Loop, 1.0);
    t.column<&State::coolant, &CoolantState::mode>(
        "coolant.mode", Space::Loop, static_cast<std::int32_t>(PlantMode::FreeCooling));
    t.column<&State::coolant, &CoolantState::setpointC>("coolant.setpointC", Space::Loop, 20.0);
    t.column<&State::coolant, &CoolantState::chillerW>("coolant.chillerW", Space::Loop);
    t.column<&State::coolant, &CoolantState::loopHeatW>("coolant.loopHeatW", Space::Loop);
    t.column<&State::coolant, &CoolantState::airRatio>("coolant.airRatio", Space::Hall, 0.5);
    t.column<&State::coolant, &CoolantState::crahW>("coolant.crahW", Space::Hall);
    t.column<&State::coolant, &CoolantState::zoneC>("coolant.zoneC", Space::Zone, 24.0);
    t.column<&State::coolant, &CoolantState::rackC>("coolant.rackC", Space::Rack, 25.0);
    t.column<&State::coolant, &CoolantState::inletC>("coolant.inletC", Space::Rack, 24.0);
    t.column<&State::coolant, &CoolantState::tankKg>("coolant.tankKg", Space::Rack);
    t.column<&State::coolant, &CoolantState::vapourKg>("coolant.vapourKg", Space::Rack);
    t.column<&State::coolant, &CoolantState::rackFraction>("coolant.rackFraction", Space::Rack,
                                                           -1.0)
        .sparse();
    t.column<&State::coolant, &CoolantState::throttling>("coolant.throttling", Space::Block, -1);
    t.value<&State::coolant, &CoolantState::subStepS>("coolant.subStepS");
    t.value<&State::coolant, &CoolantState::lastHeatW>("coolant.lastHeatW");
}

}  // namespace headroom::engine
