// SPDX-License-Identifier: Apache-2.0
#include "engine/money/capital.h"

#include "models/cooling/pump.h"
#include "models/economics/price_book.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace headroom::engine {

namespace {

using models::Cents;

/// Parts that a landlord builds, with the land.
constexpr auto kSiteWork = "site work", kShell = "shell";

/// How a part without a price of its own is priced: by one of its figures, at a rate of the book.
struct RatingRule {
    std::string_view type, figure, rate;
};

constexpr auto kRatings = std::to_array<RatingRule>({
    {"ups", "rated_power_kw", "ups_usd_per_kw"},
    {"genset", "rated_power_kw", "genset_usd_per_kw"},
    {"pdu", "rated_power_kw", "pdu_usd_per_kw"},
    {"transfer_switch", "rated_a", "transfer_switch_usd_per_a"},
    {"cable", "rated_a", "cable_usd_per_m_per_a"},
    {"psu", "rated_power_w", "psu_usd_per_kw"},
    {"chiller", "rated_capacity_kw", "chiller_usd_per_kw"},
    {"cooling_tower", "rated_heat_kw", "tower_usd_per_kw"},
    {"dry_cooler", "rated_heat_kw", "dry_cooler_usd_per_kw"},
    {"crah", "rated_heat_kw", "crah_usd_per_kw"},
    {"cdu", "rated_heat_kw", "cdu_usd_per_kw"},
    {"plate_exchanger", "rated_heat_kw", "exchanger_usd_per_kw"},
    {"rear_door", "rated_heat_kw", "rear_door_usd_per_kw"},
    {"storage_system", "capacity_pb", "storage_usd_per_tb"},
    {"immersion_tank", "", "tank_usd"},
    {"rack", "", "rack_usd"},
    {"server", "accelerators", "server_usd_per_accelerator"},
});

CostSystem systemOf(const BillItem& item) {
    if (item.type == "storage_system") {
        return CostSystem::Storage;
    }
    return item.group == "Compute"   ? CostSystem::Machines
           : item.group == "Network" ? CostSystem::Network
           : item.group == "Cooling" ? CostSystem::Cooling
                                     : CostSystem::Electrical;
}

LifeClass lifeOf(CostSystem system) {
    switch (system) {
        case CostSystem::Network:
            return LifeClass::Network;
        case CostSystem::Machines:
        case CostSystem::Storage:
            return LifeClass::Machines;
        default:
            return LifeClass::Plant;
    }
}

/// Cost that is included in the price of another part, although no price of a part says so.
bool isPaidForElsewhere(const BillItem& item) {
    return item.type == "breaker" || item.type == "utility" ||
           (item.type == "link_part" && item.use == "adapters") ||
           (item.type == "psu" && item.use == "power supplies of servers");
}

class CapitalCounter {
  public:
    CapitalCounter(const CapitalQuestion& question, PriceRates& rates)
        : q_(question), rates_(rates) {}

    Capital count();

  private:
    Cents cents(double usd) const { return models::centsOf(usd * q_.perUsd); }

    void add(CostSystem system, LifeClass life, std::string what, const Rate& rate, double quantity,
             std::string unit, std::string part, double usd);
    /// A quantity in SI at a rate.
    void priced(CostSystem system, LifeClass life, std::string what, std::string_view key,
                double quantity, std::string unit, double perUnit = 1.0);
    /// A share of a sum.
    Cents share(CostSystem system, LifeClass life, std::string what, std::string_view key,
                Cents of);

    void billItem(const BillItem& item);
    const Rate* ratingRate(const BillItem& item, double& quantity, std::string& unit);
    double number(const BillItem& item, std::string_view key) const;
    Cents sum(CostSystem system) const;

    void machines();
    void plant();
    void building();
    void leaveToTheLandlord();
    void services();
    void supply();

    const CapitalQuestion& q_;
    PriceRates& rates_;
    Capital c_;
};

void CapitalCounter::add(CostSystem system, LifeClass life, std::string what, const Rate& rate,
                         double quantity, std::string unit, std::string part, double usd) {
    if (!(quantity > 0.0)) {
        return;
    }
    c_.lines.push_back({system, life, std::move(what), std::move(part), quantity, std::move(unit),
                        rate.id, cents(usd)});
}

void CapitalCounter::priced(CostSystem system, LifeClass life, std::string what,
                            std::string_view key, double quantity, std::string unit,
                            double perUnit) {
    const Rate& rate = rates_.book(key);
    add(system, life, std::move(what), rate, quantity / perUnit, std::move(unit), {},
        quantity * rate.si());
}

Cents CapitalCounter::share(CostSystem system, LifeClass life, std::string what,
                            std::string_view key, Cents of) {
    const Rate& rate = rates_.book(key);
    const Cents amount = models::centsOf(models::usdOf(of) * rate.si());
    if (amount != 0) {
        c_.lines.push_back(
            {system, life, std::move(what), {}, models::usdOf(of), "of", rate.id, amount});
    }
    return amount;
}

/// A figure of the item's part in SI; NaN where it has none.
double CapitalCounter::number(const BillItem& item, std::string_view key) const {
    const CatalogueEntry* entry = q_.catalogue->find(item.type, item.part);
    const models::Attribute* a = entry == nullptr ? nullptr : entry->type->find(key);
    if (a == nullptr) {
        return models::kNotStated;
    }
    const models::Value& value =
        entry->values[static_cast<std::size_t>(a - entry->type->attributes.data())];
    if (const auto* number = std::get_if<double>(&value)) {
        return *number * a->unit.toSi;
    }
    const auto* count = std::get_if<std::int64_t>(&value);
    return count == nullptr ? models::kNotStated : static_cast<double>(*count);
}

/// "kW" of "USD/kW", "Gbit/s" of "USD per Gbit/s"; empty where a rate is for a piece.
std::string_view perOf(std::string_view symbol) {
    for (const std::string_view between : {"USD/", "USD per "}) {
        if (symbol.starts_with(between)) {
            return symbol.substr(between.size());
        }
    }
    return {};
}

/// The rate for a part without a price, and in `quantity` what it counts [SI].
const Rate* CapitalCounter::ratingRate(const BillItem& item, double& quantity, std::string& unit) {
    std::string_view key;
    double rating = 1.0;
    unit = "pieces";
    if (item.type == "transformer") {
        rating = number(item, "rated_power_kva");
        key = models::transformerRate(rating);
    } else if (item.type == "switchboard") {
        rating = number(item, "rated_a");
        key = models::boardRate(number(item, "voltage_v"));
    } else if (item.type == "switch") {
        rating = number(item, "ports") * number(item, "gbps_per_port");
        key = "switch_usd_per_gbit";
    } else if (const auto* pump = q_.catalogue->spec<models::PumpSpec>(item.part);
               item.type == "pump" && pump != nullptr) {
        rating = models::pumpPricedW(pump->flowM3PerS, pump->headPa, pump->efficiency,
                                     pump->driveEfficiency);
        key = "pump_usd_per_kw";
    } else {
        for (const RatingRule& rule : kRatings) {
            if (rule.type == item.type) {
                key = rule.rate;
                rating = rule.figure.empty() ? 1.0 : number(item, rule.figure);
            }
        }
    }
    if (key.empty() || std::isnan(rating)) {
        return nullptr;
    }
    quantity = item.quantity * rating;
    const Rate& rate = rates_.book(key);
    const std::string_view per = perOf(rate.unit.symbol);
    unit = item.type == "server" ? "accelerators" : per == "m/A" ? "m A" : std::string(per);
    if (unit.empty()) {
        unit = "pieces";
    }
    return &rate;
}

void CapitalCounter::billItem(const BillItem& item) {
    const CostSystem system = systemOf(item);
    const bool isPlant = system == CostSystem::Electrical || system == CostSystem::Cooling;
    if (!item.includedIn.empty() || (isPlant && q_.premises == models::Premises::Colocation)) {
        return;
    }
    const std::string_view key = item.unit == "m"    ? "price_usd_per_m"
                                 : item.unit == "m3" ? "price_usd_per_m3"
                                                     : "price_usd";
    if (const Rate* own = rates_.part(item.type, item.part, key)) {
        add(system, lifeOf(system), item.use, *own, item.quantity, item.unit, item.part,
            item.quantity * own->si());
        return;
    }
    if (isPaidForElsewhere(item)) {
        return;
    }
    double quantity = 0.0;
    std::string unit;
    const Rate* rate = ratingRate(item, quantity, unit);
    if (rate == nullptr) {
        c_.unpriced.push_back(item.type + ' ' + item.part + ": " + item.use);
        return;
    }
    // In the unit that the rate is for: toSi is that of one over it.
    add(system, lifeOf(system), item.use, *rate, quantity * rate->unit.toSi, unit, item.part,
        quantity * rate->si());
}

Cents CapitalCounter::sum(CostSystem system) const {
    Cents total = 0;
    for (const CapitalLine& line : c_.lines) {
        total += line.system == system ? line.amount : 0;
    }
    return total;
}

void CapitalCounter::machines() {
    priced(CostSystem::Machines, LifeClass::Machines, "rack PDUs", "rack_pdus_usd",
           q_.design[Sum::Racks], "racks");
    priced(CostSystem::Machines, LifeClass::Machines, "manifolds and pipes of liquid-cooled racks",
           "rack_liquid_usd", q_.liquidRacks, "racks");
    c_.machines = sum(CostSystem::Machines) + sum(CostSystem::Network) + sum(CostSystem::Storage);
    for (const CostSystem system :
         {CostSystem::Machines, CostSystem::Network, CostSystem::Storage}) {
        const Cents of = sum(system);
        share(system, lifeOf(system), "installation", "it_installation_pct", of);
        share(system, lifeOf(system), "spares", "it_spares_pct", of);
    }
}

void CapitalCounter::plant() {
    const double agreedW = q_.design[Sum::AgreedW];
    const double connectedW = agreedW > 0.0 ? agreedW : q_.design[Sum::FacilityJ];
    c_.electrical = sum(CostSystem::Electrical);
    priced(CostSystem::Cooling, LifeClass::Plant, "piping", "piping_usd_per_kw",
           q_.design[Sum::ItJ], "kW", 1e3);
    c_.cooling = sum(CostSystem::Cooling);
    c_.installedPlant = c_.electrical + c_.cooling;
    c_.installedPlant += share(CostSystem::Electrical, LifeClass::Plant, "installation",
                               "electrical_installation_pct", c_.electrical);
    c_.installedPlant += share(CostSystem::Cooling, LifeClass::Plant, "installation",
                               "cooling_installation_pct", c_.cooling);
    share(CostSystem::Electrical, LifeClass::Plant, "spares", "plant_spares_pct", c_.electrical);
    share(CostSystem::Cooling, LifeClass::Plant, "spares", "plant_spares_pct", c_.cooling);
    priced(CostSystem::Site, LifeClass::Shell, "connection to the grid", "connection_usd_per_kva",
           connectedW, "kVA", 1e3);
}

void CapitalCounter::building() {
    const double itW = q_.design[Sum::ItJ];
    const double areaM2 = q_.design[Sum::FloorM2] * rates_.book("building_ratio").si();
    const auto byArea = [&](CostSystem system, const char* what, std::string_view key) {
        priced(system, LifeClass::Shell, what, key, areaM2, "m2");
    };
    const auto byPower = [&](CostSystem system, const char* what, std::string_view key) {
        priced(system, LifeClass::Plant, what, key, itW, "kW", 1e3);
    };
    priced(CostSystem::Site, LifeClass::Land, "land", "land_usd_per_m2",
           areaM2 * rates_.book("site_ratio").si(), "m2");
    c_.land = c_.lines.empty() ? 0 : c_.lines.back().amount;
    byArea(CostSystem::Site, kSiteWork, "site_work_usd_per_m2");
    byPower(CostSystem::Site, "roads, water, sewer, substation works", "site_services_usd_per_kw");
    byArea(CostSystem::Building, kShell, "shell_usd_per_m2");
    byArea(CostSystem::Building, "fit-out", "fit_out_usd_per_m2");
    byPower(CostSystem::Building, "fire and life safety", "fire_usd_per_kw");
    byPower(CostSystem::Building, "security", "security_usd_per_kw");
    byPower(CostSystem::Building, "controls and communications", "controls_usd_per_kw");
    c_.building = sum(CostSystem::Building) + sum(CostSystem::Site) - c_.land;
    if (q_.premises == models::Premises::Leased) {
        leaveToTheLandlord();
    }
}

/// Land, site work and shell are somebody else's: their lines go, their sum is what rent is paid for.
void CapitalCounter::leaveToTheLandlord() {
    std::erase_if(c_.lines, [&](const CapitalLine& line) {
        const bool isTheirs =
            line.life == LifeClass::Land || line.what == kSiteWork || line.what == kShell;
        c_.rented += isTheirs ? line.amount : 0;
        return isTheirs;
    });
}

void CapitalCounter::services() {
    const Cents theirs = std::max(Cents{0}, c_.rented - c_.land);
    const Cents hard = c_.building - theirs + c_.installedPlant;
    Cents fees = 0;
    const auto fee = [&](const char* what, std::string_view key, Cents of) {
        fees += share(CostSystem::Services, LifeClass::Plant, what, key, of);
    };
    fee("design fees", "design_fee_pct", hard);
    fee("project management, permits, insurance of the works", "management_pct", hard);
    fee("money while building", "interim_pct", hard);
    fee("commissioning", "commissioning_pct", c_.installedPlant);
    share(CostSystem::Contingency, LifeClass::Plant, "contingency", "contingency_pct", hard + fees);
}

void CapitalCounter::supply() {
    priced(CostSystem::Supply, LifeClass::Solar, "solar field", "solar_usd_per_kw",
           q_.supply.solarW, "kW", models::unit::kilowatt.toSi);
    priced(CostSystem::Supply, LifeClass::Battery, "battery, energy", "battery_usd_per_kwh",
           q_.supply.batteryJ, "kWh", models::unit::kilowattHour.toSi);
    priced(CostSystem::Supply, LifeClass::Battery, "battery, power", "battery_usd_per_kw",
           q_.supply.batteryW, "kW", models::unit::kilowatt.toSi);
    c_.supply = sum(CostSystem::Supply);
}

Capital CapitalCounter::count() {
    for (const BillItem& item : q_.bill->items) {
        billItem(item);
    }
    machines();
    if (q_.premises != models::Premises::Colocation) {
        plant();
        building();
        services();
    }
    supply();
    for (const CapitalLine& line : c_.lines) {
        c_.total += line.amount;
    }
    return std::move(c_);
}

}  // namespace

Capital capitalOf(const CapitalQuestion& question, PriceRates& rates) {
    return CapitalCounter(question, rates).count();
}

}  // namespace headroom::engine
