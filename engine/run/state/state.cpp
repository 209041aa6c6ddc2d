// SPDX-License-Identifier: Apache-2.0
#include "engine/run/state/state.h"

#include "engine/run/state/state_table.h"

namespace headroom::engine {

HEADROOM_SPECIAL_MEMBERS_OF(State)

void declareClock(StateTable& t) {
    t.value<&State::timeS>("timeS");
    t.value<&State::steps>("steps");
    t.value<&State::nextOrder>("nextOrder");
    t.value<&State::nextEventId>("nextEventId");
    t.value<&State::nextJobId>("nextJobId");
    t.value<&State::busyNow>("busyNow");
    t.value<&State::allocatedNow>("allocatedNow");
    t.value<&State::queuedJobs>("queuedJobs");
    t.value<&State::queuedAccelerators>("queuedAccelerators");
    t.value<&State::queuedSinceS>("queuedSinceS");
    t.value<&State::accountedS>("accountedS");
    t.value<&State::flowS>("flowS");
    t.value<&State::flowing>("flowing");
    t.value<&State::wasUncoupled>("wasUncoupled");
    t.value<&State::flowHoldS>("flowHoldS");
    t.value<&State::uncoupledS>("uncoupledS");
}

void declareFloor(StateTable& t) {
    t.column<&State::slotJob>("slotJob");
    t.column<&State::slotNext>("slotNext");
    t.column<&State::serverDown>("serverDown");
    t.column<&State::serverFree>("serverFree").byHand();
    t.column<&State::rackActivity>("rackActivity");
    t.column<&State::rackPhases>("rackPhases");
    t.column<&State::rackBusiest>("rackBusiest");
    t.column<&State::rackMostActivity>("rackMostActivity");
    t.column<&State::rackServersUp>("rackServersUp");
    t.column<&State::rackTripped>("rackTripped");
    t.column<&State::rackChipC>("rackChipC", 25.0);
    t.column<&State::rackHotC>("rackHotC", 25.0);
    t.column<&State::rackClock>("rackClock", 1.0);
    t.column<&State::rackFreeClock>("rackFreeClock", 1.0);
    t.column<&State::rackAppliedClock>("rackAppliedClock", 1.0);
    t.column<&State::rackEnergyJ>("rackEnergyJ");
    t.column<&State::rackEnergyUsd>("rackEnergyUsd");
    t.column<&State::rackCoolantC>("rackCoolantC");
    t.column<&State::rackInletC>("rackInletC", 24.0F);
    t.column<&State::rackUtilization>("rackUtilization");
    t.column<&State::hallReturnC>("hallReturnC");
    t.column<&State::hallItRunning>("hallItRunning", 1.0);
}

void declareTotals(StateTable& t) {
    t.value<&State::totals>("totals");
}

void declareOutputs(StateTable& t) {
    using O = Outputs;
    t.value<&State::shown, &O::facility>("shown.facility").shown();
    t.column<&State::shown, &O::halls>("shown.halls").shown();
    t.column<&State::shown, &O::cdus>("shown.cdus").shown();
    t.column<&State::shown, &O::loops>("shown.loops").shown();
    t.column<&State::shown, &O::batteries>("shown.batteries", Space::List).shown();
    t.column<&State::shown, &O::rackPowerW>("shown.rackPowerW").shown();
    t.column<&State::shown, &O::rackReturnC>("shown.rackReturnC").shown();
    t.column<&State::shown, &O::rackFlowM3PerS>("shown.rackFlowM3PerS").shown();
    t.column<&State::shown, &O::rackHotChipC>("shown.rackHotChipC").shown();
    t.column<&State::shown, &O::rackMeanChipC>("shown.rackMeanChipC").shown();
    t.column<&State::shown, &O::rackBusiest>("shown.rackBusiest").shown();
    t.column<&State::shown, &O::rackClock>("shown.rackClock").shown();
    t.column<&State::shown, &O::rackClockPower>("shown.rackClockPower").shown();
    t.column<&State::shown, &O::rackHealth>("shown.rackHealth").shown();
    t.column<&State::shown, &O::rackJob>("shown.rackJob", -1.0F).shown();
}

}  // namespace headroom::engine
