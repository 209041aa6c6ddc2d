// SPDX-License-Identifier: Apache-2.0
#include "models/reliability/failure_policy.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kAttributes = std::to_array<Attribute>({
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
                "often."}),
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
    number<&FailurePolicySpec::warmUpSpeed>("warm_up_speed_pct", "Warm-up speed", unit::percent,
                                            {.min = 1, .max = 100, .doc = "Of these steps."}),
    number<&FailurePolicySpec::spareShare>(
        "spare_pct", "Spare servers", unit::percent,
        {.min = 0, .max = 50, .doc = "Share of each pool held back to replace failed ones."}),
});

}  // namespace

const ComponentType& FailurePolicySpec::type() {
    static constexpr ComponentType kType{"failure_policy",
                                         "Failures",
                                         "failures",
                                         true,
                                         "Whether parts fail at random, and how recovery works.",
                                         kAttributes,
                                         &createSpec<FailurePolicySpec>,
                                         &destroySpec<FailurePolicySpec>};
    return kType;
}

}  // namespace headroom::models
