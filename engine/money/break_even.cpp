// SPDX-License-Identifier: Apache-2.0
#include "engine/money/break_even.h"

#include "engine/document/order.h"
#include "engine/resolve/facility.h"
#include "models/compute/server.h"
#include "models/economics/cloud_offer.h"
#include "models/economics/cloud_terms.h"
#include "models/economics/usual.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

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
        const Rate& off = *rates.part("cloud_terms", termsOf(against.offer, catalogue)->id,
                                      "committed_discount_pct");
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
            return tl::unexpected(noOffer("\"" + word + "\" is not a way to pay for an offer",
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

const std::string& acceleratorOf(const Against& against, const Catalogue& catalogue) {
    const auto& offer = *catalogue.spec<models::CloudOfferSpec>(against.offer);
    return catalogue.spec<models::ServerSpec>(offer.server)->accelerator;
}

std::vector<Against> usualOffers(const Project& project, const Catalogue& catalogue) {
    const auto books = catalogue.entriesOf("price_book");
    if (books.empty()) {
        return {};
    }
    const auto owned =
        resolve(std::make_shared<const Project>(asBuilt(project)), catalogue).accelerators();
    std::vector<std::pair<double, Against>> found;
    PriceRates rates(catalogue, *books.front());
    for (const Against& offer : offersOf(catalogue)) {
        const Rate& price =
            *rates.part("cloud_offer", offer.offer, rowOf(models::Purchase::OnDemand).figure);
        if (offer.purchase == models::Purchase::OnDemand && !offer.committed &&
            price.status != "assumption" && owned.contains(acceleratorOf(offer, catalogue))) {
            found.emplace_back(price.value, offer);
        }
    }
    if (found.empty()) {
        return {};
    }
    const auto [cheapest, dearest] = std::minmax_element(
        found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    return cheapest == dearest ? std::vector<Against>{dearest->second}
                               : std::vector<Against>{dearest->second, cheapest->second};
}

models::OwnOrRent BreakEven::moved(double own, double rent) const {
    models::OwnOrRent q = question;
    q.ownUsdPerYear *= own;
    q.capitalUsd *= own;
    q.fixedUsdPerYear *= own;
    q.rentUsdPerHour = rent;
    return q;
}

namespace {

/// The rent of the work of an hour [currency], with spot servers at one end of their losses.
class RentOfWork {
  public:
    RentOfWork(const CostBasis& basis, const Against& against) : b_(basis), against_(against) {}

    double stretch(PriceRates& rates, SpotEnd end = SpotEnd::AsStated) const {
        return against_.purchase == models::Purchase::Spot
                   ? spotStretch(b_.year.gangs,
                                 spotTermsOf(against_.offer, *b_.catalogue, rates, end))
                   : 1.0;
    }

    /// With data that is kept and support, at a price [USD].
    double usd(PriceRates& rates, double usdPerHour, SpotEnd end = SpotEnd::AsStated) const {
        const CatalogueEntry* terms = termsOf(against_.offer, *b_.catalogue);
        const auto figure = [&](const char* key) {
            const Rate* rate =
                terms == nullptr ? nullptr : rates.part("cloud_terms", terms->id, key);
            return rate == nullptr ? 0.0 : rate->si();
        };
        const double keptUsd =
            models::kMonthsOfYear * b_.cloudBytes * figure("storage_usd_per_gb_month");
        const double usedHours = b_.year.heldS() / models::unit::hour.toSi;
        const double each =
            usdPerHour * stretch(rates, end) + (usedHours > 0.0 ? keptUsd / usedHours : 0.0);
        return b_.perUsd * each * (1.0 + figure("support_pct"));
    }

    double usd(PriceRates& rates) const {
        return usd(rates, priceOf(against_, *b_.catalogue, rates).usdPerHour);
    }

    /// Change of the present value for each rate: of the project's hours there, less the present one.
    std::vector<RateEffect> effects(const PriceRates& rates, double presentHours) const {
        PriceRates alone(*b_.catalogue, *b_.book);
        const double asIs = usd(alone);
        std::vector<RateEffect> effects;
        if (!std::isfinite(asIs)) {
            return effects;
        }
        for (const auto& [id, rate] : alone.used()) {
            const auto movedTo = [&](double value) {
                PriceRates moved = rates;
                usd(moved);  // looked up before it can be moved
                moved.move(id, value);
                return presentHours * (usd(moved) - asIs);
            };
            effects.push_back({rate, movedTo(rate.low), movedTo(rate.high), againstText(against_)});
        }
        return effects;
    }

  private:
    const CostBasis& b_;
    const Against& against_;
};

}  // namespace

BreakEven breakEvenOf(const CostBasis& basis, const Cost& cost, const CostSpread& spread,
                      const PriceRates& rates, const Against& against) {
    const double heldHours = basis.year.sums[Sum::AllocatedS] / models::unit::hour.toSi;
    BreakEven even;
    even.against = against;
    models::OwnOrRent& q = even.question;
    q.accelerators = basis.design[Sum::Accelerators];
    q.ownUsdPerYear = cost.ownPerYear();
    q.capitalUsd = models::usdOf(cost.capital.total);
    for (const RunningLine& line : cost.running) {
        q.fixedUsdPerYear += line.rate == kRentedElsewhere ? 0.0 : models::usdOf(line.amount);
    }
    q.utilisation = models::shareOfHours(heldHours, q.accelerators);
    PriceRates used = rates;
    const OfferPrice price = priceOf(against, *basis.catalogue, used);
    const RentOfWork rent(basis, even.against);
    even.priceUsdPerHour = price.usdPerHour * basis.perUsd;
    even.hoursPaid = rent.stretch(used);
    q.rentUsdPerHour = rent.usd(used, price.usdPerHour);
    even.rentLow = rent.usd(used, price.low, SpotEnd::Seldom);
    even.rentHigh = rent.usd(used, price.high, SpotEnd::Often);
    even.source = price.source;
    even.accelerator = acceleratorOf(against, *basis.catalogue);
    even.sameAccelerator = basis.accelerators.contains(even.accelerator);
    if (against.purchase == models::Purchase::Spot) {
        even.spot = spotText(basis.year.gangs, against.offer, *basis.catalogue, used);
    }
    const double presentYears =
        cost.perYear != 0.0 ? models::usdOf(cost.npvTotal) / cost.perYear : 0.0;
    even.effects = rent.effects(rates, presentYears * heldHours);
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
    Sheet sheet{
        "Break-even",
        "Own or rent",
        "Utilisation above which owning is cheaper: an owned accelerator hour over the rent of its "
        "work. "
        "Month: the first by whose end the cash spent on owning is no more than the rent, at the "
        "project's own use. Rent of work: the price, times the hours that spot servers need for "
        "the work "
        "of an hour, with data that is kept and support. Low and high: own cost, price and losses "
        "of spot servers at the good and at the bad "
        "end of their ranges.",
        {"offer", "price " + hourly, "rent of work " + hourly, "rent low", "rent high",
         "own " + hourly, "break-even %", "break-even low %", "break-even high %", "own use %",
         "month", "month low", "month high", "accelerator", "remark", "source"},
        {}};
    const auto pct = [](double share) { return std::round(1000.0 * share) / 10.0; };
    const auto money = [](double usd) -> SheetCell {
        return std::isfinite(usd) ? SheetCell(std::round(1e4 * usd) / 1e4)
                                  : SheetCell("no work is kept");
    };
    for (const BreakEven& even : breakEvens) {
        std::string remark =
            even.sameAccelerator
                ? std::string{}
                : "The project has other accelerators: an hour is other work. Compare by tokens.";
        remark += (remark.empty() || even.spot.empty() ? "" : " ") + even.spot;
        sheet.rows.push_back(
            {againstText(even.against), money(even.priceUsdPerHour),
             money(even.question.rentUsdPerHour), money(even.rentLow), money(even.rentHigh),
             money(models::ownUsdPerHour(even.question, 1.0)), pct(even.utilisation),
             pct(even.utilisationLow), pct(even.utilisationHigh), pct(even.question.utilisation),
             even.month, even.monthLow, even.monthHigh, even.accelerator, std::move(remark),
             even.source});
    }
    return sheet;
}

}  // namespace headroom::engine
