// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

/// The sums that figures are made of: what a meter or a counter reads over a run, a replication of
/// a campaign, one second at an instant, or one second at the design point. SI, money in USD.
/// NaN: not known here.
namespace headroom::engine {

enum class Sum {
    TimeS,  ///< simulated
    Racks,
    Accelerators,
    CapacityS,     ///< accelerator seconds that there were
    BusyS,         ///< of them: with a running job
    AllocatedS,    ///< of them: held by jobs
    WastedS,       ///< of these: no progress that was kept
    Tokens,        ///< trained and kept
    TokensSpread,  ///< weighted by the standard deviation of ln(measured / modelled) of their steps
    TrainingGoodS,  ///< accelerator seconds of training jobs: progress that was kept
    TrainingWallS,  ///< all of theirs since they first started
    ModelFlop,      ///< that their models needed
    PeakFlop,       ///< that their accelerators could have done in that time
    JobsSubmitted,
    JobsCompleted,
    JobsFailed,
    JobsRequeued,
    JobsPreempted,  ///< of those requeued
    JobsKilled,
    // Jobs at other sites: in none of the others but tokens and jobs.
    JobsSentAway,
    JobsTakenBack,
    AwayS,  ///< accelerator seconds
    AwayItJ,
    AwayFacilityJ,
    AwayCarbonKg,
    AwayRentUsd,
    AwayEnergyUsd,
    AwayEgressUsd,

    ItJ,        ///< the first that follows from power and heat: see isOfFlows()
    FacilityJ,  ///< consumed: models/facility/consumption.h
    MeteredJ,   ///< what utility and generators delivered
    UtilityJ,
    GensetJ,
    PeakTariffJ,  ///< of UtilityJ: in the peak hours of the tariff
    UpsOutputJ,
    PduOutputJ,
    FuelM3,
    PipedFuelJ,  ///< lower heating value
    WaterM3,
    ReusedJ,  ///< heat that somebody else uses
    EnergyUsd,
    WaterUsd,
    FuelUsd,
    CarbonKg,
    PeakItW,  ///< a level, as the next four
    PeakFacilityW,
    HottestChipC,
    WorstImbalance,  ///< relative, of any step: the last that follows from power and heat

    // For jobs, by a campaign: weighted by accelerators unless stated otherwise, from a job's first start to its end or the
    // end of the run. Services are not in them.
    Failures,           ///< that hit something in service
    Interruptions,      ///< of jobs, by failures
    JobS,               ///< that jobs had started and not ended: not weighted
    RunningS,           ///< of it: running, not weighted
    WallS,              ///< JobS weighted by accelerators
    HeldS,              ///< accelerator seconds held by jobs
    ProductiveS,        ///< of these: progress that was kept
    StartingS,          ///< of these: before the first work, and slow warm-up
    StalledS,           ///< of these: in checkpoints
    HungS,              ///< of these: without progress, not yet noticed
    LostS,              ///< of these: progress that no checkpoint kept
    WaitingS,           ///< WallS without accelerators
    Starts,             ///< of jobs, weighted by accelerators
    InterruptedWeight,  ///< interruptions weighted by accelerators
    ServerDownS,        ///< servers out of service, over the run
    ServerRepairS,      ///< of these, out for repair: not cut off, not without power
    ServerS,            ///< all servers, over the run
    ServersTaken,       ///< failures that took a server out of service

    // Figures of a design.
    AgreedW,  ///< that the utilities have agreed to, at unity power factor
    EquipmentUsd,
    FloorM2,
    OpenErrors,  ///< findings that nobody accepted
    OpenWarnings,
    AcceptedFindings,
    Count
};

/// Runs may leave power and heat out (engine/run/uncoupled.h): then these are not known.
constexpr bool isOfFlows(Sum sum) {
    return sum >= Sum::ItJ && sum <= Sum::WorstImbalance;
}

struct Sums {
    std::array<double, static_cast<std::size_t>(Sum::Count)> value{};

    constexpr double& operator[](Sum sum) { return value[static_cast<std::size_t>(sum)]; }

    constexpr double operator[](Sum sum) const { return value[static_cast<std::size_t>(sum)]; }
};

}  // namespace headroom::engine
