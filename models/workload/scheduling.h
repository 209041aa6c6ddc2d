// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <limits>
#include <string>
#include <vector>

namespace headroom::models {

/// Who is next. Orders are combined with a Backfill and with preemption.
enum class SchedulingPolicy {
    Fifo,       ///< by submission
    Priority,   ///< by priority, then submission
    Sjf,        ///< shortest expected run time first, running jobs stay
    Srtf,       ///< shortest remaining time first, takes accelerators away
    FairShare,  ///< tenant with the least decayed usage per weight, then submission
    Las,        ///< least attained service, discretised in queues (Tiresias)
    Elastic     ///< by submission; jobs shrink to their least so that more run, grow when room is
};

/// Jobs that may pass a head of the line that does not fit.
enum class Backfill {
    None,         ///< nothing
    Greedy,       ///< any job that fits
    Easy,         ///< what does not delay the head
    Conservative  ///< what delays nobody before it
};

/// Effect of preemption on a job.
enum class PreemptionMode {
    Requeue,  ///< continues from its last checkpoint
    Suspend,  ///< writes a checkpoint first: nothing is lost
    Cancel    ///< fails
};

/// Which free servers a job gets.
enum class PlacementPolicy {
    Packed,    ///< lowest numbers first, rests of servers by best fit
    Topology,  ///< the smallest tier that holds it whole, best fit there
    Spread     ///< one rack after the other
};

/// Tiers of a floor, inside out. A server is smaller than any.
enum class PlacementTier { None, ScaleUpDomain, Rack, Leaf, Pod };

/// Signal that jobs with slack wait for.
enum class DeferralSignal {
    None,
    Price,           ///< of energy, USD/kWh, at or below the threshold
    Carbon,          ///< of energy, kg/kWh, at or below the threshold
    PowerHeadroom,   ///< share of the tightest limit that is free, at or above the threshold
    CoolingHeadroom  ///< the same of heat rejection
};

/// How elastic jobs share what is there.
enum class ElasticShare {
    Equal,    ///< the same number for each
    Marginal  ///< one step at a time to the job that gains the most throughput by it
};

/// The scheduler of a facility.
struct SchedulingSpec {
    SchedulingPolicy policy = SchedulingPolicy::Fifo;
    Backfill backfill = Backfill::None;
    bool preemption = false;
    PreemptionMode preemptionMode = PreemptionMode::Requeue;
    double minimumRunS = 0.0;
    PlacementPolicy placement = PlacementPolicy::Packed;
    PlacementTier hardTier = PlacementTier::None;
    double usageHalfLifeS = 7.0 * 86400.0;
    std::vector<double> lasQueues = {1.0, 16.0};  ///< accelerator hours, rising
    double lasPromote = 0.0;
    int reservedJobs = 500;
    ElasticShare elasticShare = ElasticShare::Equal;
    double elasticRoundS = 300.0;
    DeferralSignal deferral = DeferralSignal::None;
    double deferralThreshold = 0.0;
    double maximumDelayS = 0.0;

    static const ComponentType& type();
};

/// Accelerators set aside in time. Without a tenant: for nobody (maintenance).
struct ReservationSpec {
    std::string name;
    std::string accelerator;
    std::string tenant;
    int accelerators = 0;
    double fromS = 0.0;
    double untilS = 0.0;

    static const ComponentType& type();
};

}  // namespace headroom::models
