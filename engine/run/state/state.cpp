// SPDX-License-Identifier: Apache-2.0
#include "engine/run/state/state.h"

#include "engine/run/state/state_table.h"

namespace headroom::engine {

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
    t.column<&State::slotJob>("slotJob", Space::Slot, -1).of(Space::Job);
    t.column<&State::slotNext>("slotNext", Space::Slot, -1).of(Space::Slot);
    t.column<&State::serverDown>("serverDown", Space::Server);
    t.column<&State::serverFree>("serverFree", Space::Server).byHand();
    t.column<&State::rackActivity>("rackActivity", Space::Rack);
    t.column<&State::rackMaxActivity>("rackMaxActivity", Space::Rack);
    t.column<&State::rackServersUp>("rackServersUp", Space::Rack);
    t.column<&State::rackTripped>("rackTripped", Space::Rack);
    t.column<&State::rackChipC>("rackChipC", Space::Rack, 25.0);
    t.column<&State::rackHotC>("rackHotC", Space::Rack, 25.0);
    t.column<&State::rackClock>("rackClock", Space::Rack, 1.0);
    t.column<&State::rackAppliedClock>("rackAppliedClock", Space::Rack, 1.0);
    t.column<&State::rackEnergyJ>("rackEnergyJ", Space::Rack);
    t.column<&State::rackEnergyUsd>("rackEnergyUsd", Space::Rack);
    t.column<&State::rackPowerW>("rackPowerW", Space::Rack);
    t.column<&State::rackCoolantC>("rackCoolantC", Space::Rack);
    t.column<&State::rackReturnC>("rackReturnC", Space::Rack);
    t.column<&State::rackInletC>("rackInletC", Space::Rack, 24.0F);
    t.column<&State::rackFlowM3PerS>("rackFlowM3PerS", Space::Rack);
    t.column<&State::rackHotChipC>("rackHotChipC", Space::Rack);
    t.column<&State::rackUtilization>("rackUtilization", Space::Rack);
    t.column<&State::rackClockShown>("rackClockShown", Space::Rack);
    t.column<&State::rackHealth>("rackHealth", Space::Rack);
    t.column<&State::rackJob>("rackJob", Space::Rack, -1.0F);
    t.column<&State::hallSupplyC>("hallSupplyC", Space::Hall);
    t.column<&State::hallReturnC>("hallReturnC", Space::Hall);
    t.column<&State::hallItRunning>("hallItRunning", Space::Hall, 1.0);
    t.column<&State::loopSupplyC>("loopSupplyC", Space::Loop);
    t.column<&State::loopReturnC>("loopReturnC", Space::Loop);
}

void declareTotals(StateTable& t) {
    t.value<&State::totals>("totals");
    t.value<&State::facility>("facility");
    t.column<&State::halls>("halls", Space::Hall);
    t.column<&State::cdus>("cdus", Space::Cdu);
    t.column<&State::loops>("loops", Space::Loop);
}

}  // namespace headroom::engine
