// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/failures/hazard_state.h"
#include "engine/sim/frame.h"

#include <cstdint>
#include <vector>

/// Faults of a run, repair crews and spare parts: a part of State.
namespace headroom::engine {

/// What a fault sits on.
enum class FaultSite : std::int32_t {
    Accelerator,  ///< unit: slot
    Server,       ///< unit: server
    Fabric,       ///< unit: FabricFaultState::id
    Power,        ///< unit: of the wiring
    Cooling,      ///< unit: link of the coolant network, or PlantHazard::group of other equipment
    Job,          ///< unit: index into State::jobs
    Storage       ///< unit: building block of storage
};

/// Something that is wrong, from its first sign until it is repaired. Numbered from 0 over the run;
/// kept after its end only while something refers to it.
struct Fault {
    std::int32_t number = -1;
    std::int32_t hazard = -1;  ///< Plant::hazards; -1: injected by an order
    FaultSite site = FaultSite::Server;
    std::int32_t unit = -1;
    std::int32_t server = -1;  ///< that it sits in; -1: none
    std::int32_t version = 0;  ///< happenings of an older version are void
    std::int32_t spare = -1;   ///< kind of spare part that its repair takes; -1: none
    FaultKind kind = FaultKind::FailStop;
    FaultPhase phase = FaultPhase::Latent;
    std::uint8_t automatic = 0;  ///< noticed by inspection, not by a hang or a person
    std::uint8_t padding = 0;
    std::int32_t occurrence = 0;  ///< of its hazard; its random numbers hang on it
    std::int32_t job = -1;        ///< State::jobs that stands still or computes wrongly; -1: none
    double amount = 0.0;          ///< FailSlow: speed left, 0..1; Intermittent: share of time down
    double atS = 0.0;             ///< began to act
    double detectedS = -1.0;
    double repairS = 0.0;  ///< work of the crew
    double expectedS = -1.0;
    std::int64_t cause = -1;  ///< event that led to it
    std::int64_t event = -1;  ///< that told of it last
};

struct FaultState {
    std::int32_t next = 0;
    std::int32_t padding = 0;
    std::vector<Fault> open;                 ///< by number
    std::vector<double> serverRate;          ///< factor on the failure rates of a server (lemons)
    std::vector<std::int32_t> serverFaults;  ///< so far
    std::vector<float> slotSpeed;            ///< by accelerator: speed left by faults; empty: all 1
    std::vector<std::int32_t> repeated;      ///< servers taken out as lemons
    HazardState hazards;
    RepairState repairs;
};

template <class StateType, class F>
void visitFaultState(StateType& s, F&& f) {
    f(s.next), f(s.open), f(s.serverRate), f(s.serverFaults), f(s.slotSpeed), f(s.repeated);
    visitHazardState(s.hazards, f);
    visitRepairState(s.repairs, f);
}

}  // namespace headroom::engine
