// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <span>
#include <string>
#include <string_view>

namespace headroom::models {

/// A place where a facility could are: what a project has of its site, and what of the price book
/// is different there. Everything else of the project is unchanged.
struct SiteOptionSpec {
    std::string climate;
    std::string grid;                   ///< carbon, and price of energy where there is no tariff
    std::string tariff;                 ///< empty if the price of the grid
    double waterUsdPerM3 = kNotStated;  ///< with sewer
    double landUsdPerM2 = kNotStated;
    double worksRatio = kNotStated;  ///< cost of building and installation over the price book's
    double propertyTax = kNotStated;
    double incomeTax = kNotStated;    ///< in place of the project's, where that reckons with taxes
    double staffRatio = kNotStated;   ///< cost of a person over the price book's
    double waterStress = kNotStated;  ///< 0 to 5
    double leadS = kNotStated;        ///< from the decision until the grid delivers

    static const ComponentType& type();
};

/// Keys of the price book that `worksRatio` multiplies: building, site and installation, not what is
/// delivered.
std::span<const std::string_view> worksRates();

}  // namespace headroom::models
