// SPDX-License-Identifier: Apache-2.0
#include "models/reliability/failure_policy.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kAutomationWords =
    std::to_array<std::string_view>({"manual", "alarms", "restart", "full"});

constexpr auto kFailurePolicyAttributes = std::to_array<Attribute>({
    boolean<&FailurePolicySpec::enabled>("enabled", "Random failures",
                                         {.doc = "Off: nothing breaks by itself."}),
    number<&FailurePolicySpec::rateFactor>(
        "rate_factor", "Rate factor", unit::none,
        {.min = 0, .max = 100, .doc = "Multiplies every rate; 2 to 3 for new hardware."}),
    number<&FailurePolicySpec::lemonShape>(
        "lemon_shape", "Lemon shape", unit::none,
        {.min = 0.05,
         .max = 100,
         .doc = "Shape of the gamma spread of failure rates among servers; small: few servers fail "
                "often. 0.88 gives 169 of 400 servers without a fault in 348 days and a third of "
                "all faults on the 8 % worst, as the InfiniteHBD fault trace has it."}),
    number<&FailurePolicySpec::restartS>(
        "restart_overhead_s", "Restart", unit::second,
        {.min = 0,
         .max = 100000,
         .doc = "From a free set of servers to the first step: scheduling, start-up, reading the "
                "checkpoint, warm-up."}),
    boolean<&FailurePolicySpec::fastDetection>(
        "fast_detection", "Fast detection",
        {.doc = "Inspection notices a fault after the time that its kind states; without, a job "
                "hangs until the time-out."}),
    number<&FailurePolicySpec::hangTimeoutS>(
        "hang_timeout_s", "Hang time-out", unit::second,
        {.min = 1,
         .max = 100000,
         .doc = "After which a framework gives up a collective that does not end; 10 to 30 minutes "
                "are usual."}),
    integer<&FailurePolicySpec::warmUpSteps>(
        "warm_up_steps", "Warm-up steps",
        {.min = 0,
         .max = 1000000,
         .doc = "First steps after each start that take longer: caches, compilation, data "
                "loaders."}),
    number<&FailurePolicySpec::warmUpSpeed>(
        "warm_up_speed_pct", "Warm-up speed", unit::percent,
        {.min = 1, .max = 100, .doc = "Speed of the warm-up steps."}),
    number<&FailurePolicySpec::checkPeriodS>(
        "corruption_check_h", "Corruption tests each", unit::hour,
        {.min = 0,
         .max = 10000,
         .doc =
             "Interval at which every accelerator is tested for silent corruption during its work; "
             "0: never."}),
    number<&FailurePolicySpec::checkCoverage>(
        "corruption_coverage_pct", "Coverage of a test", unit::percent,
        {.min = 0,
         .max = 100,
         .doc =
             "Share of bad parts that one test finds. Assumption: 70, as one operator reports for "
             "tests alongside production within two weeks (Dixit et al., 2022)."}),
    number<&FailurePolicySpec::checkCost>(
        "corruption_check_cost_pct", "Cost of tests", unit::percent,
        {.min = 0, .max = 50, .doc = "Share of the time of trainings that tests take."}),
    number<&FailurePolicySpec::lossSpikeShare>(
        "loss_spike_pct", "Seen in the loss", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "Share of silent corruptions that show in the loss of the job sooner or later."}),
    number<&FailurePolicySpec::lossSpikeS>(
        "loss_spike_after_h", "Seen after", unit::hour,
        {.min = 0.01,
         .max = 100000,
         .doc = "Mean time from the first wrong result to a loss that tells; not stated: the time "
                "to detection of the failure mode."}),
    number<&FailurePolicySpec::huntS>(
        "corruption_hunt_h", "Hunt for the part", unit::hour,
        {.min = 0,
         .max = 1000,
         .doc = "Time from a suspicious loss to the part that caused it: replay, halves of the job "
                "against each other. The job stops meanwhile. Assumption: 1."}),
    integer<&FailurePolicySpec::checkpointsKept>(
        "checkpoints_kept", "Checkpoints kept",
        {.min = 0,
         .max = 1000000,
         .doc = "Newest checkpoints of a job that are kept; 0: all. A job whose clean checkpoint "
                "is gone begins again."}),
    number<&FailurePolicySpec::spareShare>(
        "spare_pct", "Spare servers", unit::percent,
        {.min = 0, .max = 50, .doc = "Share of each pool held back to replace failed ones."}),
    choice<&FailurePolicySpec::automation>(
        "automation", "Automation", kAutomationWords,
        {.doc =
             "With manual, nothing inspects and a person finds what a time-out shows. With alarms, "
             "inspection calls a person, who drains and restarts. With restart, faults that "
             "inspection names are drained and their jobs restart without a person. With full, "
             "tests start by themselves and find what inspection cannot name."}),
    number<&FailurePolicySpec::coverage>(
        "inspection_coverage_pct", "Coverage of inspection", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "Share of the faults that it sees and names after the time that their kind states; "
                "the others show as a hang after the time-out."}),
    number<&FailurePolicySpec::responseDayS>(
        "response_day_min", "Response by day", unit::minute,
        {.min = 0,
         .max = 100000,
         .doc = "From an alarm until a person acts, in the day shift of the maintenance. "
                "Assumption: 10 min."}),
    number<&FailurePolicySpec::responseNightS>(
        "response_night_min", "Response by night", unit::minute,
        {.min = 0,
         .max = 100000,
         .doc = "The same outside of that shift. Assumption: 30 min, on call."}),
    number<&FailurePolicySpec::localiseS>(
        "localise_min", "Localisation", unit::minute,
        {.min = 0,
         .max = 100000,
         .doc = "To find the culprit of a fault that inspection has not named, by tests. "
                "Less than 10 min to detect and diagnose is published (MegaScale)."}),
    boolean<&FailurePolicySpec::replaceOnPrecursor>(
        "replace_on_precursor", "Replace on precursors",
        {.doc = "A part that announces its failure is exchanged before: jobs write a checkpoint, "
                "leave its server and lose no work."}),
    integer<&FailurePolicySpec::lemonFaults>(
        "lemon_faults", "Faults of a lemon",
        {.min = 0,
         .max = 1000,
         .doc = "Faults within the window after which a server is tested in depth and exchanged "
                "before "
                "it returns; 0: never."}),
    number<&FailurePolicySpec::lemonWindowS>(
        "lemon_window_h", "Window of lemons", unit::hour,
        {.min = 0, .max = 10000, .doc = "In which these faults count."}),
    number<&FailurePolicySpec::lemonTestS>(
        "lemon_test_h", "Deep test", unit::hour,
        {.min = 0,
         .max = 100000,
         .doc = "Least time that a lemon is away, test and exchange together. Assumption: 48 h."}),
    integer<&FailurePolicySpec::flapsUntilOut>(
        "flaps_until_out", "Flaps until taken out",
        {.min = 1,
         .max = 1000,
         .doc = "A server that comes and goes is found as the culprit at that many failures of its "
                "jobs. Assumption: 3."}),
    number<&FailurePolicySpec::flapDownS>(
        "flap_down_s", "A flap lasts", unit::second,
        {.min = 0.1,
         .max = 100000,
         .doc = "For how long a server that comes and goes is away each time; how often follows "
                "from its share of time down. Assumption: 60 s."}),
    number<&FailurePolicySpec::mistakeS>(
        "mistake_noticed_min", "A mistake is noticed after", unit::minute,
        {.min = 0,
         .max = 100000,
         .doc = "Until the breaker that was opened by mistake is closed again. Assumption: "
                "15 min."}),
    boolean<&FailurePolicySpec::elasticShrink>(
        "elastic_shrink", "Elastic training",
        {.doc =
             "A training job that finds no server in place of a failed one continues with fewer "
             "data-parallel copies, down to its least accelerators, and grows back after the "
             "repair; without, it waits. For the first-in-first-out scheduler; policies resize by "
             "themselves."}),
});

}  // namespace

const ComponentType& FailurePolicySpec::type() {
    static constexpr ComponentType kType{"failure_policy",
                                         "Failures",
                                         "failures",
                                         true,
                                         "Whether parts fail at random, and how recovery works.",
                                         kFailurePolicyAttributes,
                                         &createSpec<FailurePolicySpec>,
                                         &destroySpec<FailurePolicySpec>};
    return kType;
}

}  // namespace headroom::models
