// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// What a provider of clouds asks beside the hours of its servers, whichever of its offers is rented
/// (CloudOfferSpec). Lists of terms are by tiers; these are figures for a customer of a thousand accelerators.
struct CloudTermsSpec {
    std::string provider;                   ///< as its offers name it
    double storageUsdPerByte = kNotStated;  ///< a month
    double support = kNotStated;            ///< share of all else that is paid there
    double committedDiscount = kNotStated;  ///< off the on-demand price, for a promise to spend

    static const ComponentType& type();
};

}  // namespace headroom::models
