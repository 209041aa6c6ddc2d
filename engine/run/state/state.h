// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/exact_sum.h"
#include "engine/base/index.h"
#include "engine/base/special_members.h"
#include "engine/plant/job_source.h"
#include "engine/run/frame/frame.h"
#include "engine/run/state/cause_state.h"
#include "engine/run/state/coolant_state.h"
#include "engine/run/state/corruption_state.h"
#include "engine/run/state/event.h"
#include "engine/run/state/fabric_state.h"
#include "engine/run/state/fault_state.h"
#include "engine/run/state/job_mark.h"
#include "engine/run/state/outputs.h"
#include "engine/run/state/past_state.h"
#include "engine/run/state/power_state.h"
#include "engine/run/state/remote_state.h"
#include "engine/schedule/scheduler_state.h"
#include "models/compute/chip_phases.h"

#include <array>
#include <cstdint>
#include <vector>

/// All that changes in a run, as plain vectors: copying it is taking a snapshot. The derived arrays
/// (bit maps of free servers) are in it too, so that a snapshot needs no rebuilding.
namespace headroom::engine {

struct PlantPool;

/// State::serverDown: 0 in service, 1 away for repair or tripped, 2 without power, 3 cut off from
/// its fabric.
inline constexpr std::uint8_t kServerOut = 1;
inline constexpr std::uint8_t kServerUnpowered = 2;
inline constexpr std::uint8_t kServerCutOff = 3;

/// Where a queued job is: ahead of the others after a failure, in the order of its queue, or
/// passed over until it is released.
enum class JobLine : std::int32_t {
    Ahead,
    InOrder,
    Held,
    OffSite  ///< cannot run here: passed over until the broker sends it away
};

/// One job. Work is in tokens for jobs with a training step, in seconds of running time for the
/// others. Times whose comment says "accelerator seconds" count every accelerator that it holds.
struct Job {
    std::int64_t id = 0;
    JobSource source = JobSource::Training;
    std::int32_t sourceIndex = 0;
    std::int32_t copy = 0;
    PoolIndex pool{0};
    std::int32_t accelerators = 0;
    JobState state = JobState::Queued;
    SlotIndex firstSlot;  ///< head of the list through State::slotNext
    std::int32_t restarts = 0;
    std::int32_t version = 0;  ///< events of an older version are void
    std::int32_t reason = 0;   ///< JobReason
    std::int32_t bundle =
        -1;  ///< that stops its collectives (network numbering); -1 means its adapters
    std::int32_t sites = 1;      ///< fabrics that its copies are spread over
    std::int32_t training = -1;  ///< Plant::training whose plan it runs; -1 means a fixed run time
    std::int32_t profile = -1;   ///< Plant::profiles
    std::int32_t tenant = -1;    ///< Plant::tenants; -1 if none stated
    std::int32_t priority = 0;   ///< the larger goes first, where a policy looks at it
    std::int32_t wanted = 0;     ///< accelerators as submitted
    std::int32_t leastAccelerators = 0,
                 mostAccelerators = 0;  ///< elastic between; 0 means as submitted
    std::int32_t preemptible = 1;
    std::int32_t preemptions = 0;  ///< of the restarts: by the scheduler or by hand
    JobLine line = JobLine::InOrder;
    std::int32_t restartTier = 0;  ///< models::CheckpointTier that the next start reads from
    std::int32_t place = -1;       ///< Plant::remotes where it is; -1 means in the facility
    std::int32_t remote = -1;      ///< RemoteState::jobs; -1 if it never left
    std::int32_t dataSet = -1;     ///< Plant::dataSets
    std::int32_t mayLeave = 0;
    std::int32_t intervalPolicy = 0;  ///< models::CheckpointPolicy that set checkpointS
    double submitS = 0.0;
    double firstStartS = -1.0;
    double startS = -1.0;  ///< of the present allocation
    double endS = -1.0;
    double work = 0.0;                 ///< total
    double done = 0.0;                 ///< at sinceS
    double sinceS = 0.0;               ///< when `done` was true
    double rate = 0.0;                 ///< work per second
    double runSinceCheckpointS = 0.0;  ///< running time at sinceS
    double checkpointS = 0.0;
    double stallS = 0.0;        ///< per checkpoint
    models::ChipPhases phases;  ///< of its accelerators, now
    double activity = 0.0;      ///< their mean
    double stepS = 0.0;
    double mfu = 0.0;
    double clock = 1.0;
    double networkShare = 1.0;    ///< the least of the shares of line rate below
    double networkCost = 0.0;     ///< share of its step (or time) that waits for the network
    double readTokensPerS = 0.0;  ///< that arrive of its training data; 0 means as fast as it asks
    double dataShare = 1.0, tensorShare = 1.0, pipelineShare = 1.0;
    double storageBytesPerS = 0.0;  ///< while it writes a checkpoint; 0 means does not
    double wanBytesPerS = 0.0;      ///< of the line between its sites that it gets

    // Waiting and what was asked of it.
    double queueS = 0.0;        ///< when it began to wait, the last time
    double queuedS = 0.0;       ///< all its waiting before that
    double spanFromS = 0.0;     ///< since when it is in its state with this many accelerators
    double budgetUsd = -1.0;    ///< negative: none
    double deadlineS = -1.0;    ///< it should be done by then; negative: none
    double expectedRunS = 0.0;  ///< as its owner thinks, at full speed; 0 if nobody said
    double startupS = -1.0;     ///< from placement to the first work; negative: by the policy

    // Checkpoints: begun last, safe in its own tier, begun and safe in the shared storage.
    JobMark taken, kept, storing, stored;
    double writeS = 0.0;          ///< from the start of a checkpoint until it is safe
    double storeEveryS = 0.0;     ///< running time between two copies to storage
    double storeWriteS = 0.0;     ///< that one of these takes
    double runSinceStoreS = 0.0;  ///< running time at sinceS

    // Accelerator seconds, at sinceS: what it held is their sum.
    double productiveS = 0.0;  ///< progress, lost work taken off
    double startingS = 0.0;    ///< from placement to the first work, and slow warm-up
    double stalledS = 0.0;     ///< in checkpoints
    double hungS = 0.0;        ///< without progress, not yet noticed
    double lostS = 0.0;        ///< progress that no checkpoint kept
    double lostWork = 0.0;

    // Energy at the meter, as its racks' shares of it (job_energy.h).
    double energyJ = 0.0, energyUsd = 0.0;
    double markJ = 0.0, markUsd = 0.0;
};

/// Reason for the state of a job; text in job_why.cpp.
enum class JobReason : std::int32_t {
    None,
    WaitsForAccelerators,
    WaitsForHead,
    TooLarge,
    Starting,
    Compute,
    Throttled,
    Network,
    Storage,
    Partitioned,
    Hung,
    Interrupted,
    Done,
    Preempted,
    Yielding,
    Killed,
    Serving,
    WaitsTurn,
    WaitsForBroker,
    SlowDevice,  ///< a fault made one of its accelerators slow
    Draining,    ///< leaves a server that is about to be taken out
    PowerLimit   ///< its accelerators hold their own power limit by a lower clock
};

/// A service between two coupling steps.
struct ServiceState {
    double untilS = 0.0;  ///< up to when arrivals are counted
    double nextScaleS = 0.0;
    std::int32_t begun = 0;
    std::int32_t submitted = 0;  ///< replicas so far
    std::int32_t serving = 0;
    std::int32_t padding = 0;   ///< none left to chance: the State is hashed by its bytes
    double clock = 1.0;         ///< of the slowest replica that serves
    double ratePerS = 0.0;      ///< arrivals
    double solvedPerS = 0.0;    ///< load at which the following was solved
    double capacityPerS = 0.0;  ///< of one replica
    double batch = 0.0, activity = 0.0;
    models::ChipPhases phases;  ///< of the accelerators of a replica
    double ttftP50S = 0.0, ttftP99S = 0.0, tpotS = 0.0, tpotP99S = 0.0, attainment = 0.0;
    double servedPerS = 0.0, waitS = 0.0;
    double backlog = 0.0;  ///< requests that wait beyond what the replicas hold
    // Since the start.
    double arrived = 0.0, answered = 0.0, tokens = 0.0, met = 0.0;
};

/// Events of jobs.
enum class JobEvent : std::int16_t {
    Arrival,  ///< a: JobSource, b: index
    Ready,    ///< a: job, b: version
    End,      ///< a: job, b: version
    Yield,    ///< a: job, b: version: its last checkpoint before a preemption is written
    Kill,     ///< a: job, b: version, c: hazard behind it + 1, 0: none
    Schedule  ///< a: pool whose scheduler asked to be woken
};

constexpr Owner ownerOf(JobEvent /*kind*/) {
    return Owner::Jobs;
}

/// Sums since the start.
struct Totals {
    double itJ = 0.0, facilityJ = 0.0, psuJ = 0.0, shelfJ = 0.0, pduJ = 0.0, upsJ = 0.0,
           transformerJ = 0.0, cableJ = 0.0;
    double utilityJ = 0.0, gensetJ = 0.0;
    double upsOutputJ = 0.0, pduOutputJ = 0.0;  ///< IT energy as metered for PUE categories 1, 2
    double peakTariffJ = 0.0;                   ///< of utilityJ: in the peak period of the tariff
    double fuelM3 = 0.0, reusedJ = 0.0, rejectedJ = 0.0;
    // Price and carbon of fuel from a pipe, by its lower heating value, of its source.
    double pipedFuelJ = 0.0, pipedFuelUsd = 0.0, pipedFuelCarbonKg = 0.0;
    double waterM3 = 0.0, energyUsd = 0.0, waterUsd = 0.0, fuelUsd = 0.0, carbonKg = 0.0;
    ExactSum busyS;       ///< accelerator seconds with a running job
    ExactSum allocatedS;  ///< accelerator seconds held by jobs
    // Of these, of intervals that have ended: see Job.
    ExactSum startingS, stalledS, hungS, lostS;
    double tokensLost = 0.0;
    // Corrections for the time before edits of the design. Present prices and numbers of accelerators are
    // applied to the whole run; these terms restore the differences (carry_over.h). Where operation follows
    // hours, also what those differed from the one price and the one intensity of the plant (plant_hours.h).
    double energyUsdShift = 0.0, fuelUsdShift = 0.0, waterUsdShift = 0.0, carbonKgShift = 0.0;
    double capacityShiftS = 0.0;  ///< accelerator seconds
    double removedTokens = 0.0;   ///< trained by jobs that left the State, or lost their source
    double peakItW = 0.0, peakFacilityW = 0.0, hottestChipC = -273.15, worstImbalance = 0.0;
    std::int64_t submitted = 0, completed = 0, failed = 0, requeued = 0, preempted = 0, killed = 0;
};

struct PoolState {
    std::int32_t freeServers = 0;  ///< whole servers free and in service
    std::int32_t freeSlots = 0;
    std::int32_t queueHead = 0;  ///< queue[queueHead…] are waiting jobs in order
    std::int32_t dirty = 1;      ///< something changed that may let the head start
};

struct State {
    HEADROOM_SPECIAL_MEMBERS(State);

    double timeS = 0.0;
    std::int64_t steps = 0;
    std::int64_t nextOrder = 0;
    std::int64_t nextEventId = 0;
    std::int64_t nextJobId = 1;
    std::int64_t busyNow = 0;                             ///< accelerators of running jobs
    std::int64_t allocatedNow = 0;                        ///< accelerators held by jobs
    std::int64_t queuedJobs = 0, queuedAccelerators = 0;  ///< waiting, held ones with them
    double queuedSinceS = 0.0;  ///< sum of the times at which these began to wait
    double accountedS = 0.0;    ///< up to when busy and allocated time are summed
    double flowS = 0.0;         ///< up to when power and heat are integrated

    // RunOptions::coupling
    std::int32_t flowing = 1;       ///< power and heat are computed now
    std::int32_t wasUncoupled = 0;  ///< there was a time in which they were not: sums are not known
    double flowHoldS = 0.0;         ///< they are, at least until then
    double uncoupledS = 0.0;        ///< of all time: not computed

    // by slot (accelerator)
    BySlot<JobIndex> slotJob;    ///< -1 means free
    BySlot<SlotIndex> slotNext;  ///< next slot of the same job

    // by server
    ByServer<std::uint8_t> serverDown;
    ByServer<std::int32_t> serverFree;

    // by rack
    ByRack<double> rackActivity;             ///< sum over accelerators of switching activity
    ByRack<models::ChipPhases> rackPhases;   ///< of a mean accelerator in service
    ByRack<models::ChipPhases> rackBusiest;  ///< of the accelerator that does most
    ByRack<double> rackMostActivity;         ///< of any phase of any of them
    ByRack<std::int32_t> rackServersUp;
    ByRack<std::int32_t> rackTripped;
    ByRack<double>
        rackChipC;  ///< mean over the accelerators in service; over all of them where none is
    ByRack<double> rackHotC;          ///< the busiest accelerator
    ByRack<double> rackClock;         ///< in the hardest phase, under power limits
    ByRack<double> rackFreeClock;     ///< that heat and the power controller leave
    ByRack<double> rackAppliedClock;  ///< as the rates of the jobs know it
    ByRack<double> rackEnergyJ,
        rackEnergyUsd;  ///< for each watt of its accelerators (job_energy.h)
    ByRack<float> rackCoolantC, rackInletC, rackUtilization;  ///< as hazards know them

    // by hall
    ByHall<double> hallReturnC;    ///< air that comes back to its handlers
    ByHall<double> hallItRunning;  ///< share of switches and storage that has power
    FabricState fabric;
    PowerState power;
    CoolantState coolant;
    RemoteState remote;

    FaultState faults;
    CorruptionState corruption;
    CauseState causes;

    // by hazard
    ByHazard<std::int64_t> hazardCount;   ///< failures so far; also the random counter
    ByHazard<std::int64_t> hazardStruck;  ///< of these, those that hit something in service
    ByHazard<std::int32_t> hazardFailed;  ///< equipment units out of service now
    // by hazard, then what no hazard led to: jobs that it interrupted, and their accelerator seconds
    // from the failure to the interruption and back to the last checkpoint
    std::vector<std::int64_t> hazardInterrupted;
    std::vector<double> hazardLostS;

    // jobs
    Column<Job, Space::Job>
        jobs;        ///< by id: those that have not ended, and some that have (past_jobs.h)
    PastState past;  ///< those that are no longer in `jobs`
    std::vector<JobIndex> training;            ///< indices of the jobs with a training step
    std::vector<JobIndex> held;                ///< indices of queued jobs that are passed over
    std::vector<std::vector<char>> handNames;  ///< of jobs submitted by hand
    std::vector<JobIndex> running;             ///< indices of running and starting jobs, by start
    ByPool<std::vector<JobIndex>> queues;
    ByPool<std::vector<std::uint64_t>> freeMap;  ///< server bits, by free count
    ByPool<PoolState> pools;
    std::vector<SchedulerState> schedulers;  ///< by pool; empty where the scheduler is plain
    std::vector<double> schedulerWakeS;      ///< by pool: its next event; infinity: none
    std::vector<std::int32_t> yielding;      ///< by pool: accelerators of jobs that are leaving
    std::vector<std::int64_t> arrivals;      ///< by source: generators, then traces

    // by service
    ByService<ServiceState> services;
    ByService<std::vector<JobIndex>> serviceReplicas;
    ByService<std::vector<double>> serviceWishes;  ///< of scaling: times and replicas

    std::vector<QueuedEvent> queue;  ///< heap, soonest first
    std::int64_t queueKept = 0;      ///< its length when void events were last taken out

    Totals totals;

    Outputs shown;
};

/// A job has ended: it neither waits nor holds anything, and never will again.
inline bool hasEnded(const Job& job) {
    return job.state == JobState::Completed || job.state == JobState::Failed;
}

/// Servers in a word of State::freeMap, and words of it that a pool takes.
inline constexpr int kFreeMapBits = 64;
std::size_t freeMapWords(const PlantPool& pool);

/// Calls f(job) for each job that waits in the line of a pool, held ones left out: in the order of its queue, or under a
/// scheduling policy as they came. f answers whether to continue.
template <class F>
void forEachWaiting(const State& s, PoolIndex pool, F&& f) {
    const auto& queue = s.queues[pool];
    for (auto i = static_cast<std::size_t>(s.pools[pool].queueHead); i < queue.size(); ++i) {
        if (!f(queue[i])) {
            return;
        }
    }
    if (at(pool) < s.schedulers.size()) {
        const auto& jobs = s.schedulers[at(pool)].jobs;
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            if (jobs[i].state == ScheduledState::Waiting && jobs[i].held == 0 && !f(JobIndex(i))) {
                return;
            }
        }
    }
}

class StateTable;

/// Columns of the clock, the floor, the jobs and their lines, services and meters; those of other
/// subsystems are declared next to their parts of the State.
void declareClock(StateTable& table);
void declareFloor(StateTable& table);
void declareJobs(StateTable& table);
void declareServices(StateTable& table);
void declareTotals(StateTable& table);

}  // namespace headroom::engine
