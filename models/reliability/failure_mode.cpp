// SPDX-License-Identifier: Apache-2.0
#include "models/reliability/failure_mode.h"

#include <array>
#include <cmath>

namespace headroom::models {

namespace {

constexpr auto kFailureBasisWords = std::to_array<std::string_view>(
    {"accelerator", "server", "nic", "host_link", "fabric_link", "switch", "psu", "job_accelerator",
     "storage", "cdu", "pump", "valve", "coolant_row", "shelf", "breaker", "operator",
     "control_plane", "exchanger"});

constexpr auto kFailureEffectWords = std::to_array<std::string_view>(
    {"server_out", "job_restart", "degraded", "redundant", "plant", "no_placement"});

constexpr auto kFailureKindWords = std::to_array<std::string_view>(
    {"fail_stop", "fail_slow", "intermittent", "corruption", "software", "human"});

constexpr auto kFailureScopeWords =
    std::to_array<std::string_view>({"server", "rack", "row", "block", "leaf", "cdu", "feed"});

constexpr auto kFailureTemperatureWords = std::to_array<std::string_view>({"chip", "inlet"});

constexpr auto kRepairLawWords =
    std::to_array<std::string_view>({"lognormal", "exponential", "fixed"});

constexpr auto kSparePartWords = std::to_array<std::string_view>(
    {"none", "accelerator", "server_part", "adapter", "optics", "switch", "power_supply", "pump",
     "cooling_part", "electrical_part"});

constexpr auto kFailureLinkWords =
    std::to_array<std::string_view>({"cut", "lanes", "bit_errors", "flapping", "pause"});

constexpr auto kFailureModeAttributes = std::to_array<Attribute>({
    choice<&FailureModeSpec::basis>("basis", "Rate is for each", kFailureBasisWords,
                                    {.required = true, .doc = "Unit that the rate counts."}),
    number<&FailureModeSpec::ratePerS>("rate_per_hour", "Rate", unit::perHour,
                                       {.min = 0,
                                        .max = 1,
                                        .required = true,
                                        .doc = "Failures for each unit of the basis and hour."}),
    choice<&FailureModeSpec::effect>("effect", "Effect", kFailureEffectWords,
                                     {.required = true, .doc = "Effect on server and job."}),
    number<&FailureModeSpec::detectS>(
        "detect_s", "Detected after", unit::second,
        {.min = 0, .max = 1000000.0, .required = true, .doc = "From fault to reaction."}),
    number<&FailureModeSpec::repairMedianS>(
        "repair_median_h", "Repair, median", unit::hour,
        {.min = 0, .max = 100000.0, .required = true, .doc = "Half of the repairs are shorter."}),
    number<&FailureModeSpec::repairMeanS>(
        "repair_mean_h", "Repair, mean", unit::hour,
        {.min = 0,
         .max = 100000.0,
         .required = true,
         .doc = "Mean; with the median it sets a log-normal spread."}),
    choice<&FailureModeSpec::linkFault>(
        "link_fault", "Fault of the link", kFailureLinkWords,
        {.doc =
             "Effect on a link or the links of a switch: down, fewer lanes, repeats, up and down, "
             "pauses."}),
    number<&FailureModeSpec::amount>(
        "amount_pct", "Amount", unit::percent,
        {.min = 0,
         .max = 100,
         .doc =
             "Share of the time in which a link is down for flapping, or a part for intermittent. "
             "Rate that is left for lanes, bit errors and pause. Speed that is left for fail_slow. "
             "Opening at which a valve sticks. Share of the row's flow for a leak. Conductance "
             "that "
             "is left for an exchanger."}),
    choice<&FailureModeSpec::kind>(
        "kind", "Kind", kFailureKindWords,
        {.doc =
             "fail_stop: out until repaired; fail_slow: continues more slowly; intermittent: comes "
             "and goes; corruption: continues with wrong results; software: ends a job and breaks "
             "nothing; human: somebody did the wrong thing."}),
    referenceList<&FailureModeSpec::onlyFor>(
        "only_for", "Only for", "accelerator",
        {.doc = "Accelerators that fail in this way; not stated: all of them."}),
    referenceList<&FailureModeSpec::notFor>("not_for", "Not for", "accelerator",
                                            {.doc = "Accelerators with a rate of their own."}),
    number<&FailureModeSpec::shape>(
        "weibull_shape", "Weibull shape", unit::none,
        {.min = 0.2,
         .max = 10,
         .doc =
             "Shape of the life: 1 does not age (exponential), below 1 dies young, above 1 wears "
             "out. The rate is one over the mean life. Counts where the age of the parts is "
             "stated."}),
    number<&FailureModeSpec::earlyFactor>(
        "early_factor", "New parts, times", unit::none,
        {.min = 1,
         .max = 100,
         .doc = "Rate of a new part over that of a settled one. Counts where the age of the parts "
                "is stated."}),
    number<&FailureModeSpec::earlyS>(
        "early_h", "New parts, time constant", unit::hour,
        {.min = 0, .max = 1000000.0, .doc = "In which the excess of new parts falls to 37 %."}),
    number<&FailureModeSpec::wearShape>("wear_shape", "Wear-out, shape", unit::none,
                                        {.min = 1, .max = 20, .doc = "Weibull shape of wear."}),
    number<&FailureModeSpec::wearLifeS>(
        "wear_life_h", "Wear-out, life", unit::hour,
        {.min = 0,
         .max = 10000000.0,
         .doc = "Age by which 63 % are worn out, in addition to the stated rate; 0: do not wear."}),
    number<&FailureModeSpec::spreadShape>(
        "spread_shape", "Spread, shape", unit::none,
        {.min = 0.05,
         .max = 1000,
         .doc = "Shape of the gamma spread of the rate among units; not stated: servers as the "
                "failure policy says, all else equal."}),
    number<&FailureModeSpec::activationEv>(
        "activation_ev", "Activation energy", unit::electronvolt,
        {.min = 0,
         .max = 2,
         .doc = "Arrhenius: how the rate grows with temperature; 0: not at all. Counts where "
                "maintenance says that stress does."}),
    number<&FailureModeSpec::referenceC>(
        "reference_c", "Rate is for", unit::celsius,
        {.min = -50, .max = 150, .doc = "Temperature to which the stated rate belongs."}),
    choice<&FailureModeSpec::temperatureOf>("temperature_of", "Temperature of",
                                            kFailureTemperatureWords,
                                            {.doc = "Temperature that counts: accelerators of the "
                                                    "rack, or air or coolant at its inlet."}),
    number<&FailureModeSpec::loadExponent>(
        "load_exponent", "Load exponent", unit::none,
        {.min = 0,
         .max = 10,
         .doc = "The rate goes with (load / reference)^n; 0: not at all. Counts where maintenance "
                "says that stress does."}),
    number<&FailureModeSpec::referenceLoad>(
        "reference_load_pct", "Reference load", unit::percent,
        {.min = 1, .max = 100, .doc = "Share of busy accelerators to which the rate belongs."}),
    number<&FailureModeSpec::commonShare>(
        "common_pct", "Common cause", unit::percent,
        {.min = 0, .max = 100, .doc = "Share of a unit's failures that strike its group at once."}),
    choice<&FailureModeSpec::commonScope>(
        "common_scope", "Common cause, group", kFailureScopeWords,
        {.doc = "Units that share the cause; equipment shares it with its own group."}),
    number<&FailureModeSpec::commonReach>("common_reach_pct", "Common cause, reach", unit::percent,
                                          {.min = 0,
                                           .max = 100,
                                           .doc = "Chance of each other unit of the group to fail "
                                                  "with it; 100: the beta-factor model."}),
    number<&FailureModeSpec::batchShare>(
        "batch_pct", "Bad batches", unit::percent,
        {.min = 0, .max = 100, .doc = "Share of the deliveries with a defect."}),
    number<&FailureModeSpec::batchFactor>(
        "batch_factor", "Bad batches, times", unit::none,
        {.min = 1, .max = 1000, .doc = "Their rate over that of the others; the mean stays."}),
    integer<&FailureModeSpec::batchServers>(
        "batch_servers", "Batch", {.min = 1, .max = 1000000, .doc = "Servers in a delivery."}),
    number<&FailureModeSpec::precursorShare>(
        "precursor_pct", "Precursors", unit::percent,
        {.min = 0, .max = 100, .doc = "Share of the failures that announce themselves."}),
    number<&FailureModeSpec::precursorLeadS>(
        "precursor_lead_h", "Precursors, lead", unit::hour,
        {.min = 0, .max = 10000, .doc = "From the first sign to the failure."}),
    choice<&FailureModeSpec::repairLaw>(
        "repair_law", "Repair, law", kRepairLawWords,
        {.doc = "Spread of repair times: by median and mean, by the mean alone, none."}),
    number<&FailureModeSpec::resetShare>(
        "reset_pct", "Healed by a reset", unit::percent,
        {.min = 0, .max = 100, .doc = "Share that needs no crew and no part."}),
    number<&FailureModeSpec::resetS>(
        "reset_h", "Reset", unit::hour,
        {.min = 0, .max = 1000, .doc = "How long that takes; repair times are of the others."}),
    choice<&FailureModeSpec::spare>("spare", "Spare part", kSparePartWords,
                                    {.doc = "Part that the repair takes from the stock."}),
    number<&FailureModeSpec::spareLeadS>(
        "spare_lead_h", "Spare part, lead time", unit::hour,
        {.min = 0, .max = 100000.0, .doc = "From order to delivery."}),
    boolean<&FailureModeSpec::inWindow>(
        "in_window", "In the maintenance window",
        {.doc = "The repair waits for the window; nothing important is down meanwhile."}),
});

}  // namespace

const ComponentType& FailureModeSpec::type() {
    static constexpr ComponentType kType{"failure_mode",
                                         "Failure mode",
                                         "",
                                         false,
                                         "One way in which something breaks: how often, how it is "
                                         "noticed, how long repair takes, what it does.",
                                         kFailureModeAttributes,
                                         &createSpec<FailureModeSpec>,
                                         &destroySpec<FailureModeSpec>};
    return kType;
}

}  // namespace headroom::models
