// SPDX-License-Identifier: Apache-2.0
#include "engine/money/break_even.h"

#include "models/economics/cloud_offer.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::engine {

namespace {

/// A way to pay, by its place in Purchase.
struct PurchaseRow {
    std::string_view word, figure;
    double models::CloudOfferSpec::*usdPerS;
};

constexpr auto kPurchases = std::to_array<PurchaseRow>({
    {"on_demand", "on_demand_usd_per_h", &models::CloudOfferSpec::onDemandUsdPerS},
    {"reserved", "reserved_usd_per_h", &models::CloudOfferSpec::reservedUsdPerS},
    {"spot", "spot_usd_per_h", &models::CloudOfferSpec::spotUsdPerS},
});

const PurchaseRow& rowOf(models::Purchase purchase) {
    return kPurchases[static_cast<std::size_t>(purchase)];
}

Error noOffer(std::string message, std::string remedy) {
    Error error;
    error.code = "MON-009";
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    return error;
}

}  // namespace

std::string_view purchaseWord(models::Purchase purchase) {
    return rowOf(purchase).word;
}

std::string againstText(const Against& against) {
    return against.offer + ':' + std::string(purchaseWord(against.purchase));
}

Result<Against> againstOf(const std::string& text, const Catalogue& catalogue) {
    Against against;
    const auto colon = text.find(':');
    against.offer = text.substr(0, colon);
    const auto* offer = catalogue.spec<models::CloudOfferSpec>(against.offer);
    if (offer == nullptr) {
        std::vector<std::string> known;
        for (const CatalogueEntry* entry : catalogue.entriesOf("cloud_offer")) {
            known.push_back(entry->id);
        }
        const std::string near = nearest(against.offer, known);
        return tl::unexpected(noOffer("there is no offer \"" + against.offer + "\"",
                                      near.empty() ? "headroom-cli catalog cloud_offer lists them."
                                                   : "Did you mean " + near + "?"));
    }
    if (colon != std::string::npos) {
        const std::string word = text.substr(colon + 1);
        const auto at = std::find_if(kPurchases.begin(), kPurchases.end(),
                                     [&](const PurchaseRow& row) { return row.word == word; });
        if (at == kPurchases.end()) {
            return tl::unexpected(noOffer("\"" + word + "\" is no way to pay for an offer",
                                          "Use on_demand, reserved or spot."));
        }
        against.purchase = static_cast<models::Purchase>(at - kPurchases.begin());
    }
    if (std::isnan(offer->*rowOf(against.purchase).usdPerS)) {
        return tl::unexpected(
            noOffer("the catalogue has no such price of " + text,
                    "headroom-cli catalog cloud_offer " + against.offer + " lists its prices."));
    }
    return against;
}

std::vector<Against> offersOf(const Catalogue& catalogue) {
    std::vector<Against> offers;
    for (const CatalogueEntry* entry : catalogue.entriesOf("cloud_offer")) {
        const auto& offer = *static_cast<const models::CloudOfferSpec*>(entry->spec.get());
        for (std::size_t i = 0; i < kPurchases.size(); ++i) {
            if (!std::isnan(offer.*kPurchases[i].usdPerS)) {
                offers.push_back({entry->id, static_cast<models::Purchase>(i)});
            }
        }
    }
    return offers;
}

models::OwnOrRent BreakEven::moved(double own, double rent) const {
    models::OwnOrRent q = question;
    q.capitalUsd *= own;
    q.fixedUsdPerYear *= own;
    q.rentUsdPerHour = rent;
    return q;
}

BreakEven breakEvenOf(const CostBasis& basis, const Cost& cost, const CostSpread& spread,
                      const PriceRates& rates, const Against& against) {
    const double heldHours = basis.year.sums[Sum::AllocatedS] / models::unit::hour.toSi;
    BreakEven even;
    even.against = against;
    models::OwnOrRent& q = even.question;
    q.accelerators = basis.design[Sum::Accelerators];
    q.capitalUsd = models::usdOf(cost.capital.total);
    double energy = 0.0;
    for (const RunningLine& line : cost.running) {
        if (line.rate != kRentedElsewhere) {
            (line.system == CostSystem::Energy ? energy : q.fixedUsdPerYear) +=
                models::usdOf(line.amount);
        }
    }
    q.ownUsdPerUsedHour = heldHours > 0.0 ? energy / heldHours : 0.0;
    q.rate = basis.economics.discountRate;
    PriceRates used = rates;
    q.lifeYears = used.book("it_years").si();
    q.utilisation = models::shareOfHours(heldHours, q.accelerators);
    const Rate& price =
        *used.part("cloud_offer", against.offer, rowOf(against.purchase).figure);
    q.rentUsdPerHour = price.value * basis.perUsd;
    even.rentLow = price.low * basis.perUsd;
    even.rentHigh = price.high * basis.perUsd;
    even.source = price.date.empty() ? price.source : price.source + " (" + price.date + ")";
    even.ownShare = cost.npvTotal != 0 ? spread.halfWidth / models::usdOf(cost.npvTotal) : 0.0;
    const models::OwnOrRent good = even.moved(1.0 - even.ownShare, even.rentHigh);
    const models::OwnOrRent bad = even.moved(1.0 + even.ownShare, even.rentLow);
    even.utilisation = models::breakEvenUtilisation(q);
    even.utilisationLow = models::breakEvenUtilisation(good);
    even.utilisationHigh = models::breakEvenUtilisation(bad);
    even.month = models::breakEvenMonth(q);
    even.monthLow = models::breakEvenMonth(good);
    even.monthHigh = models::breakEvenMonth(bad);
    return even;
}

Sheet breakEvenSheet(const std::vector<BreakEven>& breakEvens, const std::string& currency) {
    const std::string hourly = currency + "/h";
    Sheet sheet{"Break-even",
                "Own or rent",
                "Share of its hours that the own building must work to cost no more than that rent, "
                "and the month in which it has paid for itself at its own use. Low and high: the own "
                "cost and the price at the good and at the bad end of their ranges.",
                {"offer", "rent " + hourly, "rent low", "rent high", "break-even %", "break-even low %", "break-even high %",
                 "own use %", "month", "month low", "month high", "source"},
                {}};
    const auto pct = [](double share) { return std::round(1000.0 * share) / 10.0; };
    for (const BreakEven& even : breakEvens) {
        sheet.rows.push_back({againstText(even.against), even.question.rentUsdPerHour, even.rentLow,
                              even.rentHigh, pct(even.utilisation), pct(even.utilisationLow),
                              pct(even.utilisationHigh), pct(even.question.utilisation), even.month,
                              even.monthLow, even.monthHigh, even.source});
    }
    return sheet;
}

}  // namespace headroom::engine
