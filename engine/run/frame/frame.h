// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/special_members.h"
#include "engine/base/words.h"
#include "engine/cooling/network.h"
#include "engine/fabric/fabric.h"
#include "engine/kinds/condition.h"
#include "engine/run/frame/quantity.h"
#include "engine/run/frame/step_terms.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace headroom::engine {

struct AlarmList;
struct Layout;
struct Plant;
struct PowerNetwork;

/// Effect of a fault until it is repaired.
enum class FaultKind : std::uint8_t {
    FailStop,      ///< the part is out
    FailSlow,      ///< continues at a lower speed
    Intermittent,  ///< comes and goes
    Corruption,    ///< continues with wrong results
    Software,      ///< ends a job; nothing is broken
    Human          ///< somebody did the wrong thing
};

const char* faultKindName(FaultKind kind);

/// Where a fault is.
enum class FaultPhase : std::uint8_t {
    Precursor,  ///< announces itself; nothing is wrong yet
    Latent,     ///< acts, and nobody knows
    Detected,   ///< known, not yet localised or drained
    Waiting,    ///< for a crew, a part or a maintenance window
    UnderRepair,
    Over
};

const char* faultPhaseName(FaultPhase phase);

/// An open fault as a table shows it.
struct FaultNow {
    std::int32_t number = -1;  ///< as in Event::fault
    FaultKind kind = FaultKind::FailStop;
    FaultPhase phase = FaultPhase::Latent;
    std::string mode;      ///< failure mode, or type of the equipment
    std::string subject;   ///< the part
    std::string waitsFor;  ///< while Waiting: "a crew", "a spare CDU pump, in 3.2 d"
    double atS = 0.0, detectedS = -1.0,
           expectedS = -1.0;  ///< end of the repair; negative: not known
    std::int64_t event = -1;  ///< that reported it
    int rack = -1;
};

enum class JobState { Queued, Starting, Running, Completed, Failed };

const char* jobStateName(JobState state);

/// One job as a table shows it.
struct JobRow {
    HEADROOM_SPECIAL_MEMBERS(JobRow);

    std::int64_t id = 0;
    std::string name;
    JobState state = JobState::Queued;
    int accelerators = 0;
    double submitS = 0.0;     ///< simulated seconds after the start of the run
    double startS = -1.0;     ///< last start; negative: not yet
    double progress = 0.0;    ///< 0..1 of its tokens or run time, kept in checkpoints or not
    double tokensPerS = 0.0;  ///< 0 for jobs without a step model
    double stepTimeS = 0.0;
    double mfu = 0.0;  ///< model FLOP utilisation 0..1, now
    int restarts = 0;
    std::string why;  ///< what bounds it, why it waits, what ended it last
    std::string tenant;
    std::string accelerator;  ///< catalogue id of the kind that it runs on
    std::string site;         ///< where it runs; empty means this facility
    int priority = 0;
    int preemptions = 0;      ///< of the restarts: by the scheduler or by hand
    bool held = false;        ///< queued, and passed over until released
    bool service = false;     ///< answers requests; never completes by itself
    double endS = -1.0;       ///< completed or failed; negative: not yet
    double queuedS = 0.0;     ///< all its waiting so far
    double deadlineS = -1.0;  ///< it should be done by then; negative: none stated
    double ettr = 0.0;        ///< productive over wall time since it first started, 0..1
    double costUsd = 0.0;     ///< so far; parts in JobDetail::cost
    StepTerms step;           ///< of a training job that runs here; else all 0
};

struct JobHistory;
struct JobDetail;
struct Story;

enum class EventKind {
    JobSubmitted,
    JobStarted,
    JobCompleted,
    JobInterrupted,
    Checkpoint,
    Failure,
    Repair,
    Throttle,
    Trip,
    Recovery,
    Limit,
    Note,
    JobSlowed,    ///< or faster again: its rate moved by more than a few per cent
    Detected,     ///< somebody or something noticed a fault
    Maintenance,  ///< a crew, a part, a window: what a repair waits for, begins, ends
    Indicator,    ///< PUE, power, temperature or throughput of the facility moved
    JobPreempted  ///< by the scheduler or a person: nothing failed
};

const char* eventKindName(EventKind kind);

/// Which part of the facility an event is about: its lane in a drawing of causes.
enum class EventArea : std::uint8_t {
    Other,
    Environment,  ///< weather, and load as people submitted it
    Power,
    Cooling,  ///< coolant, air, water
    Network,
    Storage,
    Servers,  ///< racks, servers, accelerators
    Jobs,     ///< and services
    Control,  ///< controllers, checks, crews: those that react
    Indicators,
    Count
};

const char* eventAreaName(EventArea area);

/// Something that happened. `cause` is the id of the event that led to it, -1: none.
struct Event {
    std::int64_t id = 0;
    double timeS = 0.0;
    EventKind kind = EventKind::Note;
    std::string subject;  ///< id or name of the part or job concerned
    Words text;           ///< one sentence with its quantities
    std::int64_t cause = -1;
    int rack = -1;            ///< where to look, -1: nowhere on the floor
    std::int64_t job = -1;    ///< JobRow::id of the job concerned, -1: none
    std::int32_t fault = -1;  ///< number of the fault that it tells of, -1: none
    EventArea area = EventArea::Other;
};

/// State of a unit of the electrical wiring.
enum class PowerUnitState : std::uint8_t {
    Normal,       ///< carries what hangs on it
    Dead,         ///< nothing feeds it
    Failed,       ///< out of service until it is repaired
    OnBattery,    ///< UPS: its input is away or out of its window
    WalkIn,       ///< UPS: returns from battery to its rectifier
    LockedOut,    ///< UPS: counted too many disturbances; on battery until a person resets it
    Standby,      ///< generator at rest
    Starting,     ///< generator ordered to start
    Running,      ///< generator on load
    Waiting,      ///< transfer switch whose source is away, not yet for its confirmation time
    Transferring  ///< transfer switch between two sources
};

const char* powerUnitStateName(PowerUnitState state);

struct PowerUnitNow {
    PowerUnitState state = PowerUnitState::Normal;
    int modulesOut = 0;
    float outputW = 0.0F;
    float outputVa = 0.0F;
    float loading = 0.0F;  ///< share of the rating in service; NaN where there is no rating
    float voltage = 0.0F;  ///< per unit of nominal, at the output
    float lossW = 0.0F;
    float charge =
        0.0F;  ///< battery of a UPS or of a board, fuel of a generator: 0..1; NaN for the others
    float givesW = 0.0F;  ///< of its external battery; negative: it takes
};

enum class BreakerState : std::uint8_t { Closed, Open, Tripped };

struct PowerEdgeNow {
    BreakerState breaker = BreakerState::Closed;
    float powerW = 0.0F;    ///< at the source's end
    float currentA = 0.0F;  ///< line current
    float heat = 0.0F;      ///< thermal state of its breaker: 0 cold, 1 trips
};

/// An instant of a run as viewers see it: read-only, shared between threads.
struct Frame {
    HEADROOM_SPECIAL_MEMBERS(Frame);

    double timeS = 0.0;  ///< simulated seconds after the start
    std::string clock;   ///< local standard time, "2026-07-01 14:05:00"
    /// Which design of the run it is of: 0 at the start, one more with each edit. Racks, halls and
    /// machines are numbered as in `layout`, that design's own.
    std::int64_t design = 0;
    std::shared_ptr<const Layout> layout;
    /// That design compiled, the same object in all its frames; null where a recording is shown without one.
    std::shared_ptr<const Plant> plant;
    std::array<double, static_cast<int>(FacilityQuantity::Count)> facility{};
    std::vector<std::array<double, static_cast<int>(HallQuantity::Count)>> halls;
    std::vector<std::array<double, static_cast<int>(CduQuantity::Count)>> cdus;
    std::vector<std::array<double, static_cast<int>(LoopQuantity::Count)>> loops;
    /// External batteries, by PowerNetwork::batteryUnits.
    std::vector<std::array<double, static_cast<int>(BatteryQuantity::Count)>> batteries;
    /// By RackQuantity: one value per rack, in SI. Job is the id of the job that holds most of the
    /// rack (-1: none); Health is the share of accelerators in service, 0..1.
    std::array<std::vector<float>, static_cast<int>(RackQuantity::Count)> racks;
    /// The wiring, the same object in every frame of a run, and its state by unit and by edge.
    std::shared_ptr<const PowerNetwork> network;
    std::vector<PowerUnitNow> powerUnits;
    std::vector<PowerEdgeNow> powerEdges;
    /// The coolant piping, the same object in every frame of a run, and its state by node and link.
    std::shared_ptr<const CoolingNetwork> cooling;
    std::vector<CoolingNodeNow> coolingNodes;
    std::vector<CoolingLinkNow> coolingLinks;
    /// The networks as built, the same object in every frame of a run, and what they are doing.
    std::shared_ptr<const FabricNetwork> fabrics;
    FabricsNow fabricsNow;
    std::vector<JobRow> jobs;   ///< running, then starting, then queued, then the last ended
    std::vector<Event> events;  ///< the newest 500, oldest first
    /// What jobs went through; null where nobody asked for it (Simulator::keepHistory).
    std::shared_ptr<const JobHistory> history;
    /// The page of the job that is watched (Session::watchJob); null if none, or it is not there.
    std::shared_ptr<const JobDetail> watched;
    /// All events since the start; null where nobody asked for it (Simulator::keepHistory).
    std::shared_ptr<const Story> story;
    std::vector<FaultNow> faults;           ///< open ones, oldest first
    std::vector<Condition> rackConditions;  ///< by rack; empty if nothing was simulated yet
    /// What is wrong and what was, as a control room lists it; null where nobody watches for it
    /// (engine/alarms/alarm_watch.h).
    std::shared_ptr<const AlarmList> alarms;

    double operator[](FacilityQuantity q) const { return facility[static_cast<std::size_t>(q)]; }

    const std::vector<float>& rack(RackQuantity q) const {
        return racks[static_cast<std::size_t>(q)];
    }
};

}  // namespace headroom::engine
