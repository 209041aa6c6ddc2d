// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// A currency and what it was worth in one year. Its catalogue id is its code of ISO 4217 ("EUR"). Amounts
/// are reckoned in dollars of the price year, and shown at this one rate: inflation and exchange since
/// are not in it.
struct CurrencySpec {
    double perUsd = kNotStated;  ///< units of it for one dollar, mean of `rateYear`
    int rateYear = 0;

    static const ComponentType& type();
};

}  // namespace headroom::models
