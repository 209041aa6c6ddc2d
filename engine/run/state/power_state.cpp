// SPDX-License-Identifier: Apache-2.0
#include "engine/run/state/power_state.h"

#include "engine/base/scale.h"
#include "engine/run/state/state_table.h"

namespace headroom::engine {

HEADROOM_SPECIAL_MEMBERS_OF(PowerState)

void declarePower(StateTable& t) {
    t.event(PowerEvent::Timer, Space::Unit);
    t.event(PowerEvent::Limit, Space::Unit);
    t.event(PowerEvent::Trip, Space::Edge);
    t.event(PowerEvent::HoldUp, Space::List);
    t.event(PowerEvent::Machines, Space::List);
    t.event(PowerEvent::Control, Space::List);
    t.event(PowerEvent::Drill, Space::Drill);
    t.event(PowerEvent::Undo, Space::Unit);
    // The new design may follow other hours: Electrical::resume queues them anew.
    t.event(PowerEvent::Hours, Space::List).carry = [](QueuedEvent&, const DesignEdit&) {
        return false;
    };
    t.column<&State::power, &PowerState::switching, &PowerSwitching::edgeClosed>(
        "power.switching.edgeClosed", std::uint8_t{1});
    t.column<&State::power, &PowerState::switching, &PowerSwitching::modulesOut>(
        "power.switching.modulesOut");
    t.column<&State::power, &PowerState::switching, &PowerSwitching::available>(
        "power.switching.available", std::uint8_t{1});
    t.column<&State::power, &PowerState::switching, &PowerSwitching::sourceVoltage>(
        "power.switching.sourceVoltage", 1.0F);
    t.column<&State::power, &PowerState::switching, &PowerSwitching::onBattery>(
        "power.switching.onBattery");
    t.column<&State::power, &PowerState::switching, &PowerSwitching::hasCharge>(
        "power.switching.hasCharge");
    t.column<&State::power, &PowerState::switching, &PowerSwitching::walkIn>(
        "power.switching.walkIn", 1.0F);
    t.column<&State::power, &PowerState::switching, &PowerSwitching::chargeW>(
        "power.switching.chargeW");
    t.column<&State::power, &PowerState::switching, &PowerSwitching::position>(
        "power.switching.position");
    t.column<&State::power, &PowerState::flow, &PowerFlow::live>("power.flow.live");
    t.column<&State::power, &PowerState::flow, &PowerFlow::voltage>("power.flow.voltage", 1.0);
    t.column<&State::power, &PowerState::flow, &PowerFlow::loadVa>("power.flow.loadVa");
    t.column<&State::power, &PowerState::flow, &PowerFlow::outVa>("power.flow.outVa");
    t.column<&State::power, &PowerState::flow, &PowerFlow::inVa>("power.flow.inVa");
    t.column<&State::power, &PowerState::flow, &PowerFlow::lossW>("power.flow.lossW");
    t.column<&State::power, &PowerState::flow, &PowerFlow::batteryW>("power.flow.batteryW");
    t.column<&State::power, &PowerState::flow, &PowerFlow::share>("power.flow.share");
    t.column<&State::power, &PowerState::flow, &PowerFlow::edgeVa>("power.flow.edgeVa");
    t.column<&State::power, &PowerState::flow, &PowerFlow::edgeA>("power.flow.edgeA");
    t.column<&State::power, &PowerState::flow, &PowerFlow::cordLive>("power.flow.cordLive");
    t.column<&State::power, &PowerState::flow, &PowerFlow::liveCords>("power.flow.liveCords");
    t.value<&State::power, &PowerState::flow, &PowerFlow::iterations>("power.flow.iterations");
    t.value<&State::power, &PowerState::flow, &PowerFlow::mismatch>("power.flow.mismatch");
    t.column<&State::power, &PowerState::mode>("power.mode", PowerUnitState::Normal);
    t.column<&State::power, &PowerState::timerS>("power.timerS", kNever);
    t.column<&State::power, &PowerState::limitS>("power.limitS", kNever);
    t.column<&State::power, &PowerState::overloadSinceS>("power.overloadSinceS", kNever);
    t.column<&State::power, &PowerState::energy>("power.energy");
    t.column<&State::power, &PowerState::gensetW>("power.gensetW");
    t.column<&State::power, &PowerState::reachedW>("power.reachedW");
    t.column<&State::power, &PowerState::disturbedS>("power.disturbedS", Space::Unit, -kNever)
        .by(kDisturbances);
    t.column<&State::power, &PowerState::lastCause>("power.lastCause", -1);
    t.column<&State::power, &PowerState::breaker>("power.breaker", BreakerState::Closed);
    t.column<&State::power, &PowerState::heat>("power.heat");
    t.column<&State::power, &PowerState::tripS>("power.tripS", kNever);
    t.column<&State::power, &PowerState::cordReadyS>("power.cordReadyS");
    t.column<&State::power, &PowerState::running>("power.running", 1.0);
    t.column<&State::power, &PowerState::rackPowered>("power.rackPowered", std::uint8_t{1});
    t.column<&State::power, &PowerState::rackShed>("power.rackShed");
    t.column<&State::power, &PowerState::rackReadyS>("power.rackReadyS");
    t.column<&State::power, &PowerState::rackCap>("power.rackCap", 1.0);
    t.column<&State::power, &PowerState::lossHeatJ>("power.lossHeatJ");
    t.column<&State::power, &PowerState::lossHeatW>("power.lossHeatW");
    t.value<&State::power, &PowerState::worstLoading>("power.worstLoading");
    t.value<&State::power, &PowerState::capDueS>("power.capDueS");
    t.value<&State::power, &PowerState::relievedS>("power.relievedS");
    t.value<&State::power, &PowerState::strainedS>("power.strainedS");
    t.value<&State::power, &PowerState::capping>("power.capping");
    t.check("external batteries", [](const Plant& plant, const State& s) {
        return s.shown.batteries.size() == plant.network->batteryUnits.size();
    });
    t.check("transfer switches", [](const Plant& plant, const State& s) {
        const PowerNetwork& n = *plant.network;
        for (std::size_t i = 0; i < n.units.size(); ++i) {
            if (n.units[i].kind == PowerKind::TransferSwitch &&
                s.power.switching.position[i] >= n.units[i].edges) {
                return false;
            }
        }
        return true;
    });
}

}  // namespace headroom::engine
