// SPDX-License-Identifier: Apache-2.0
#include "models/workload/scheduling.h"

#include <array>

namespace headroom::models {

namespace {

using std::string_view_literals::operator""sv;

constexpr std::array kPolicies = {"fifo"sv,       "priority"sv, "sjf"sv,    "srtf"sv,
                                  "fair_share"sv, "las"sv,      "elastic"sv};
constexpr std::array kBackfills = {"none"sv, "greedy"sv, "easy"sv, "conservative"sv};
constexpr std::array kModes = {"requeue"sv, "suspend"sv, "cancel"sv};
constexpr std::array kPlacements = {"packed"sv, "topology"sv, "spread"sv};
constexpr std::array kTiers = {"none"sv, "scale_up_domain"sv, "rack"sv, "leaf"sv, "pod"sv};
constexpr std::array kSignals = {"none"sv, "price"sv, "carbon"sv, "power_headroom"sv,
                                 "cooling_headroom"sv};
constexpr std::array kShares = {"equal"sv, "marginal"sv};

constexpr auto kSchedulingAttributes = std::to_array<Attribute>({
    choice<&SchedulingSpec::policy>(
        "policy", "Policy", kPolicies,
        {.doc = "Who is next: by submission, priority, expected run time, remaining time, usage of "
                "the tenant, service had so far; or elastic."}),
    choice<&SchedulingSpec::backfill>(
        "backfill", "Backfill", kBackfills,
        {.doc =
             "Jobs that may overtake a blocked head of the line: nothing, all that fits, what does "
             "not delay the head (EASY), what delays nobody before it."}),
    boolean<&SchedulingSpec::preemption>(
        "preemption", "Preemption",
        {.doc = "Higher priorities, and tenants within their quota, take accelerators from others; "
                "never unless the whole job then fits."}),
    choice<&SchedulingSpec::preemptionMode>(
        "preemption_mode", "Preempted jobs", kModes,
        {.doc = "Go on from their last checkpoint, write one first, or are cancelled."}),
    number<&SchedulingSpec::minimumRunS>(
        "minimum_run_min", "Minimum run", unit::minute,
        {.min = 0, .max = 100000, .doc = "A job runs that long before it may be preempted."}),
    choice<&SchedulingSpec::placement>(
        "placement", "Placement", kPlacements,
        {.doc = "Lowest numbers first, smallest tier that holds the job, or rack by rack in "
                "turn."}),
    choice<&SchedulingSpec::hardTier>(
        "hard_tier", "Must stay within", kTiers,
        {.doc = "A job that such a tier can hold waits for one that has room; without it the tier "
                "is only preferred."}),
    number<&SchedulingSpec::usageHalfLifeS>(
        "usage_half_life_h", "Half-life of usage", unit::hour,
        {.min = 0.1, .max = 100000, .doc = "Fair share forgets half of a tenant's usage in it."}),
    numberList<&SchedulingSpec::lasQueues>(
        "las_queues_accelerator_h", "Queues of attained service", unit::none,
        {.min = 0, .doc = "Accelerator hours at which a job falls into the next queue, rising."}),
    number<&SchedulingSpec::lasPromote>(
        "las_promote", "Promotion", unit::none,
        {.min = 0,
         .max = 1000,
         .doc = "A job that waits for that many times what it ran is put into the first queue "
                "again; 0: never."}),
    integer<&SchedulingSpec::reservedJobs>(
        "reserved_jobs", "Jobs with a promise",
        {.min = 1, .max = 1000000, .doc = "How deep into the line conservative backfill looks."}),
    choice<&SchedulingSpec::elasticShare>(
        "elastic_share", "Elastic jobs share", kShares,
        {.doc = "Equally, or each step to the job that gains the most by it."}),
    number<&SchedulingSpec::elasticRoundS>(
        "elastic_round_s", "Round", unit::second,
        {.min = 1, .max = 100000, .doc = "Running jobs are resized at most once in it."}),
    choice<&SchedulingSpec::deferral>(
        "deferral", "Jobs with slack wait for", kSignals,
        {.doc = "Cheap or clean energy, or headroom of power or cooling; never past the time at "
                "which they have to start."}),
    number<&SchedulingSpec::deferralThreshold>(
        "deferral_threshold", "Threshold", unit::none,
        {.min = 0,
         .max = 1000000,
         .doc = "USD/kWh or kg/kWh at most, or a headroom of 0 to 1 at least."}),
    number<&SchedulingSpec::maximumDelayS>(
        "maximum_delay_h", "Longest wait for it", unit::hour,
        {.min = 0, .max = 100000, .doc = "From submission; a deadline may make it shorter."}),
});

constexpr auto kReservationAttributes = std::to_array<Attribute>({
    text<&ReservationSpec::name>("name", "Name", {.doc = "Display name."}),
    reference<&ReservationSpec::accelerator>(
        "accelerator", "Accelerator", "accelerator",
        {.required = true, .doc = "Accelerator type that is reserved."}),
    reference<&ReservationSpec::tenant>(
        "tenant", "Tenant", "tenant",
        {.doc = "Tenant whose jobs may use them; none: maintenance, nobody's."}),
    integer<&ReservationSpec::accelerators>(
        "accelerators", "Accelerators",
        {.min = 1, .max = 10000000, .required = true, .doc = "How many are set aside."}),
    number<&ReservationSpec::fromS>(
        "from_h", "From", unit::hour,
        {.min = 0, .max = 1000000, .required = true, .doc = "Time of the run."}),
    number<&ReservationSpec::untilS>(
        "until_h", "Until", unit::hour,
        {.min = 0, .max = 1000000, .required = true, .doc = "Time of the run."}),
});

}  // namespace

const ComponentType& SchedulingSpec::type() {
    static constexpr ComponentType kType{"scheduling",
                                         "Scheduler",
                                         "scheduling",
                                         true,
                                         "Who runs next, where, and what may be taken from whom.",
                                         kSchedulingAttributes,
                                         &createSpec<SchedulingSpec>,
                                         &destroySpec<SchedulingSpec>};
    return kType;
}

const ComponentType& ReservationSpec::type() {
    static constexpr ComponentType kType{"reservation",
                                         "Reservation",
                                         "reservations",
                                         false,
                                         "Accelerators set aside for a time.",
                                         kReservationAttributes,
                                         &createSpec<ReservationSpec>,
                                         &destroySpec<ReservationSpec>};
    return kType;
}

}  // namespace headroom::models
