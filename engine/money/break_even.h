// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/money/cost.h"
#include "engine/money/spot.h"
#include "engine/money/spread.h"
#include "engine/sheet/sheet.h"
#include "models/economics/own_or_rent.h"
#include "models/facility/remote_site.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine {

/// Offer of the catalogue to compare a project with, as people write it.
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

/// The dearest and the cheapest on-demand offer of the accelerators that the project has: what a window compares it
/// with at first. Offers whose price is an assumption are left out; empty where none is of these accelerators.
std::vector<Against> usualOffers(const Project& project, const Catalogue& catalogue);

/// Catalogue id of the accelerator that an offer has.
const std::string& acceleratorOf(const Against& against, const Catalogue& catalogue);

std::string_view purchaseWord(const Against& against);  ///< "on_demand", "committed"
std::string againstText(const Against& against);        ///< as againstOf() reads it

/// Cost of one accelerator hour there [USD], with the ends of its range.
struct OfferPrice {
    double usdPerHour = models::kNotStated, low = models::kNotStated, high = models::kNotStated;
    std::string source;  ///< with its date
};

OfferPrice priceOf(const Against& against, const Catalogue& catalogue, PriceRates& rates);

/// The terms of the provider of an offer; null where the catalogue has none.
const CatalogueEntry* termsOf(const std::string& offer, const Catalogue& catalogue);

/// When owning is cheaper than an offer: own cost (Cost::ownPerYear, that of every output of `cost`) against the rent
/// of the same work. Laws: models/economics/own_or_rent.h. Money in the project's currency.
///
///   rent of the work of an hour = (price x hours paid for it + data kept / used hours) x (1 + support)
///
/// Hours paid are 1, on spot servers spotStretch(). Data and support are those of the provider's terms, data over the
/// hours of the project's own use, as in the table of places; egress is left out.
/// Both ends: own cost less or more the band of the present value; price and losses of spot servers at the ends of
/// their ranges. Assumption: energy is that of the simulated year at any use. A hall that is used less draws less, so
/// that owning at low use costs somewhat less than said.
struct BreakEven {
    Against against;
    models::OwnOrRent question;    ///< at the project's own use
    double priceUsdPerHour = 0.0;  ///< of an hour that is held
    double hoursPaid = 1.0;        ///< for the work of an hour
    double rentLow = 0.0,
           rentHigh = 0.0;    ///< of the work of an hour; high is infinite where no work is kept
    double ownShare = 0.0;    ///< band of the own cost, over it
    std::string accelerator;  ///< that the offer has
    bool sameAccelerator = true;      ///< as the project: else an hour is other work
    std::string spot;                 ///< spotText(); empty for other ways to pay
    std::vector<RateEffect> effects;  ///< of price and losses on the present value of the rent
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
