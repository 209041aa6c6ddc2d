// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exchange/workbook.h"
#include "engine/money/cost.h"
#include "engine/money/spread.h"
#include "models/economics/own_or_rent.h"
#include "models/facility/remote_site.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine {

/// What to hold a project against: an offer of the catalogue, as people write it.
struct Against {
    std::string offer;
    models::Purchase purchase = models::Purchase::OnDemand;
    /// On demand, less what the provider takes off for a promise to spend what the jobs come to.
    bool committed = false;
};

/// "aws-p5", "aws-p5:reserved", "lambda-h100:spot", "aws-p5:committed". MON-009: no such offer, no such way to pay, or
/// one for which the offer has no price.
Result<Against> againstOf(const std::string& text, const Catalogue& catalogue);

/// Every way to pay for every offer that has a price, in the order of the catalogue.
std::vector<Against> offersOf(const Catalogue& catalogue);

std::string_view purchaseWord(const Against& against);  ///< "on_demand", "committed"
std::string againstText(const Against& against);        ///< as againstOf() reads it

/// What one accelerator hour costs there [USD], with the ends of its range.
struct OfferPrice {
    double usdPerHour = models::kNotStated, low = models::kNotStated, high = models::kNotStated;
    std::string source;  ///< with its date
};

OfferPrice priceOf(const Against& against, const Catalogue& catalogue, PriceRates& rates);

/// The terms of the provider of an offer; null where the catalogue has none.
const CatalogueEntry* termsOf(const std::string& offer, const Catalogue& catalogue);

/// When owning is cheaper than an offer: own cost, less what the project rents as it is and less the
/// energy that only use costs, against the rent of the same hours. Laws: models/economics/own_or_rent.h. Money in the project's currency.
///
/// Both ends: own capital and fixed cost less or more the band of the present value, the price at
/// the ends of its range.
struct BreakEven {
    Against against;
    models::OwnOrRent question;           ///< at the project's own use
    double rentLow = 0.0, rentHigh = 0.0;  ///< an hour
    double ownShare = 0.0;                ///< band of the own cost, over it
    double utilisation = models::kNotStated, utilisationLow = models::kNotStated,
           utilisationHigh = models::kNotStated;  ///< NaN: never
    double month = models::kNotStated, monthLow = models::kNotStated,
           monthHigh = models::kNotStated;
    std::string source;  ///< of the price, with its date

    /// Own cost times `own`, the offer at `rent` an hour.
    models::OwnOrRent moved(double own, double rent) const;
};

BreakEven breakEvenOf(const CostBasis& basis, const Cost& cost, const CostSpread& spread,
                      const PriceRates& rates, const Against& against);

Sheet breakEvenSheet(const std::vector<BreakEven>& breakEvens, const std::string& currency);

}  // namespace headroom::engine
