// SPDX-License-Identifier: Apache-2.0
#include "engine/money/options.h"

#include "models/economics/cloud_offer.h"
#include "models/economics/own_or_rent.h"
#include "models/economics/usual.h"
#include "models/facility/broker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr auto kCloudId = "cost-cloud";
constexpr auto kDataId = "cost-data";
constexpr std::string_view kPurchaseWords[] = {"on_demand", "reserved", "spot"};

void set(Object& object, std::string_view key, models::Value value) {
    const models::Attribute* a = object.type->find(key);
    object.values[static_cast<std::size_t>(a - object.type->attributes.data())] = std::move(value);
}

Object objectOf(const models::ComponentType& type, std::string id) {
    return {std::move(id), &type, std::vector<models::Value>(type.attributes.size())};
}

/// In the order in which a project has its objects.
void inOrder(Project& project) {
    const auto types = models::documentTypes();
    const auto rank = [&](const Object& o) {
        return std::find(types.begin(), types.end(), o.type) - types.begin();
    };
    std::stable_sort(project.objects.begin(), project.objects.end(),
                     [&](const Object& a, const Object& b) { return rank(a) < rank(b); });
}

void without(Project& project, const models::ComponentType& type) {
    std::erase_if(project.objects, [&](const Object& o) { return o.type == &type; });
}

/// The offer as a place of the project, on a line that does not bound the work.
void addCloud(Project& project, const Against& against, double accelerators) {
    without(project, models::RemoteSiteSpec::type());
    Object cloud = objectOf(models::RemoteSiteSpec::type(), kCloudId);
    set(cloud, "offer", against.offer);
    set(cloud, "accelerators", static_cast<std::int64_t>(accelerators));
    set(cloud, "purchase", std::string(kPurchaseWords[static_cast<std::size_t>(against.purchase)]));
    set(cloud, "gbps", models::kCloudLineGbps);
    project.objects.push_back(std::move(cloud));
}

void addBroker(Project& project, double homeUsdPerH) {
    Object broker = objectOf(models::BrokerSpec::type(), "broker");
    for (const Object* stated : project.objectsOf(models::BrokerSpec::type().id)) {
        broker = *stated;
    }
    without(project, models::BrokerSpec::type());
    set(broker, "objective", std::string("price"));
    set(broker, "home_usd_per_h", homeUsdPerH);
    set(broker, "spend_usd_per_day", models::Value{});
    project.objects.push_back(std::move(broker));
}

void letJobsLeave(Project& project, bool dataAway) {
    for (Object& object : project.objects) {
        if (object.type->find("may_leave") == nullptr) {
            continue;
        }
        set(object, "may_leave", true);
        // The deadline and the budget of a job are of where it was planned.
        set(object, "budget_usd", models::Value{});
        if (dataAway) {
            set(object, "data_set", std::string(kDataId));
        }
    }
}

double priceOf(const Against& against, const models::CloudOfferSpec& offer) {
    switch (against.purchase) {
        case models::Purchase::Reserved:
            return offer.reservedUsdPerS;
        case models::Purchase::Spot:
            return offer.spotUsdPerS;
        default:
            return offer.onDemandUsdPerS;
    }
}

std::string nameOf(const Against& against) {
    return against.offer + ", " +
           std::string(kPurchaseWords[static_cast<std::size_t>(against.purchase)]);
}

Error noOffer(std::string message, std::string remedy) {
    Error error;
    error.code = "MON-009";
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    return error;
}

/// The work of a year as a place has done it, here and away.
void addWork(PlaceCost& place, const Sums& s) {
    place.usedHours = (s[Sum::AllocatedS] + s[Sum::AwayS]) / models::unit::hour.toSi;
    place.tokens = s[Sum::Tokens];
    place.jobs = s[Sum::JobsCompleted];
    place.takenBack = s[Sum::JobsTakenBack];
    place.carbonKg = s[Sum::AwayCarbonKg];
}

double awayUsd(const Sums& s) {
    return s[Sum::AwayRentUsd] + s[Sum::AwayEnergyUsd] + s[Sum::AwayEgressUsd];
}

class PlaceCounter {
  public:
    PlaceCounter(const CostBasis& basis, const Cost& cost, const CostSpread& spread,
                 const PriceRates& rates)
        : b_(basis), cost_(cost), spread_(spread), rates_(rates) {}

    PlaceCost own() const;
    /// Without what the project rents as it is.
    double ownAlonePerYear() const;
    PlaceCost colocation() const;
    PlaceCost cloud(const Against& against, const TypicalYear& year) const;
    PlaceCost hybrid(const Against& against, const TypicalYear& year) const;

  private:
    void breakEven(PlaceCost& place, const Against& against) const;

    const CostBasis& b_;
    const Cost& cost_;
    const CostSpread& spread_;
    const PriceRates& rates_;
};

double peopleOf(const Cost& cost) {
    for (const RunningLine& line : cost.running) {
        if (line.system == CostSystem::Staff) {
            return line.quantity;
        }
    }
    return 0.0;
}

PlaceCost PlaceCounter::own() const {
    PlaceCost place;
    place.name = "own building";
    place.perYear = cost_.annualised;
    place.rentPerYear = awayUsd(b_.year.sums) * b_.perUsd;
    addWork(place, b_.year.sums);
    place.carbonKg += b_.carbonKg;
    PriceRates rates = rates_;
    place.firstWorkS = rates.book("plant_lead_weeks").si();
    place.people = peopleOf(cost_);
    return place;
}

double PlaceCounter::ownAlonePerYear() const {
    CostBasis alone = b_;
    for (const Sum sum : {Sum::AwayRentUsd, Sum::AwayEnergyUsd, Sum::AwayEgressUsd}) {
        alone.year.sums[sum] = 0.0;
    }
    PriceRates rates = rates_;
    return costOf(alone, rates).annualised;
}

PlaceCost PlaceCounter::colocation() const {
    CostBasis rented = b_;
    rented.economics.premises = models::Premises::Colocation;
    PriceRates rates = rates_;
    PlaceCost place = own();
    place.kind = PlaceKind::Colocation;
    place.name = "colocation";
    const Cost cost = costOf(rented, rates);
    place.perYear = cost.annualised;
    place.firstWorkS = models::kNotStated;
    place.people = peopleOf(cost);
    return place;
}

/// Own cost, less the energy that only use costs, against the rent of the same hours.
void PlaceCounter::breakEven(PlaceCost& place, const Against& against) const {
    const CatalogueEntry* entry = b_.catalogue->find("cloud_offer", against.offer);
    const auto& offer = *static_cast<const models::CloudOfferSpec*>(entry->spec.get());
    const double heldHours = b_.year.sums[Sum::AllocatedS] / models::unit::hour.toSi;
    models::OwnOrRent q;
    q.accelerators = b_.design[Sum::Accelerators];
    q.capitalUsd = models::usdOf(cost_.capital.total);
    double energy = 0.0;
    for (const RunningLine& line : cost_.running) {
        (line.system == CostSystem::Energy ? energy : q.fixedUsdPerYear) +=
            models::usdOf(line.amount);
    }
    q.ownUsdPerUsedHour = heldHours > 0.0 ? energy / heldHours : 0.0;
    q.rate = b_.economics.discountRate;
    PriceRates rates = rates_;
    q.lifeYears = rates.book("it_years").si();
    q.utilisation = heldHours / (8760.0 * q.accelerators);
    const double price = priceOf(against, offer) * models::unit::hour.toSi * b_.perUsd;
    q.rentUsdPerHour = price;
    place.breakEvenUtilisation = models::breakEvenUtilisation(q);
    place.breakEvenMonth = models::breakEvenMonth(q);
    const char* key = against.purchase == models::Purchase::Reserved ? "reserved_usd_per_h"
                      : against.purchase == models::Purchase::Spot   ? "spot_usd_per_h"
                                                                     : "on_demand_usd_per_h";
    const Rate* range = rates.part("cloud_offer", against.offer, key);
    const double share = spread_.halfWidth / models::usdOf(cost_.npvTotal);
    const auto at = [&](double own, double rent) {
        models::OwnOrRent moved = q;
        moved.capitalUsd *= own;
        moved.fixedUsdPerYear *= own;
        moved.rentUsdPerHour = rent * b_.perUsd;
        return models::breakEvenUtilisation(moved);
    };
    place.utilisationLow = at(1.0 - share, range->high);
    place.utilisationHigh = at(1.0 + share, range->low);
}

PlaceCost PlaceCounter::cloud(const Against& against, const TypicalYear& year) const {
    const auto& offer = *b_.catalogue->spec<models::CloudOfferSpec>(against.offer);
    PlaceCost place;
    place.kind = PlaceKind::Cloud;
    place.name = nameOf(against);
    addWork(place, year.sums);
    place.perYear = place.rentPerYear = awayUsd(year.sums) * b_.perUsd;
    place.firstWorkS = offer.startS;
    breakEven(place, against);
    return place;
}

PlaceCost PlaceCounter::hybrid(const Against& against, const TypicalYear& year) const {
    PlaceCost place = own();
    place.kind = PlaceKind::Hybrid;
    place.name = "own building and " + nameOf(against);
    addWork(place, year.sums);
    place.carbonKg += year.sums[Sum::CarbonKg];
    place.rentPerYear = awayUsd(year.sums) * b_.perUsd;
    place.perYear = ownAlonePerYear() + place.rentPerYear;
    return place;
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
        const auto at = std::find(std::begin(kPurchaseWords), std::end(kPurchaseWords), word);
        if (at == std::end(kPurchaseWords)) {
            return tl::unexpected(noOffer("\"" + word + "\" is no way to pay for an offer",
                                          "Use on_demand, reserved or spot."));
        }
        against.purchase = static_cast<models::Purchase>(at - std::begin(kPurchaseWords));
    }
    if (std::isnan(priceOf(against, *offer))) {
        return tl::unexpected(
            noOffer("the catalogue has no such price of " + text,
                    "headroom-cli catalog cloud_offer " + against.offer + " lists its prices."));
    }
    return against;
}

Project movedTo(const Project& project, const Against& against, double accelerators) {
    Project moved = project;
    without(moved, models::DataSetSpec::type());
    addCloud(moved, against, accelerators);
    // As dear at home as may be: no job stays for its price.
    addBroker(moved, models::BrokerSpec::type().find("home_usd_per_h")->maximum);
    Object data = objectOf(models::DataSetSpec::type(), kDataId);
    set(data, "size_tb", models::kCloudDataTb);
    set(data, "at_home", false);
    set(data, "sites", std::vector<std::string>{kCloudId});
    moved.objects.push_back(std::move(data));
    letJobsLeave(moved, true);
    inOrder(moved);
    return moved;
}

Project burstingTo(const Project& project, const Against& against, double accelerators) {
    Project bursting = project;
    addCloud(bursting, against, accelerators);
    addBroker(bursting, 0.0);
    for (Object& object : bursting.objects) {
        if (object.type == &models::DataSetSpec::type()) {
            set(object, "sites", std::vector<std::string>{kCloudId});
        }
    }
    letJobsLeave(bursting, false);
    inOrder(bursting);
    return bursting;
}

ResultAll<std::vector<PlaceCost>> placeCosts(
    const Project& project, const CostBasis& basis, const Cost& cost, const CostSpread& spread,
    const PriceRates& rates, const std::vector<Against>& against, const TypicalYearSpec& spec,
    const std::function<void(double)>& progress, const std::atomic<bool>* cancel) {
    const PlaceCounter counter(basis, cost, spread, rates);
    std::vector<PlaceCost> places = {counter.own(), counter.colocation()};
    const double runs = 2.0 * static_cast<double>(against.size());
    double done = 0.0;
    const auto yearOf = [&](const Project& variant) {
        const double before = done;
        done += 1.0;
        return typicalYear(
            variant, *basis.catalogue, spec,
            [&, before](double share) {
                if (progress) {
                    progress((before + share) / runs);
                }
            },
            cancel);
    };
    const double accelerators = basis.design[Sum::Accelerators];
    for (const Against& one : against) {
        const auto away = yearOf(movedTo(project, one, accelerators));
        if (!away) {
            return tl::unexpected(away.error());
        }
        places.push_back(counter.cloud(one, *away));
        // What is reserved is paid whether held or not: that is no bursting.
        if (one.purchase == models::Purchase::Reserved) {
            done += 1.0;
            continue;
        }
        const auto both = yearOf(burstingTo(project, one, accelerators));
        if (!both) {
            return tl::unexpected(both.error());
        }
        places.push_back(counter.hybrid(one, *both));
    }
    return places;
}

Sheet placesSheet(const std::vector<PlaceCost>& places, const CostBasis& basis) {
    const std::string money = basis.economics.currency;
    Sheet sheet{
        "Places",
        "The same work elsewhere",
        "Each a year of the same jobs. Break-even: share of its hours that the own building must "
        "work to cost no more than that rent, with the range that rates and prices leave, and the "
        "month "
        "in which it has paid for itself at its own use.",
        {"place", "a year " + money, "of it rent " + money, "used hours", money + "/used h",
         money + "/million tokens", "jobs done", "taken back", "t CO2", "first work after h",
         "people", "break-even %", "low", "high", "month"},
        {}};
    const auto short3 = [](double value) { return std::round(value * 1e4) / 1e4; };
    const auto pct = [](double share) { return std::round(1000.0 * share) / 10.0; };
    for (const PlaceCost& p : places) {
        sheet.rows.push_back(
            {p.name, std::round(p.perYear), std::round(p.rentPerYear), std::round(p.usedHours),
             p.usedHours > 0.0 ? short3(p.perHour()) : std::nan(""),
             p.tokens > 0.0 ? short3(p.perMillionTokens()) : std::nan(""), std::round(p.jobs),
             std::round(p.takenBack), std::round(p.carbonKg / 1e3),
             short3(p.firstWorkS / models::unit::hour.toSi), std::round(10.0 * p.people) / 10.0,
             pct(p.breakEvenUtilisation), pct(p.utilisationLow), pct(p.utilisationHigh),
             p.breakEvenMonth});
    }
    return sheet;
}

}  // namespace headroom::engine
