// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/money/carbon.h"
#include "engine/money/cost.h"
#include "engine/money/follow.h"
#include "engine/money/options.h"
#include "engine/money/spread.h"
#include "engine/sheet/sheet.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// A cost as people read it: each a table with its heading and what it says. The same tables are
/// text, CSV and sheets of a workbook.
struct CostReport {
    std::string project;
    const CostBasis* basis = nullptr;
    const Cost* cost = nullptr;
    const CostSpread* spread = nullptr;
    const PriceRates* rates = nullptr;
    const Carbon* carbon = nullptr;
    const std::vector<PlaceCost>* places = nullptr;  ///< null if it was not held against any
    const std::vector<BreakEven>* breakEvens = nullptr;
    const FollowSpec* follow = nullptr;
    const std::vector<FollowedYear>* followed = nullptr;  ///< null if nobody asked
};

/// Basis of the figures: horizon, rates, currency and price year, tariff, year.
std::string costHeading(const CostReport& report);

Sheet systemsSheet(const CostReport& report);  ///< capital and present value by system
Sheet runningSheet(const CostReport& report);  ///< a year of operation, line by line
Sheet yearsSheet(const CostReport& report);    ///< money year by year
Sheet outputsSheet(const CostReport& report);  ///< what one of each output costs
Sheet sharesSheet(const CostReport& report);   ///< of the present value
/// Of the project and of the offers that it is compared with, the largest first.
std::vector<RateEffect> allEffects(const CostReport& report);
Sheet tornadoSheet(const CostReport& report, std::size_t most);
Sheet linesSheet(const CostReport& report);  ///< every line with its rate and source

/// All of them.
std::vector<Sheet> costSheets(const CostReport& report);

/// JSON object of `headroom-cli cost --format json`: resources/help/cost.md.
std::string costJson(const CostReport& report);

}  // namespace headroom::engine
