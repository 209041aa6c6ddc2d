// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// Charges of a cloud provider beyond the hours of its servers, for each of its offers (CloudOfferSpec). Lists of terms are
/// by tiers; these are figures for a customer of a thousand accelerators.
struct CloudTermsSpec {
    std::string provider;                   ///< as its offers name it
    double storageUsdPerByte = kNotStated;  ///< a month
    double support = kNotStated;            ///< share of all else that is paid there
    double committedDiscount = kNotStated;  ///< off the on-demand price, for a promise to spend

    static const ComponentType& type();
};

}  // namespace headroom::models
