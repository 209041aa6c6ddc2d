// SPDX-License-Identifier: Apache-2.0
#include "models/economics/cloud_terms.h"

#include "models/economics/money_units.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kCloudTermsAttributes = std::to_array<Attribute>({
    text<&CloudTermsSpec::provider>("provider", "Provider",
                                    {.required = true, .doc = "As its offers name it."}),
    number<&CloudTermsSpec::storageUsdPerByte>(
        "storage_usd_per_gb_month", "Storage", unit::dollarPerGigabyteMonth,
        {.min = 0,
         .max = 100,
         .required = true,
         .doc = "Price of data in the provider's object store."}),
    number<&CloudTermsSpec::support>("support_pct", "Support", unit::percent,
                                     {.min = 0,
                                      .max = 100,
                                      .required = true,
                                      .doc = "Share of all other payments to the provider."}),
    number<&CloudTermsSpec::committedDiscount>(
        "committed_discount_pct", "Committed spend", unit::percent,
        {.min = 0,
         .max = 90,
         .doc = "Off the on-demand price for a promise of years to spend so much."}),
});

}  // namespace

const ComponentType& CloudTermsSpec::type() {
    static constexpr ComponentType kType{
        "cloud_terms",
        "Terms of a cloud",
        "",
        false,
        "A provider's charges other than the hours of its servers.",
        kCloudTermsAttributes,
        &createSpec<CloudTermsSpec>,
        &destroySpec<CloudTermsSpec>};
    return kType;
}

}  // namespace headroom::models
