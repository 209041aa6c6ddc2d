// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/index.h"
#include "engine/base/special_members.h"
#include "engine/run/frame/frame.h"
#include "engine/run/state/event.h"
#include "engine/run/state/hazard_state.h"

#include <array>
#include <cstdint>
#include <vector>

/// Faults of a run, repair crews and spare parts: a part of State.
namespace headroom::engine {

/// Events of faults, hazards and repairs.
enum class FaultEvent : std::int16_t {
    ServerBack,    ///< a: server
    Hazard,        ///< a: hazard; b and c: HazardClock
    Stage,         ///< a: fault, b: FaultPhase that it reaches, c: version of the fault
    Pulse,         ///< a: fault that comes and goes, b: 1 comes, c: version
    RepairDone,    ///< a: fault
    CrewFree,      ///< a crew, shift or maintenance window opens
    SpareArrives,  ///< a: kind of spare
    OrderUndo,     ///< a: fault of an order that ends, c: version
    Drill          ///< a: drill on a rack block, job or storage, or a mistake
};

constexpr Owner ownerOf(FaultEvent /*kind*/) {
    return Owner::Faults;
}

/// Place of a fault.
enum class FaultSite : std::int32_t {
    Accelerator,  ///< unit: slot
    Server,       ///< unit: server
    Fabric,       ///< unit: FabricFaultState::id
    Power,        ///< unit: of the wiring
    Cooling,      ///< unit: link of the coolant network, or PlantHazard::group of other equipment
    Job,          ///< unit: index into State::jobs
    Storage       ///< unit: building block of storage
};

/// Further facts of a fault.
enum FaultFlag : std::uint8_t {
    kFaultDrains = 1,     ///< jobs write a checkpoint before its server is taken out
    kFaultOfLemon = 2,    ///< its server failed too often: tested in depth and exchanged
    kFaultAnnounced = 4,  ///< a precursor: nothing has failed yet
    kFaultUndone = 8      ///< put right before anybody noticed: over once its jobs have been ended
};

/// A server was taken out of service.
struct ServerFault {
    ServerIndex server;
    std::int32_t padding = 0;
    double atS = 0.0;
};

/// A failure that will not come: its part was exchanged in time.
struct AvertedFailure {
    HazardIndex hazard;
    std::int32_t occurrence = 0;
};

inline constexpr std::size_t kFaultKinds = 6;

/// Sums over faults since the start, by FaultKind.
struct FaultSums {
    std::array<std::int64_t, kFaultKinds> struck{}, noticed{}, ended{};
    std::array<double, kFaultKinds> toNoticeS{};  ///< from the fault to its detection, of `noticed`
    std::array<double, kFaultKinds> toEndS{};     ///< from the fault to its end, of `ended`
    double outS = 0.0;         ///< accelerator seconds of servers that were out for repair
    std::int64_t averted = 0;  ///< announced failures whose part was exchanged in time
    std::int64_t lemons = 0;   ///< servers taken out for failing too often
    std::int64_t shrunk = 0;   ///< jobs that continued with fewer accelerators
};

/// Something that is wrong, from its first sign until it is repaired. Numbered from 0 over the run;
/// kept after its end only while something refers to it.
struct Fault {
    std::int32_t number = -1;
    HazardIndex hazard;  ///< Plant::hazards; -1 means injected by an order
    FaultSite site = FaultSite::Server;
    std::int32_t unit = -1;
    ServerIndex server;        ///< that it sits in; -1 if none
    std::int32_t version = 0;  ///< events of an older version are void
    std::int32_t spare = -1;   ///< kind of spare part that its repair takes; -1 if none
    FaultKind kind = FaultKind::FailStop;
    FaultPhase phase = FaultPhase::Latent;
    std::uint8_t automatic = 0;   ///< noticed by inspection, not by a hang or a person
    std::uint8_t flags = 0;       ///< FaultFlag
    std::int32_t occurrence = 0;  ///< of its hazard; its random numbers hang on it
    JobIndex job;                 ///< State::jobs that is stopped or computes wrongly; -1 if none
    std::int32_t jobVersion = 0;  ///< of that job when it was struck
    std::int32_t repeats = 0;     ///< Intermittent: how often it went so far
    double amount = 0.0;          ///< FailSlow: speed left, 0..1; Intermittent: share of time down
    double atS = 0.0;             ///< began to act
    double detectedS = -1.0;
    double outS = -1.0;    ///< since when its server is out of service; negative: is not
    double repairS = 0.0;  ///< work of the crew
    double expectedS = -1.0;
    std::int64_t cause = -1;  ///< event that led to it
    std::int64_t event = -1;  ///< that told of it last
};

struct FaultState {
    HEADROOM_SPECIAL_MEMBERS(FaultState);

    std::int32_t next = 0;
    std::int32_t schedulerAway = 0;       ///< faults of the control plane: nothing is placed
    std::vector<Fault> open;              ///< by number
    ByServer<double> serverRate;          ///< factor on the failure rates of a server (lemons)
    ByServer<std::int32_t> serverFaults;  ///< so far
    BySlot<float> slotSpeed;            ///< by accelerator: speed left by faults; empty means all 1
    std::vector<ServerIndex> repeated;  ///< servers taken out as lemons
    std::vector<ServerFault> recent;    ///< within the policy's window, oldest first
    std::vector<AvertedFailure> averted;
    ByStorage<float> storageSpeed;  ///< by building block: share left by faults; empty means all 1
    FaultSums sums;
    HazardState hazards;
    RepairState repairs;
};

class StateTable;

/// The columns of hazards, and of faults and repairs.
void declareHazards(StateTable& table);
void declareFaults(StateTable& table);

}  // namespace headroom::engine
