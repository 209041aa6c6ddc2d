// SPDX-License-Identifier: Apache-2.0
#include "models/facility/requirement.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kPromises =
    std::to_array<std::string_view>({"not_stated", "may_stop", "keeps_running", "keeps_full_load"});
constexpr auto kParts = std::to_array<std::string_view>({"all", "sources"});
constexpr auto kInlets =
    std::to_array<std::string_view>({"not_stated", "recommended", "allowable"});

constexpr auto kRequirementAttributes = std::to_array<Attribute>({
    choice<&RequirementSpec::power>(
        "power_failure", "A power part fails", kPromises,
        {.doc = "Service that remains after any single failure of the wiring: utilities, "
                "transformers, "
                "boards, switches, generators, UPSs, PDUs, and the cooling that they feed."}),
    choice<&RequirementSpec::powerParts>(
        "power_parts", "Power parts meant", kParts,
        {.doc = "All of the wiring, or what makes, converts and stores power alone: utilities, "
                "transformers, generators, UPSs."}),
    choice<&RequirementSpec::cooling>(
        "cooling_failure", "A cooling part fails", kPromises,
        {.doc =
             "Service that remains after any single failure of cooling: pumps, chillers, towers, "
             "dry coolers, CDUs, air handlers."}),
    choice<&RequirementSpec::network>("network_failure", "A switch fails", kPromises,
                                      {.doc = "Service that remains after any single failure of a "
                                              "switch."}),
    choice<&RequirementSpec::inlet>(
        "rack_inlet", "Air at rack inlets", kInlets,
        {.doc = "The range of the servers' class that the hottest inlet stays in: the rule of "
                "design at the design point, commissioning in every test."}),
    number<&RequirementSpec::lostJobs>(
        "interrupted_jobs", "Jobs interrupted", unit::none,
        {.min = 0, .max = 1e6, .doc = "Most jobs that one failure may interrupt."}),
    number<&RequirementSpec::lostWork>(
        "lost_work_pct", "Work lost", unit::percent,
        {.min = 0, .max = 100, .doc = "Most work that one failure may cost in the hour after it."}),
    number<&RequirementSpec::standbyFuelS>(
        "standby_fuel_h", "Standby fuel", unit::hour,
        {.min = 0,
         .max = 1000,
         .doc = "How long the tanks of standby generators last with every utility dead, all at "
                "full activity."}),
});

}  // namespace

const ComponentType& RequirementSpec::type() {
    static constexpr ComponentType kType{
        "requirement",
        "Requirements",
        "requirements",
        true,
        "The owner's requirements for the facility, which design rules and commissioning check.",
        kRequirementAttributes,
        &createSpec<RequirementSpec>,
        &destroySpec<RequirementSpec>};
    return kType;
}

}  // namespace headroom::models
