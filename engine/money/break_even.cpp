// SPDX-License-Identifier: Apache-2.0
#include "engine/money/break_even.h"

#include "models/economics/cloud_offer.h"
#include "models/economics/cloud_terms.h"

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

constexpr std::string_view kCommitted = "committed";

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

std::string_view purchaseWord(const Against& against) {
    return against.committed ? kCommitted : rowOf(against.purchase).word;
}

std::string againstText(const Against& against) {
    return against.offer + ':' + std::string(purchaseWord(against));
}

const CatalogueEntry* termsOf(const std::string& offer, const Catalogue& catalogue) {
    const auto& provider = catalogue.spec<models::CloudOfferSpec>(offer)->provider;
    for (const CatalogueEntry* entry : catalogue.entriesOf("cloud_terms")) {
        if (static_cast<const models::CloudTermsSpec*>(entry->spec.get())->provider == provider) {
            return entry;
        }
    }
    return nullptr;
}

OfferPrice priceOf(const Against& against, const Catalogue& catalogue, PriceRates& rates) {
    const Rate& rate = *rates.part("cloud_offer", against.offer, rowOf(against.purchase).figure);
    const auto dated = [](const Rate& r) {
        return r.date.empty() ? r.source : r.source + " (" + r.date + ")";
    };
    OfferPrice price{rate.value, rate.low, rate.high, dated(rate)};
    if (against.committed) {
        const Rate& off = *rates.part("cloud_terms", termsOf(against.offer, catalogue)->id, "committed_discount_pct");
        const double percent = off.unit.toSi;
        price = {rate.value * (1.0 - off.value * percent), rate.low * (1.0 - off.high * percent),
                 rate.high * (1.0 - off.low * percent), price.source + "; " + dated(off)};
    }
    return price;
}

namespace {

bool hasDiscount(const std::string& offer, const Catalogue& catalogue) {
    const CatalogueEntry* terms = termsOf(offer, catalogue);
    return terms != nullptr &&
           !std::isnan(
               static_cast<const models::CloudTermsSpec*>(terms->spec.get())->committedDiscount);
}

}  // namespace

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
        against.committed = word == kCommitted;
        if (at == kPurchases.end() && !against.committed) {
            return tl::unexpected(noOffer("\"" + word + "\" is no way to pay for an offer",
                                          "Use on_demand, reserved, spot or committed."));
        }
        if (!against.committed) {
            against.purchase = static_cast<models::Purchase>(at - kPurchases.begin());
        }
    }
    if (std::isnan(offer->*rowOf(against.purchase).usdPerS) ||
        (against.committed && !hasDiscount(against.offer, catalogue))) {
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
                offers.push_back({entry->id, static_cast<models::Purchase>(i), false});
            }
        }
        if (hasDiscount(entry->id, catalogue)) {
            offers.push_back({entry->id, models::Purchase::OnDemand, true});
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
    const OfferPrice price = priceOf(against, *basis.catalogue, used);
    q.rentUsdPerHour = price.usdPerHour * basis.perUsd;
    even.rentLow = price.low * basis.perUsd;
    even.rentHigh = price.high * basis.perUsd;
    even.source = price.source;
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
