// SPDX-License-Identifier: Apache-2.0
#include "models/workload/tenant.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kTenantAttributes = std::to_array<Attribute>({
    text<&TenantSpec::name>("name", "Name", {.doc = "Display name."}),
    number<&TenantSpec::weight>(
        "weight", "Weight", unit::none,
        {.min = 0.001, .max = 1000000, .doc = "Its share under fair share, against the others'."}),
    number<&TenantSpec::quota>(
        "quota_accelerators", "Quota", unit::none,
        {.min = 0,
         .max = 10000000,
         .doc = "Accelerators of each kind that are its own; not stated: as many as there are."}),
    text<&TenantSpec::cohort>(
        "cohort", "Cohort",
        {.doc = "Tenants of one cohort lend each other what they do not use of their quotas."}),
    number<&TenantSpec::borrowingLimit>(
        "borrowing_limit_accelerators", "Borrowing limit", unit::none,
        {.min = 0,
         .max = 10000000,
         .doc = "Most that it may use above its quota; not stated: what the cohort has."}),
});

}  // namespace

const ComponentType& TenantSpec::type() {
    static constexpr ComponentType kType{"tenant",
                                         "Tenant",
                                         "tenants",
                                         false,
                                         "Whom jobs belong to, and what the scheduler grants them.",
                                         kTenantAttributes,
                                         &createSpec<TenantSpec>,
                                         &destroySpec<TenantSpec>};
    return kType;
}

}  // namespace headroom::models
