// SPDX-License-Identifier: Apache-2.0
#include "engine/money/options.h"

#include "models/economics/cloud_offer.h"
#include "models/economics/cloud_terms.h"
#include "models/economics/usual.h"
#include "models/facility/broker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr auto kCloudId = "cost-cloud";
constexpr auto kDataId = "cost-data";

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
void addCloud(Project& project, const Against& against, double accelerators, double networkWait) {
    without(project, models::RemoteSiteSpec::type());
    Object cloud = objectOf(models::RemoteSiteSpec::type(), kCloudId);
    set(cloud, "offer", against.offer);
    set(cloud, "accelerators", static_cast<std::int64_t>(accelerators));
    set(cloud, "purchase", std::string(purchaseWord({{}, against.purchase, false})));
    set(cloud, "gbps", models::kCloudLineGbps);
    set(cloud, "network_wait_pct",
        std::min(networkWait / models::unit::percent.toSi,
                 models::RemoteSiteSpec::type().find("network_wait_pct")->maximum));
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

std::string nameOf(const Against& against) {
    return against.offer + ", " + std::string(purchaseWord(against));
}

/// Consequences of each place for the people who work there. Clouds: NIST SP 800-145 (2011), infrastructure as a
/// service: on-demand self-service, and the consumer does not manage what is below the operating system.
struct PlaceWords {
    std::string_view access, effort;
};

constexpr auto kPlaceWords = std::to_array<PlaceWords>({
    {"all of it, down to firmware; own queue", "plant, machines, network, software"},
    {"machines, down to firmware; own queue", "machines, network, software"},
    {"servers by request; nothing below the operating system", "software"},
    {"own queue, then servers by request", "plant, machines, network, software twice"},
});

constexpr std::string_view kSpotAccess =
    "servers while nobody pays more; nothing below the operating system";

void setKind(PlaceCost& place, PlaceKind kind) {
    const PlaceWords& words = kPlaceWords[static_cast<std::size_t>(kind)];
    place.kind = kind;
    place.access = words.access;
    place.effort = words.effort;
}

void setBill(PlaceCost& place, const CloudBill& bill, double perUsd) {
    place.rentPerYear = bill.usd() * perUsd;
    place.egressPerYear = bill.egressUsd * perUsd;
    place.storagePerYear = bill.storageUsd * perUsd;
    place.supportPerYear = bill.supportUsd * perUsd;
}

/// The work of a year as a place has done it, here and away.
void addWork(PlaceCost& place, const TypicalYear& year) {
    const Sums& s = year.sums;
    const double trainingS = year.trainingHeldS();
    place.goodput = trainingS > 0.0 ? year.trainingGoodS() / trainingS : models::kNotStated;
    place.trainingShare = year.trainingShare();
    place.usedHours = year.heldS() / models::unit::hour.toSi;
    place.idle = year.idle;
    place.tokens = s[Sum::Tokens];
    place.jobs = s[Sum::JobsCompleted];
    place.takenBack = s[Sum::JobsTakenBack];
    place.carbonKg = s[Sum::AwayCarbonKg];
}

/// Reserved capacity is paid whether held or not: as many as jobs hold at once at most.
double reservedFor(const CostBasis& basis) {
    return std::clamp(basis.year.peakHeld, 1.0, basis.design[Sum::Accelerators]);
}

class PlaceCounter {
  public:
    PlaceCounter(const CostBasis& basis, const Cost& cost, const CostSpread& spread,
                 const PriceRates& rates, double keptBytes)
        : b_(basis), cost_(cost), spread_(spread), rates_(rates), keptBytes_(keptBytes) {}

    PlaceCost own() const;
    PlaceCost colocation() const;
    PlaceCost cloud(const Against& against, const TypicalYear& year) const;
    PlaceCost hybrid(const Against& against, const TypicalYear& year) const;

  private:
    const CostBasis& b_;
    const Cost& cost_;
    const CostSpread& spread_;
    const PriceRates& rates_;
    double keptBytes_;
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
    place.keptBytes = keptBytes_;
    setKind(place, PlaceKind::Own);
    place.name = models::premisesLabel(b_.economics.premises);
    place.perYear = cost_.perYear;
    place.rentPerYear = cost_.rentedPerYear;
    addWork(place, b_.year);
    place.carbonKg += b_.carbonKg;
    PriceRates rates = rates_;
    place.firstWorkS = rates.book("plant_lead_weeks").si();
    place.people = peopleOf(cost_);
    return place;
}

PlaceCost PlaceCounter::colocation() const {
    CostBasis rented = b_;
    rented.economics.premises = models::Premises::Colocation;
    PriceRates rates = rates_;
    PlaceCost place = own();
    setKind(place, PlaceKind::Colocation);
    place.name = "colocation";
    const Cost cost = costOf(rented, rates);
    place.perYear = cost.perYear;
    place.firstWorkS = models::kNotStated;
    place.people = peopleOf(cost);
    return place;
}

PlaceCost PlaceCounter::cloud(const Against& against, const TypicalYear& year) const {
    const auto& offer = *b_.catalogue->spec<models::CloudOfferSpec>(against.offer);
    PlaceCost place;
    setKind(place, PlaceKind::Cloud);
    if (against.purchase == models::Purchase::Spot) {
        place.access = kSpotAccess;
    }
    place.name = nameOf(against);
    if (against.purchase == models::Purchase::Reserved) {
        place.name += fmt::format(" ({:.0f} accelerators)", reservedFor(b_));
    }
    addWork(place, year);
    setBill(place, cloudBill(against, *b_.catalogue, year.sums, keptBytes_), b_.perUsd);
    place.perYear = place.rentPerYear;
    place.firstWorkS = offer.startS;
    place.breakEven = breakEvenOf(b_, cost_, spread_, rates_, against);
    return place;
}

PlaceCost PlaceCounter::hybrid(const Against& against, const TypicalYear& year) const {
    PlaceCost place = own();
    setKind(place, PlaceKind::Hybrid);
    place.name += " and " + nameOf(against);
    addWork(place, year);
    place.carbonKg += year.sums[Sum::CarbonKg];
    setBill(place, cloudBill(against, *b_.catalogue, year.sums, keptBytes_), b_.perUsd);
    place.perYear = cost_.ownPerYear() + place.rentPerYear;
    return place;
}

}  // namespace

CloudBill cloudBill(const Against& against, const Catalogue& catalogue, const Sums& sums,
                    double keptBytes) {
    models::CloudTermsSpec terms;
    if (const CatalogueEntry* entry = termsOf(against.offer, catalogue)) {
        terms = *static_cast<const models::CloudTermsSpec*>(entry->spec.get());
    }
    const auto orNone = [](double stated) { return std::isnan(stated) ? 0.0 : stated; };
    const double off = against.committed ? orNone(terms.committedDiscount) : 0.0;
    CloudBill bill;
    bill.rentUsd = (sums[Sum::AwayRentUsd] + sums[Sum::AwayEnergyUsd]) * (1.0 - off);
    bill.egressUsd = sums[Sum::AwayEgressUsd];
    bill.storageUsd = models::kMonthsOfYear * keptBytes * orNone(terms.storageUsdPerByte);
    bill.supportUsd = orNone(terms.support) * (bill.rentUsd + bill.egressUsd + bill.storageUsd);
    return bill;
}

Project movedTo(const Project& project, const Against& against, double accelerators,
                double networkWait) {
    Project moved = project;
    without(moved, models::DataSetSpec::type());
    addCloud(moved, against, accelerators, networkWait);
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

Project burstingTo(const Project& project, const Against& against, double accelerators,
                   double networkWait) {
    Project bursting = project;
    addCloud(bursting, against, accelerators, networkWait);
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
    const PlaceCounter counter(basis, cost, spread, rates, basis.cloudBytes);
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
        const bool isReserved = one.purchase == models::Purchase::Reserved;
        const auto away = yearOf(movedTo(
            project, one, isReserved ? reservedFor(basis) : accelerators, basis.year.networkWait));
        if (!away) {
            return tl::unexpected(away.error());
        }
        places.push_back(counter.cloud(one, *away));
        // Reserved capacity is paid whether held or not: that is not bursting.
        if (isReserved) {
            done += 1.0;
            continue;
        }
        const auto both = yearOf(burstingTo(project, one, accelerators, basis.year.networkWait));
        if (!both) {
            return tl::unexpected(both.error());
        }
        places.push_back(counter.hybrid(one, *both));
    }
    return places;
}

Sheet placesSheet(const std::vector<PlaceCost>& places, const CostBasis& basis) {
    const double keptBytes = places.empty() ? 0.0 : places.front().keptBytes;
    const std::string money = moneyUnit(basis);
    Sheet sheet{
        "Places",
        "The same work elsewhere",
        "Each a year of the same jobs. Rent includes data that leaves, data that is kept and "
        "support. "
        "A million tokens trained bears training's share of the used hours. "
        "Goodput: progress of training that was kept, over the time that training held; first "
        "token: from the "
        "decision, once the plant is there or a server has started. Data kept at clouds: " +
            fmt::format("{:g} TB", keptBytes / models::unit::terabyte.toSi) +
            fmt::format(
                ". Network: in all places {:.1f} % of a training step waits because jobs share the "
                "fabric, as in the own building",
                basis.year.networkWait / models::unit::percent.toSi) +
            ". Reserved: as many accelerators as jobs hold at once at most in the simulated days, "
            "paid for every hour of the "
            "year, used or not. Access and effort: what is left to those who work there.",
        {"place", "a year " + money, "of it rent " + money, "data and support " + money,
         "used hours", money + "/used h", money + "/million tokens trained",
         "million tokens trained/used h", "jobs done", "taken back", "training goodput %",
         "t CO2 of operation", "first token after h", "people", "access", "effort",
         "jobs that never ran"},
        {}};
    const auto short3 = [](double value) { return std::round(value * 1e4) / 1e4; };
    for (const PlaceCost& p : places) {
        sheet.rows.push_back(
            {p.name, std::round(p.perYear), std::round(p.rentPerYear),
             std::round(p.egressPerYear + p.storagePerYear + p.supportPerYear),
             std::round(p.usedHours), p.usedHours > 0.0 ? short3(p.perHour()) : std::nan(""),
             p.tokens > 0.0 ? short3(p.perMillionTokens()) : std::nan(""),
             p.usedHours > 0.0 ? short3(p.tokens / 1e6 / p.usedHours) : std::nan(""),
             std::round(p.jobs), std::round(p.takenBack), std::round(1000.0 * p.goodput) / 10.0,
             std::round(p.carbonKg / 1e3), short3(p.firstWorkS / models::unit::hour.toSi),
             std::round(10.0 * p.people) / 10.0, std::string(p.access), std::string(p.effort),
             idleText(p.idle)});
    }
    return sheet;
}

}  // namespace headroom::engine
