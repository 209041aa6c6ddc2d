// SPDX-License-Identifier: Apache-2.0
#include "models/facility/accepted_finding.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kAcceptedFindingAttributes = std::to_array<Attribute>({
    text<&AcceptedFindingSpec::rule>("rule", "Rule",
                                     {.required = true, .doc = "Id of the rule: aisle-width."}),
    text<&AcceptedFindingSpec::subject>(
        "subject", "Object", {.doc = "Id of the object concerned; empty: the whole project."}),
    text<&AcceptedFindingSpec::reason>(
        "reason", "Reason", {.required = true, .doc = "Why it may stay; printed in reports."}),
    text<&AcceptedFindingSpec::by>("by", "Accepted by", {.doc = "Who answers for it."}),
    text<&AcceptedFindingSpec::date>("date", "Date", {.doc = "When, as 2026-11-22."}),
});

}  // namespace

const ComponentType& AcceptedFindingSpec::type() {
    static constexpr ComponentType kType{
        "accepted_finding",
        "Accepted finding",
        "accepted_findings",
        false,
        "A finding of the design rules that somebody answers for, with the reason.",
        kAcceptedFindingAttributes,
        &createSpec<AcceptedFindingSpec>,
        &destroySpec<AcceptedFindingSpec>};
    return kType;
}

}  // namespace headroom::models
