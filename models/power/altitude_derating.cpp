// SPDX-License-Identifier: Apache-2.0
#include "models/power/altitude_derating.h"

#include <algorithm>
#include <array>

namespace headroom::models {

namespace {

constexpr Unit kPercentPerKilometre{"%/km", 1e-5};

constexpr auto kAltitudeDeratingAttributes = std::to_array<Attribute>({
    number<&AltitudeDeratingSpec::fromM>(
        "from_m", "From", unit::metre,
        {.min = 0, .max = 6000, .required = true, .doc = "The rating holds up to this elevation."}),
    number<&AltitudeDeratingSpec::sharePerM>(
        "derating_pct_per_km", "Derating", kPercentPerKilometre,
        {.min = 0,
         .max = 50,
         .required = true,
         .doc = "Share of the rating for each 1,000 m above."}),
});

}  // namespace

const ComponentType& AltitudeDeratingSpec::type() {
    static constexpr ComponentType kType{
        "altitude_derating",
        "Altitude derating",
        "",
        false,
        "How much less than its rating a kind of electrical equipment carries on high ground.",
        kAltitudeDeratingAttributes,
        &createSpec<AltitudeDeratingSpec>,
        &destroySpec<AltitudeDeratingSpec>};
    return kType;
}

double ratingShareAt(const AltitudeDeratingSpec& spec, double elevationM) {
    return std::max(0.0, 1.0 - spec.sharePerM * std::max(0.0, elevationM - spec.fromM));
}

}  // namespace headroom::models
